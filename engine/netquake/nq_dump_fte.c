#include "engine/netquake/nq_dump_fte.h"

static void dump_bytes(struct json_writer *json, const char *key, const uint8_t *bytes, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++) {
        json_integer(json, NULL, bytes[i]);
    }
    json_end_array(json);
}

static void dump_shorts(struct json_writer *json, const char *key, const int16_t v[3])
{
    json_begin_array(json, key);
    for (int i = 0; i < 3; i++) {
        json_integer(json, NULL, v[i]);
    }
    json_end_array(json);
}

static void dump_prediction(struct json_writer *json, const struct nq_prediction *p)
{
    json_begin_object(json, "prediction");
    json_integer(json, "flags", p->flags);
    if (p->flags & (NQ_DP_MOVE * 7)) {
        dump_shorts(json, "moves", p->moves);
    }
    if (p->flags & NQ_DP_MOVE_TYPE) {
        json_integer(json, "move_type", p->move_type);
    }
    if (p->flags & (NQ_DP_VELOCITY_XY | NQ_DP_VELOCITY_Z)) {
        dump_shorts(json, "velocity", p->velocity);
    }
    if (p->flags & NQ_DP_MSEC) {
        json_integer(json, "msec", p->msec);
    }
    if (p->flags & NQ_DP_VIEW) {
        dump_shorts(json, "view", p->view);
        json_integer(json, "weapon_frame", p->weapon_frame);
    }
    json_end_object(json);
}

/* Bits 0 to 14. */
static void dump_usual(struct json_writer *json, const struct nq_delta *d)
{
    if (d->mask & NQ_D_FRAME) {
        json_integer(json, "frame", d->frame);
    }
    if (d->mask & (NQ_D_ORIGIN_XY | NQ_D_ORIGIN_Z)) {
        json_numbers(json, "origin", d->origin, 3);
    }
    if (d->mask & (NQ_D_ANGLES_XZ | NQ_D_ANGLE_Y)) {
        json_floats(json, "angles", d->angles, 3);
    }
    if (d->mask & (NQ_D_EFFECTS | NQ_D_EFFECTS2)) {
        json_integer(json, "effects", d->effects);
    }
    if (d->mask & NQ_D_PREDICTION) {
        dump_prediction(json, &d->prediction);
    }
    if (d->mask & NQ_D_MODEL) {
        json_integer(json, "model", d->model);
    }
    if (d->mask & NQ_D_SKIN) {
        json_integer(json, "skin", d->skin);
    }
    if (d->mask & NQ_D_COLORMAP) {
        json_integer(json, "colormap", d->colormap);
    }
    if (d->mask & NQ_D_SOLID) {
        json_integer(json, "solid_code", d->solid_code);
        json_integer(json, "solid", d->solid);
    }
    if (d->mask & NQ_D_FLAGS) {
        json_integer(json, "flags", d->flags);
    }
}

/* Bits 16 to 22. */
static void dump_third(struct json_writer *json, const struct nq_delta *d)
{
    if (d->mask & NQ_D_ALPHA) {
        json_integer(json, "alpha", d->alpha);
    }
    if (d->mask & NQ_D_SCALE) {
        json_integer(json, "scale", d->scale);
    }
    if (d->mask & NQ_D_BONES) {
        json_integer(json, "bones_size", d->bones_size);
    }
    if (d->mask & NQ_D_DRAWFLAGS) {
        json_integer(json, "draw_flags", d->draw_flags);
        json_integer(json, "draw_light", d->draw_light);
    }
    if (d->mask & NQ_D_TAG) {
        json_integer(json, "tag_entity", d->tag_entity);
        json_integer(json, "tag_index", d->tag_index);
    }
    if (d->mask & NQ_D_LIGHT) {
        json_begin_array(json, "light");
        for (int i = 0; i < 4; i++) {
            json_integer(json, NULL, d->light[i]);
        }
        json_end_array(json);
        json_integer(json, "light_style", d->light_style);
        json_integer(json, "light_flags", d->light_flags);
    }
    if (d->mask & NQ_D_TRAIL) {
        json_integer(json, "trail", d->trail & NQ_DELTA_TRAIL);
        json_integer(json, "emit", d->emit);
    }
}

