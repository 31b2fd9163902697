#include "engine/netquake/nq_dump.h"

#include <stdio.h>
#include <string.h>

#include "engine/netquake/nq_dump_dp.h"
#include "engine/netquake/nq_dump_fte.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_scan.h"
#include "formats/base/json.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

static void dump_small(struct json_writer *json, const char *key, const int8_t v[3])
{
    json_begin_array(json, key);
    for (int i = 0; i < 3; i++) {
        json_integer(json, NULL, v[i]);
    }
    json_end_array(json);
}

static void dump_names(struct json_writer *json, const char *key, const struct nq_names *names)
{
    const char *name = names->first;
    json_begin_array(json, key);
    for (uint32_t i = 0; i < names->count; i++) {
        json_string(json, NULL, name);
        name += strlen(name) + 1;
    }
    json_end_array(json);
}

static void dump_serverinfo(struct json_writer *json, const struct nq_serverinfo *info)
{
    json_integer(json, "protocol", info->protocol);
    json_integer(json, "flags", info->flags);
    if (info->ftex || info->fte2) {
        json_integer(json, "ftex", info->ftex);
        json_integer(json, "fte2", info->fte2);
        json_string(json, "game_dirs", info->game_dirs);
    }
    json_integer(json, "max_clients", info->max_clients);
    json_integer(json, "game_type", info->game_type);
    json_string(json, "level_name", info->level_name);
    dump_names(json, "models", &info->models);
    dump_names(json, "sounds", &info->sounds);
}

static void dump_clientdata(struct json_writer *json, const struct nq_clientdata *c)
{
    json_integer(json, "mask", c->mask);
    json_bool(json, "has_items", c->has_items);
    json_integer(json, "view_height", c->view_height);
    json_integer(json, "ideal_pitch", c->ideal_pitch);
    json_floats(json, "punch", c->punch, 3);
    dump_small(json, "velocity", c->velocity);
    json_integer(json, "items", c->items);
    json_bool(json, "on_ground", c->mask & NQ_SU_ONGROUND);
    json_bool(json, "in_water", c->mask & NQ_SU_INWATER);
    nq_dump_stats(json, c);
    json_integer(json, "weapon_alpha", c->weapon_alpha);
}

static void dump_sound(struct json_writer *json, const struct nq_sound *s)
{
    json_integer(json, "mask", s->mask);
    json_integer(json, "volume", s->volume);
    json_integer(json, "attenuation", s->attenuation);
    json_integer(json, "entity", s->entity);
    json_integer(json, "channel", s->channel);
    json_integer(json, "sound", s->sound);
    json_numbers(json, "origin", s->origin, 3);
    if (s->pitch != 0) {
        json_integer(json, "pitch", s->pitch);
    }
    if (s->offset != 0) {
        json_integer(json, "offset_ms", s->offset);
    }
    if (s->velocity[0] | s->velocity[1] | s->velocity[2]) {
        json_begin_array(json, "velocity");
        for (int i = 0; i < 3; i++) {
            json_integer(json, NULL, s->velocity[i]);
        }
        json_end_array(json);
    }
    if (s->speed != 0) {
        json_integer(json, "speed", s->speed);
    }
}

static void dump_state(struct json_writer *json, const struct nq_entity_state *s)
{
    json_integer(json, "flags", s->flags);
    json_integer(json, "model", s->model);
    json_integer(json, "frame", s->frame);
    json_integer(json, "colormap", s->colormap);
    json_integer(json, "skin", s->skin);
    json_numbers(json, "origin", s->origin, 3);
    json_floats(json, "angles", s->angles, 3);
    json_integer(json, "alpha", s->alpha);
    json_integer(json, "scale", s->scale);
}

static void dump_temp_entity(struct json_writer *json, const struct nq_temp_entity *t)
{
    json_integer(json, "type", t->type);
    json_integer(json, "entity", t->entity);
    json_numbers(json, "origin", t->origin, 3);
    json_numbers(json, "end", t->end, 3);
    json_integer(json, "color_start", t->color_start);
    json_integer(json, "color_length", t->color_length);
    if (t->type > NQ_TE_BEAM) {
        json_numbers(json, "direction", t->direction, 3);
        json_numbers(json, "rgb", t->rgb, 3);
        json_number(json, "speed", t->speed);
        json_string(json, "model_name", t->name);
        json_integer(json, "count", t->count);
        const double velocity[3] = {t->velocity[0], t->velocity[1], t->velocity[2]};
        const double color[3] = {t->color[0], t->color[1], t->color[2]};
        json_numbers(json, "velocity", velocity, 3);
        json_numbers(json, "color", color, 3);
        json_integer(json, "gravity", t->gravity);
        json_integer(json, "radius", t->radius);
        json_integer(json, "lifetime", t->lifetime);
    }
}

