#include "tests/support/nq_show.h"

#include <string.h>

#include "engine/netquake/nq_state.h"
#include "formats/netquake/dem.h"

const struct nq_show_event nq_show_events[] = {
    {0.0, DEMO_EVENT_LEVEL, "dm7: The Courtyard"},
    {3 / 16.0, DEMO_EVENT_CHAT, "Grunt: hello"},
    {5 / 16.0, DEMO_EVENT_FRAG, "Grunt was gibbed by Ranger's rocket"},
    {7 / 16.0, DEMO_EVENT_PICKUP, "rocket launcher"},
    {8 / 16.0, DEMO_EVENT_FRAG, "Ranger: 2"},
    {9 / 16.0, DEMO_EVENT_FRAG, "kill 1 of 8"},
    {9 / 16.0, DEMO_EVENT_SECRET, "secret 1 of 3"},
    {10 / 16.0 + 0.1, DEMO_EVENT_DEATH, "Ranger was telefragged by Grunt"},
    {18 / 16.0 + 0.2, DEMO_EVENT_LEVEL, "start: Introduction"},
    {0.0, DEMO_EVENT_LEVEL, NULL},
};

enum { GAP_BEFORE = 10, MARCHER = 3, ROCKET_LAUNCHER = 32, SHOTGUN = 1 };

struct show {
    struct byte_writer *out, block;
    struct nq_protocol protocol;
    size_t *blocks;
    uint32_t num_blocks;
};

double nq_show_time(uint32_t update)
{
    if (update >= NQ_SHOW_FIRST) {
        return nq_show_time(NQ_SHOW_FIRST - 1) + 0.1 + (update - NQ_SHOW_FIRST) / 16.0;
    }
    return update < GAP_BEFORE ? update / 16.0 : (update - 1) / 16.0 + 0.1;
}

uint32_t nq_show_block(uint32_t update)
{
    return update < NQ_SHOW_FIRST ? update + 1 : update + 2;
}

double nq_show_place(uint32_t update)
{
    return 8.0 * update - 64.0;
}

/* --- messages --------------------------------------------------------------------------------- */

static void add_message(struct show *s, const struct nq_message *m)
{
    nq_message_encode(&s->protocol, m, &s->block);
    nq_protocol_follow(&s->protocol, m);
}

static void add_text(struct show *s, uint8_t id, const char *text)
{
    add_message(s, &(struct nq_message){.id = id, .u.text = text});
}

static void add_stat(struct show *s, uint8_t stat, int32_t value)
{
    add_message(s, &(struct nq_message){.id = NQ_UPDATESTAT,
                                        .u.updatestat = {.stat = stat, .value = value}});
}

static void end_block(struct show *s)
{
    const float angles[3] = {-5.0f, (float)s->num_blocks, 0.0f};
    if (s->blocks) {
        s->blocks[s->num_blocks] = s->out->size;
    }
    s->num_blocks++;
    dem_write_block(s->out, angles, s->block.data, (uint32_t)s->block.size);
    s->block.size = 0;
}

static void add_player(struct show *s, uint8_t player, const char *name, uint8_t colors)
{
    struct nq_message m = {.id = NQ_UPDATENAME};
    m.u.updatename.player = player;
    m.u.updatename.name = name;
    add_message(s, &m);
    m = (struct nq_message){.id = NQ_UPDATECOLORS};
    m.u.updatecolors.player = player;
    m.u.updatecolors.colors = colors;
    add_message(s, &m);
}

static void add_frags(struct show *s, uint8_t player, int16_t frags)
{
    struct nq_message m = {.id = NQ_UPDATEFRAGS};
    m.u.updatefrags.player = player;
    m.u.updatefrags.frags = frags;
    add_message(s, &m);
}

static void add_health(struct show *s, int16_t health, uint32_t items)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    struct nq_clientdata *c = &m.u.clientdata;
    c->mask = NQ_SU_ITEMS | NQ_SU_ONGROUND | NQ_SU_WEAPON;
    c->has_items = true;
    c->view_height = 22;
    c->items = items;
    c->health = health;
    c->weapon_model = 3;
    c->active_weapon = SHOTGUN;
    add_message(s, &m);
}