/* Bits 24 to 30. */
static void dump_fourth(struct json_writer *json, const struct nq_delta *d)
{
    if (d->mask & NQ_D_COLORMOD) {
        dump_bytes(json, "colormod", d->colormod, 3);
    }
    if (d->mask & NQ_D_GLOW) {
        dump_bytes(json, "glow", d->glow, 5);
    }
    if (d->mask & NQ_D_FATNESS) {
        json_integer(json, "fatness", d->fatness);
    }
    if (d->mask & NQ_D_MODEL2) {
        json_integer(json, "model2", d->model2);
    }
    if (d->mask & NQ_D_GRAVITY) {
        dump_bytes(json, "gravity", d->gravity, 2);
    }
    if (d->mask & NQ_D_FRAME_TIME) {
        json_integer(json, "frame_time", d->frame_time);
    }
}

static void dump_delta(struct json_writer *json, const struct nq_delta *d)
{
    json_integer(json, "mask", d->mask);
    dump_usual(json, d);
    dump_third(json, d);
    dump_fourth(json, d);
}

static void dump_deltas(struct json_writer *json, const struct nq_protocol *protocol,
                        const struct nq_deltas *deltas)
{
    struct byte_reader r = byte_reader_make(deltas->bytes, deltas->size);
    struct nq_delta_entry entry;
    json_integer(json, "input", deltas->input);
    json_float(json, "time", deltas->time);
    json_begin_array(json, "entities");
    while (byte_reader_left(&r) > 0 && nq_delta_next(protocol, &r, &entry, NULL) > 0) {
        json_begin_object(json, NULL);
        json_integer(json, "entity", entry.entity);
        if (entry.removed) {
            json_bool(json, "removed", true);
        } else {
            dump_delta(json, &entry.delta);
        }
        json_end_object(json);
    }
    json_end_array(json);
}

static void dump_particles(struct json_writer *json, const struct nq_named_particles *p)
{
    json_integer(json, "effect", p->effect);
    json_numbers(json, "origin", p->origin, 3);
    if (p->is_trail) {
        json_integer(json, "entity", p->entity);
        json_numbers(json, "end", p->end, 3);
    } else {
        json_numbers(json, "velocity", p->velocity, 3);
        json_integer(json, "count", p->count);
    }
}

bool nq_dump_fte(struct json_writer *json, const struct nq_protocol *protocol,
                 const struct nq_message *m)
{
    switch (m->id) {
    case NQ_DELTA_STATIC:
        dump_delta(json, &m->u.delta_static);
        return true;
    case NQ_DELTA_BASELINE:
        json_integer(json, "entity", m->u.delta_baseline.entity);
        dump_delta(json, &m->u.delta_baseline.delta);
        return true;
    case NQ_DELTAS:
        dump_deltas(json, protocol, &m->u.deltas);
        return true;
    case NQ_UPDATESTAT_BYTE:
        json_integer(json, "stat", m->u.updatestat.stat);
        json_integer(json, "value", m->u.updatestat.value);
        return true;
    case NQ_UPDATESTAT_FLOAT:
        json_integer(json, "stat", m->u.updatestat.stat);
        json_float(json, "value", m->u.updatestat.real);
        return true;
    case NQ_UPDATESTAT_STRING:
        json_integer(json, "stat", m->u.stat_string.stat);
        json_string(json, "text", m->u.stat_string.text);
        return true;
    case NQ_PRECACHE:
        json_integer(json, "kind", m->u.precache.kind);
        json_integer(json, "number", m->u.precache.number);
        json_string(json, "text", m->u.precache.name);
        return true;
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        dump_particles(json, &m->u.named_particles);
        return true;
    case NQ_DOWNLOAD:
        json_integer(json, "start", m->u.download.start);
        json_integer(json, "bytes", m->u.download.bytes.size);
        return true;
    case NQ_VOICE:
        json_integer(json, "sender", m->u.voice.sender);
        json_integer(json, "codec", m->u.voice.codec);
        json_integer(json, "sequence", m->u.voice.sequence);
        json_integer(json, "bytes", m->u.voice.bytes.size);
        return true;
    case NQ_ANGLE_DELTA:
        json_floats(json, "angles", m->u.setangle, 3);
        return true;
    default:
        return false;
    }
}