/* All fields, those the mask does not name too: they are zero then. */
static void dump_update(struct json_writer *json, const struct nq_entity_update *u)
{
    json_integer(json, "mask", u->mask);
    json_integer(json, "entity", u->entity);
    json_integer(json, "model", u->model);
    json_integer(json, "frame", u->frame);
    json_integer(json, "colormap", u->colormap);
    json_integer(json, "skin", u->skin);
    json_integer(json, "effects", u->effects);
    json_numbers(json, "origin", u->origin, 3);
    json_floats(json, "angles", u->angles, 3);
    if (u->is_dp) {
        json_integer(json, "dp_mask", u->dp_mask);
        json_integer(json, "glow_size", u->glow_size);
        json_integer(json, "glow_color", u->glow_color);
        json_integer(json, "color_mod", u->color_mod);
    }
    if (u->mask & NQ_U_EXTEND1) {
        json_integer(json, "alpha", u->alpha);
        json_integer(json, "scale", u->scale);
        json_integer(json, "lerp_finish", u->lerp_finish);
        json_floats(json, "trans", u->trans, 3);
    }
}

static void dump_player_fields(struct json_writer *json, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_UPDATENAME:
        json_integer(json, "player", message->u.updatename.player);
        json_string(json, "player_name", message->u.updatename.name);
        break;
    case NQ_UPDATEFRAGS:
        json_integer(json, "player", message->u.updatefrags.player);
        json_integer(json, "frags", message->u.updatefrags.frags);
        break;
    default:
        json_integer(json, "player", message->u.updatecolors.player);
        json_integer(json, "colors", message->u.updatecolors.colors);
        break;
    }
}

/* The messages about a place in the world. */
static void dump_place_fields(struct json_writer *json, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_PARTICLE:
        json_numbers(json, "origin", message->u.particle.origin, 3);
        dump_small(json, "velocity", message->u.particle.velocity);
        json_integer(json, "count", message->u.particle.count);
        json_integer(json, "color", message->u.particle.color);
        break;
    case NQ_DAMAGE:
        json_integer(json, "armor", message->u.damage.armor);
        json_integer(json, "blood", message->u.damage.blood);
        json_numbers(json, "origin", message->u.damage.origin, 3);
        break;
    case NQ_SPAWNSTATIC:
    case NQ_SPAWNSTATIC2:
        dump_state(json, &message->u.spawnstatic);
        break;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        json_integer(json, "entity", message->u.spawnbaseline.entity);
        dump_state(json, &message->u.spawnbaseline.state);
        break;
    case NQ_TEMP_ENTITY:
        dump_temp_entity(json, &message->u.temp_entity);
        break;
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        json_numbers(json, "origin", message->u.spawnstaticsound.origin, 3);
        json_integer(json, "sound", message->u.spawnstaticsound.sound);
        json_integer(json, "volume", message->u.spawnstaticsound.volume);
        json_integer(json, "attenuation", message->u.spawnstaticsound.attenuation);
        break;
    case NQ_SHOWPIC:
        json_string(json, "slot", message->u.showpic.slot);
        json_string(json, "picture", message->u.showpic.picture);
        json_integer(json, "x", message->u.showpic.x);
        json_integer(json, "y", message->u.showpic.y);
        break;
    default: /* no body */
        break;
    }
}

static void dump_fog(struct json_writer *json, const struct nq_message *message)
{
    json_integer(json, "density", message->u.fog.density);
    json_begin_array(json, "color");
    for (int i = 0; i < 3; i++) {
        json_integer(json, NULL, message->u.fog.color[i]);
    }
    json_end_array(json);
    json_integer(json, "time", message->u.fog.time);
}