/* Everything a client needs before the first picture. models, sounds: NUL behind each name. */
static void add_signon(struct show *s, const struct nq_serverinfo *info)
{
    add_text(s, NQ_PRINT, "\2\nVERSION 1.09 SERVER (5927 CRC)\n");
    add_message(s, &(struct nq_message){.id = NQ_SERVERINFO, .u.serverinfo = *info});
    add_message(s, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    add_message(s, &(struct nq_message){.id = NQ_LIGHTSTYLE, .u.lightstyle = {0, "m"}});
    struct nq_message m = {.id = NQ_SPAWNBASELINE};
    m.u.spawnbaseline.entity = MARCHER;
    m.u.spawnbaseline.state =
        (struct nq_entity_state){.model = 2, .origin = {0.0, 0.0, 24.0}, .scale = 16};
    add_message(s, &m);
    add_stat(s, NQ_STAT_TOTAL_SECRETS, 3);
    add_stat(s, NQ_STAT_TOTAL_MONSTERS, 8);
    for (uint8_t i = 1; i <= 3; i++) {
        add_message(s, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = i});
    }
}

/* Writes the messages that every update has. */
static void begin_update(struct show *s, uint32_t update)
{
    const uint32_t i = update < NQ_SHOW_FIRST ? update : update - NQ_SHOW_FIRST;
    const float start = update < NQ_SHOW_FIRST ? 10.0f : 1.0f;
    const float gap = update < NQ_SHOW_FIRST && i >= GAP_BEFORE ? 5.0f - 1 / 16.0f : 0.0f;
    add_message(s, &(struct nq_message){.id = NQ_TIME, .u.time = start + (float)i / 16.0f + gap});
    struct nq_message m = {.id = NQ_ENTITY_UPDATE};
    m.u.update.mask = NQ_U_ORIGIN1;
    m.u.update.entity = MARCHER;
    m.u.update.origin[0] = nq_show_place(update);
    add_message(s, &m);
}

/* --- the levels ------------------------------------------------------------------------------- */

static void write_first(struct show *s)
{
    static const char models[] = "maps/dm7.bsp\0progs/soldier.mdl\0progs/v_shot.mdl\0";
    static const char sounds[] = "misc/null.wav\0weapons/guncock.wav\0";
    const struct nq_serverinfo info = {.protocol = s->protocol.version,
                                       .flags = s->protocol.flags,
                                       .max_clients = 4,
                                       .game_type = 1,
                                       .level_name = "The Courtyard",
                                       .models = {models, 3},
                                       .sounds = {sounds, 2}};
    add_signon(s, &info);
    add_player(s, 0, "Ranger", 0x4d);
    add_player(s, 1, "Grunt", 0x1c);
    add_frags(s, 0, 0);
    end_block(s);
    for (uint32_t i = 0; i < NQ_SHOW_FIRST; i++) {
        begin_update(s, i);
        if (i == 3) {
            add_text(s, NQ_PRINT, "\1Grunt: hello\n");
        } else if (i == 5) {
            add_text(s, NQ_PRINT, "Grunt was gibbed by ");
            add_text(s, NQ_PRINT, "Ranger's rocket\n");
            add_frags(s, 0, 1);
        } else if (i == 7) {
            add_text(s, NQ_STUFFTEXT, "bf\n");
        } else if (i == 8) {
            add_frags(s, 0, 2); /* nothing was printed of late */
        } else if (i == 9) {
            add_message(s, &(struct nq_message){.id = NQ_KILLEDMONSTER});
            add_message(s, &(struct nq_message){.id = NQ_FOUNDSECRET});
        } else if (i == 11) {
            add_text(s, NQ_PRINT, "Ranger was telefragged by Grunt\n");
        } else if (i == 14) {
            add_text(s, NQ_CENTERPRINT, "Fight on");
        }
        add_health(s, i == 11 ? -5 : 100, SHOTGUN | (i >= 7 ? (uint32_t)ROCKET_LAUNCHER : 0));
        end_block(s);
    }
}

static void write_second(struct show *s)
{
    static const char models[] = "maps/start.bsp\0progs/soldier.mdl\0progs/v_shot.mdl\0";
    static const char sounds[] = "misc/null.wav\0";
    const struct nq_serverinfo info = {.protocol = s->protocol.version,
                                       .flags = s->protocol.flags,
                                       .max_clients = 1,
                                       .level_name = "Introduction",
                                       .models = {models, 3},
                                       .sounds = {sounds, 1}};
    add_signon(s, &info);
    end_block(s);
    for (uint32_t i = 0; i < NQ_SHOW_SECOND; i++) {
        begin_update(s, NQ_SHOW_FIRST + i);
        add_health(s, 75, SHOTGUN);
        end_block(s);
    }
    add_message(s, &(struct nq_message){.id = NQ_DISCONNECT});
    end_block(s);
}

void nq_show_write(struct byte_writer *out, int32_t version, uint32_t flags,
                   size_t blocks[NQ_SHOW_BLOCKS])
{
    struct show s = {
        .out = out, .protocol = {.version = version, .flags = flags}, .blocks = blocks};
    dem_write_track(out, NQ_SHOW_TRACK);
    write_first(&s);
    write_second(&s);
    byte_writer_free(&s.block);
}
