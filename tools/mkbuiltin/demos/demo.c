#include "tools/mkbuiltin/demos/demo.h"

#include "formats/netquake/dem.h"
#include "tools/mkbuiltin/demos/demo_quakeworld.h"
#include "tools/mkbuiltin/models.h"
#include "tools/mkbuiltin/reel.h"

#include <stdlib.h>
#include <string.h>

const char demo_model_names[] =
    "maps/reel.bsp\0*1\0*2\0progs/player.mdl\0progs/grunt.mdl\0progs/missile.mdl\0progs/"
    "grenade.mdl\0"
    "progs/gib1.mdl\0progs/flame.mdl\0progs/armor.mdl\0progs/quaddama.mdl\0progs/bolt2.mdl\0"
    "progs/spike.mdl\0progs/w_spike.mdl\0progs/s_explod.spr\0progs/s_bubble.spr\0maps/b_bh25.bsp\0"
    "progs/v_shot.mdl\0progs/v_nail.mdl\0progs/v_rock2.mdl\0";
const char demo_sound_names[] =
    "weapons/guncock.wav\0weapons/rocket1i.wav\0weapons/sgun1.wav\0weapons/r_exp3.wav\0"
    "weapons/lhit.wav\0doors/drclos4.wav\0plats/plat1.wav\0player/pain1.wav\0player/death1.wav\0"
    "items/health1.wav\0items/armor1.wav\0items/damage.wav\0misc/h2ohit1.wav\0misc/secret.wav\0"
    "misc/r_tele1.wav\0ambience/fire1.wav\0ambience/water1.wav\0";

static struct nq_names names(const char *list)
{
    struct nq_names n = {list, 0};
    for (const char *p = list; *p; p += strlen(p) + 1) {
        n.count++;
    }
    return n;
}