static void dump_fields(struct json_writer *json, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_UPDATESTAT:
        json_integer(json, "stat", message->u.updatestat.stat);
        json_integer(json, "value", message->u.updatestat.value);
        break;
    case NQ_VERSION:
        json_integer(json, "version", message->u.version);
        break;
    case NQ_SETVIEW:
        json_integer(json, "entity", message->u.setview);
        break;
    case NQ_SOUND:
        dump_sound(json, &message->u.sound);
        break;
    case NQ_TIME:
        json_float(json, "time", message->u.time);
        break;
    case NQ_PRINT:
    case NQ_STUFFTEXT:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
    case NQ_HIDEPIC:
    case NQ_SKYBOX:
    case NQ_ACHIEVEMENT:
        json_string(json, "text", message->u.text);
        break;
    case NQ_SETANGLE:
        json_floats(json, "angles", message->u.setangle, 3);
        break;
    case NQ_SERVERINFO:
        dump_serverinfo(json, &message->u.serverinfo);
        break;
    case NQ_LIGHTSTYLE:
        json_integer(json, "style", message->u.lightstyle.style);
        json_string(json, "map", message->u.lightstyle.map);
        break;
    case NQ_UPDATENAME:
    case NQ_UPDATEFRAGS:
    case NQ_UPDATECOLORS:
        dump_player_fields(json, message);
        break;
    case NQ_CLIENTDATA:
        dump_clientdata(json, &message->u.clientdata);
        break;
    case NQ_STOPSOUND:
        json_integer(json, "entity", message->u.stopsound >> 3);
        json_integer(json, "channel", message->u.stopsound & 7);
        break;
    case NQ_SETPAUSE:
        json_integer(json, "pause", message->u.setpause);
        break;
    case NQ_SIGNONNUM:
        json_integer(json, "signon", message->u.signonnum);
        break;
    case NQ_CDTRACK:
        json_integer(json, "track", message->u.cdtrack.track);
        json_integer(json, "loop_track", message->u.cdtrack.loop_track);
        break;
    case NQ_FOG:
        dump_fog(json, message);
        break;
    case NQ_LOCALSOUND:
        json_integer(json, "mask", message->u.localsound.mask);
        json_integer(json, "sound", message->u.localsound.sound);
        break;
    default:
        if (message->id >= NQ_ENTITY_UPDATE) {
            dump_update(json, &message->u.update);
        } else {
            dump_place_fields(json, message);
        }
        break;
    }
}

/* The first time that is not a number: the demo plays up to it, later messages are still printed.
 */
struct bad_time {
    int code; /* 0 = none */
    struct format_error err;
};

static void check_time(const struct nq_message *message, size_t start, struct bad_time *bad)
{
    struct format_error err;
    if (bad->code == 0 && nq_check_time(message, &err) < 0) {
        *bad = (struct bad_time){FORMAT_BAD, err};
        bad->err.offset += start;
    }
}

/* 0, 1 = disconnect message, or the decoder's error with its offset in the file. */
static int dump_block(FILE *out, const struct dem_block *block, uint64_t number,
                      struct nq_protocol *protocol, struct bad_time *bad, struct format_error *err)
{
    struct nq_message message;
    size_t pos = 0;
    int code;
    while ((code = nq_message_decode(protocol, block->messages, block->size, &pos, &message, err)) >
           0) {
        struct json_writer json = {.out = out};
        nq_protocol_follow(protocol, &message);
        json_begin_object(&json, NULL);
        json_integer(&json, "block", (int64_t)number);
        json_integer(&json, "offset", (int64_t)(block->offset + DEM_BLOCK_HEADER + message.offset));
        json_string(&json, "name", nq_message_name_in(protocol, message.id));
        json_integer(&json, "id", message.id);
        if (!nq_dump_dp(&json, protocol, &message) && !nq_dump_fte(&json, protocol, &message)) {
            dump_fields(&json, &message);
        }
        if (message.offset == 0) {
            json_floats(&json, "view", block->angles, 3);
        }
        json_end_object(&json);
        putc('\n', out);
        check_time(&message, block->offset + DEM_BLOCK_HEADER, bad);
        if (message.id == NQ_DISCONNECT) {
            return 1;
        }
    }
    if (code < 0) {
        err->offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

int nq_dump(FILE *out, const void *demo, struct format_error *err)
{
    const struct nq_file *file = demo;
    struct nq_protocol protocol = file->protocol;
    struct bad_time bad = {0};
    struct dem_block block;
    size_t pos = file->dem.first_block;
    uint64_t number = 0;
    int code;
    while ((code = dem_next_block(&file->dem, &pos, &block, err)) > 0) {
        code = dump_block(out, &block, number++, &protocol, &bad, err);
        if (code != 0 || ferror(out)) {
            break;
        }
    }
    if (bad.code < 0) {
        *err = bad.err;
        return bad.code;
    }
    return code < 0 ? code : 0;
}