static void put(double out[3], struct vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void put_angles(float out[3], struct vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

void demo_begin(struct demo *d, const struct level *world, int track)
{
    memset(d, 0, sizeof *d);
    d->protocol.version = NQ_PROTOCOL_15;
    d->world = world;
    d->view_entity = 1;
    dem_write_track(&d->file, track);
}

void demo_end(struct demo *d, struct buf *out)
{
    if (d->quakeworld) {
        quakeworld_end(d);
    }
    if (d->file.failed || d->block.failed) {
        mkb_fail("out of memory");
    }
    buf_bytes(out, d->file.data, d->file.size);
    byte_writer_free(&d->file);
    byte_writer_free(&d->block);
}

void demo_send(struct demo *d, const struct nq_message *m)
{
    if (d->quakeworld) {
        quakeworld_send(d, m);
    } else {
        nq_message_encode(&d->protocol, m, &d->block);
    }
}

void demo_flush(struct demo *d)
{
    float angles[3];
    put_angles(angles, d->view_angles);
    dem_write_block(&d->file, angles, d->block.data, (uint32_t)d->block.size);
    d->block.size = 0;
}

static struct nq_message message(int id)
{
    struct nq_message m;
    memset(&m, 0, sizeof m);
    m.id = (uint8_t)id;
    return m;
}

void demo_text(struct demo *d, int id, const char *text)
{
    struct nq_message m = message(id);
    m.u.text = text;
    demo_send(d, &m);
}

void demo_print(struct demo *d, const char *text)
{
    demo_text(d, NQ_PRINT, text);
}

void demo_flash(struct demo *d)
{
    demo_text(d, NQ_STUFFTEXT, "bf\n");
}

void demo_simple(struct demo *d, int id)
{
    struct nq_message m = message(id);
    demo_send(d, &m);
}

void demo_setview(struct demo *d, int entity)
{
    struct nq_message m = message(NQ_SETVIEW);
    m.u.setview = (uint16_t)entity;
    d->view_entity = entity;
    demo_send(d, &m);
}

void demo_lightstyle(struct demo *d, int style, const char *letters)
{
    struct nq_message m = message(NQ_LIGHTSTYLE);
    m.u.lightstyle.style = (uint8_t)style;
    m.u.lightstyle.map = letters;
    demo_send(d, &m);
}

void demo_stat(struct demo *d, int stat, int value)
{
    struct nq_message m = message(NQ_UPDATESTAT);
    m.u.updatestat.stat = (uint8_t)stat;
    m.u.updatestat.value = value;
    demo_send(d, &m);
}

void demo_name(struct demo *d, int player, const char *name, int colors)
{
    struct nq_message m = message(NQ_UPDATENAME);
    m.u.updatename.player = (uint8_t)player;
    m.u.updatename.name = name;
    demo_send(d, &m);
    m = message(NQ_UPDATECOLORS);
    m.u.updatecolors.player = (uint8_t)player;
    m.u.updatecolors.colors = (uint8_t)colors;
    demo_send(d, &m);
}

void demo_frags(struct demo *d, int player, int frags)
{
    struct nq_message m = message(NQ_UPDATEFRAGS);
    m.u.updatefrags.player = (uint8_t)player;
    m.u.updatefrags.frags = (int16_t)frags;
    demo_send(d, &m);
}

void demo_sound(struct demo *d, int entity, int channel, int sound, struct vec3 at)
{
    struct nq_message m = message(NQ_SOUND);
    m.u.sound.volume = 255;
    m.u.sound.attenuation = 64;
    m.u.sound.entity = (uint16_t)entity;
    m.u.sound.channel = (uint8_t)channel;
    m.u.sound.sound = (uint16_t)sound;
    put(m.u.sound.origin, at);
    demo_send(d, &m);
}

void demo_particles(struct demo *d, struct vec3 at, struct vec3 dir, int color, int count)
{
    struct nq_message m = message(NQ_PARTICLE);
    put(m.u.particle.origin, at);
    for (int i = 0; i < 3; i++) {
        m.u.particle.velocity[i] = (int8_t)mkb_clamp(v_get(dir, i) * 16, -128, 127);
    }
    m.u.particle.count = (uint8_t)count;
    m.u.particle.color = (uint8_t)color;
    demo_send(d, &m);
}

void demo_damage(struct demo *d, int armor, int blood, struct vec3 from)
{
    struct nq_message m = message(NQ_DAMAGE);
    m.u.damage.armor = (uint8_t)armor;
    m.u.damage.blood = (uint8_t)blood;
    put(m.u.damage.origin, from);
    demo_send(d, &m);
}

void demo_point_effect(struct demo *d, int type, struct vec3 at)
{
    struct nq_message m = message(NQ_TEMP_ENTITY);
    m.u.temp_entity.type = (uint8_t)type;
    put(m.u.temp_entity.origin, at);
    demo_send(d, &m);
}

void demo_beam(struct demo *d, int type, int entity, struct vec3 from, struct vec3 to)
{
    struct nq_message m = message(NQ_TEMP_ENTITY);
    m.u.temp_entity.type = (uint8_t)type;
    m.u.temp_entity.entity = (uint16_t)entity;
    put(m.u.temp_entity.origin, from);
    put(m.u.temp_entity.end, to);
    demo_send(d, &m);
}

static void signonnum(struct demo *d, int n)
{
    struct nq_message m = message(NQ_SIGNONNUM);
    m.u.signonnum = (uint8_t)n;
    demo_send(d, &m);
    demo_flush(d);
}

static void send_serverinfo(struct demo *d, int max_clients, int deathmatch, const char *level_name)
{
    demo_print(d, "\002\nTHE REEL SERVER\n");
    struct nq_message m = message(NQ_SERVERINFO);
    m.u.serverinfo.protocol = NQ_PROTOCOL_15;
    m.u.serverinfo.max_clients = (uint8_t)max_clients;
    m.u.serverinfo.game_type = (uint8_t)deathmatch;
    m.u.serverinfo.level_name = level_name;
    m.u.serverinfo.models = names(demo_model_names);
    m.u.serverinfo.sounds = names(demo_sound_names);
    demo_send(d, &m);
    m = message(NQ_CDTRACK);
    m.u.cdtrack.track = 4;
    m.u.cdtrack.loop_track = 4;
    demo_send(d, &m);
    demo_setview(d, d->view_entity);
    signonnum(d, 1);
}

void demo_send_torches(struct demo *d)
{
    for (int i = 0; i < REEL_TORCHES; i++) {
        const struct reel_torch *t = &reel_torches[i];
        struct nq_message m = message(NQ_SPAWNSTATIC);
        m.u.spawnstatic.model = MODEL_FLAME;
        put(m.u.spawnstatic.origin, v_make(t->x + 4 * mkb_cos(t->yaw * MKB_PI / 180),
                                           t->y + 4 * mkb_sin(t->yaw * MKB_PI / 180), t->z));
        m.u.spawnstatic.angles[1] = (float)t->yaw;
        demo_send(d, &m);
        if (i % 2 == 0) {
            m = message(NQ_SPAWNSTATICSOUND);
            put(m.u.spawnstaticsound.origin, v_make(t->x, t->y, t->z));
            m.u.spawnstaticsound.sound = SOUND_FIRE;
            m.u.spawnstaticsound.volume = 128;
            m.u.spawnstaticsound.attenuation = 192;
            demo_send(d, &m);
        }
    }
}

static void send_baselines(struct demo *d)
{
    for (int i = 1; i <= d->entity_count; i++) {
        struct nq_message m = message(NQ_SPAWNBASELINE);
        m.u.spawnbaseline.entity = (uint16_t)i;
        m.u.spawnbaseline.state = d->entities[i].base;
        demo_send(d, &m);
    }
    demo_send_torches(d);
    signonnum(d, 2);
}

void demo_send_lightstyles(struct demo *d)
{
    for (int i = 0; i < 64; i++) {
        static const char *const letters[12] = {
            "m",
            "mmnmmommommnonmmonqnmmo",
            "abcdefghijklmnopqrstuvwxyzyxwvutsrqponmlkjihgfedcba",
            "mmmmmaaaaammmmmaaaaaabcdefgabcdefg",
            "mamamamamama",
            "jklmnopqrstuvwxyzyxwvutsrqponmlkj",
            "nmonqnmomnmomomno",
            "mmmaaaabcdefgmmmmaaaammmaamm",
            "mmmaaammmaaammmabcdefaaaammmmabcdefmmmaaaa",
            "aaaaaaaazzzzzzzz",
            "mmamammmmammamamaaamammma",
            "abcdefghijklmnopqrrqponmlkjihgfedcba"};
        demo_lightstyle(d, i, i < 12 ? letters[i] : i == 63 ? "a" : "m");
    }
}

void demo_signon(struct demo *d, int max_clients, int deathmatch, const char *level_name,
                 const char *const styles[][2])
{
    if (d->quakeworld) {
        quakeworld_signon(d, level_name, styles);
        return;
    }
    send_serverinfo(d, max_clients, deathmatch, level_name);
    send_baselines(d);
    struct nq_message m = message(NQ_TIME);
    m.u.time = (float)d->time;
    demo_send(d, &m);
    for (int i = 0; i < max_clients; i++) {
        int used = styles[i][0][0] != 0;
        int colors = styles[i][1][0] ? (styles[i][1][0] - 'a') * 16 + styles[i][1][1] - 'a' : 0;
        demo_name(d, i, used ? styles[i][0] : "", colors);
        demo_frags(d, i, 0);
    }
    demo_send_lightstyles(d);
    for (int i = 11; i < 15; i++) {
        demo_stat(d, i, i == 11 ? 1 : i == 12 ? 4 : 0);
    }
    m = message(NQ_SETANGLE);
    put_angles(m.u.setangle, d->view_angles);
    demo_send(d, &m);
    signonnum(d, 3);
}

static void mask_clientdata(struct nq_clientdata *c)
{
    uint32_t mask = c->mask & (NQ_SU_ONGROUND | NQ_SU_INWATER);
    mask |= NQ_SU_ITEMS;
    c->has_items = true;
    mask |= c->view_height != 22 ? NQ_SU_VIEWHEIGHT : 0;
    for (int i = 0; i < 3; i++) {
        mask |= c->punch[i] ? (uint32_t)NQ_SU_PUNCH1 << i : 0;
        mask |= c->velocity[i] ? (uint32_t)NQ_SU_VELOCITY1 << i : 0;
    }
    mask |= c->weapon_frame ? NQ_SU_WEAPONFRAME : 0;
    mask |= c->armor ? NQ_SU_ARMOR : 0;
    mask |= NQ_SU_WEAPON;
    c->mask = mask;
}

void demo_baseline(struct demo *d, int entity)
{
    struct demo_entity *e = &d->entities[entity];
    if (entity > d->entity_count) {
        d->entity_count = entity;
    }
    memset(&e->base, 0, sizeof e->base);
    e->base.model = (uint16_t)e->model;
    e->base.frame = (uint16_t)e->frame;
    e->base.colormap = (uint8_t)e->colormap;
    e->base.skin = (uint8_t)e->skin;
    put(e->base.origin, e->origin);
    put_angles(e->base.angles, e->angles);
}

static int coordinate_step(double v)
{
    return (int)mkb_floor(v * 8 + 0.5);
}

static int angle_step(double v)
{
    return (int)mkb_floor(v * 256 / 360 + 0.5) & 255;
}

static void send_entity(struct demo *d, int number)
{
    struct demo_entity *e = &d->entities[number];
    const struct nq_entity_state *b = &e->base;
    struct nq_message m = message(NQ_ENTITY_UPDATE);
    struct nq_entity_update *u = &m.u.update;
    static const uint32_t angle_bits[3] = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3};
    u->entity = (uint16_t)number;
    for (int i = 0; i < 3; i++) {
        u->origin[i] = v_get(e->origin, i);
        u->angles[i] = (float)v_get(e->angles, i);
        if (coordinate_step(u->origin[i]) != coordinate_step(b->origin[i])) {
            u->mask |= (uint32_t)NQ_U_ORIGIN1 << i;
        }
        if (angle_step(u->angles[i]) != angle_step((double)b->angles[i])) {
            u->mask |= angle_bits[i];
        }
    }
    u->model = (uint16_t)e->model;
    u->frame = (uint16_t)e->frame;
    u->colormap = (uint8_t)e->colormap;
    u->skin = (uint8_t)e->skin;
    u->effects = (uint8_t)e->effects;
    u->mask |= e->model != b->model ? NQ_U_MODEL : 0;
    u->mask |= e->frame != b->frame ? NQ_U_FRAME : 0;
    u->mask |= e->colormap != b->colormap ? NQ_U_COLORMAP : 0;
    u->mask |= e->skin != b->skin ? NQ_U_SKIN : 0;
    u->mask |= e->effects ? NQ_U_EFFECTS : 0;
    u->mask |= e->jump ? NQ_U_NOLERP : 0;
    e->jump = 0;
    u->mask |= u->mask >> 8 ? NQ_U_MOREBITS : 0;
    m.id = (uint8_t)(NQ_ENTITY_UPDATE | (u->mask & 127));
    demo_send(d, &m);
}

int demo_in_sight(const struct demo *d, const struct demo_entity *e)
{
    if (!d->world || e->model == MODEL_DOOR || e->model == MODEL_LIFT) {
        return 1;
    }
    struct vec3 eye = v_add(d->entities[d->view_entity].origin, v_make(0, 0, 22));
    int leaf = level_leaf_at(d->world, eye);
    if (leaf < 0) {
        return 1;
    }
    const uint8_t *row = d->world->vis + (size_t)leaf * (size_t)d->world->vis_row;
    for (int i = 0; i < 8; i++) {
        struct vec3 p =
            v_add(e->origin, v_make(i & 1 ? 16 : -16, i & 2 ? 16 : -16, i & 4 ? 32 : -20));
        int other = level_leaf_at(d->world, p);
        if (other >= 0 && row[other >> 3] >> (other & 7) & 1) {
            return 1;
        }
    }
    return 0;
}

void demo_update(struct demo *d)
{
    if (d->quakeworld) {
        quakeworld_update(d);
        return;
    }
    struct byte_writer events = d->block;
    d->block = (struct byte_writer){0};
    struct nq_message m = message(NQ_TIME);
    m.u.time = (float)d->time;
    demo_send(d, &m);
    mask_clientdata(&d->client);
    m = message(NQ_CLIENTDATA);
    m.u.clientdata = d->client;
    struct byte_writer head = d->block;
    d->block = events;
    byte_writer_bytes(&head, d->block.data, d->block.size);
    byte_writer_free(&d->block);
    d->block = head;
    demo_send(d, &m);
    for (int i = 1; i < DEMO_ENTITIES_MAX; i++) {
        struct demo_entity *e = &d->entities[i];
        if (e->active && (i == d->view_entity || demo_in_sight(d, e))) {
            send_entity(d, i);
        }
    }
    demo_flush(d);
}
