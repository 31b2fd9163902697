#include "engine/netquake/nq_dump_dp.h"

static void dump_bytes(struct json_writer *json, const char *key, const uint8_t *bytes, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++) {
        json_integer(json, NULL, bytes[i]);
    }
    json_end_array(json);
}

void nq_dump_stats(struct json_writer *json, const struct nq_clientdata *c)
{
    json_integer(json, "weapon_frame", c->weapon_frame);
    json_integer(json, "armor", c->armor);
    json_integer(json, "weapon_model", c->weapon_model);
    json_integer(json, "health", c->health);
    json_integer(json, "ammo", c->ammo);
    json_begin_array(json, "ammo_counts");
    for (int i = 0; i < 4; i++) {
        json_integer(json, NULL, c->ammo_counts[i]);
    }
    json_end_array(json);
    json_integer(json, "active_weapon", c->active_weapon);
}

static void dump_clientdata(struct json_writer *json, const struct nq_clientdata *c)
{
    json_integer(json, "mask", c->mask);
    json_bool(json, "has_items", c->has_items);
    json_integer(json, "view_height", c->view_height);
    json_integer(json, "ideal_pitch", c->ideal_pitch);
    json_floats(json, "punch", c->punch, 3);
    json_floats(json, "punch_vector", c->punch_vector, 3);
    json_floats(json, "velocity", c->real_velocity, 3);
    json_bool(json, "on_ground", c->mask & NQ_SU_ONGROUND);
    json_bool(json, "in_water", c->mask & NQ_SU_INWATER);
    if (c->has_items) {
        json_integer(json, "items", c->items);
    }
    if (c->has_stats) {
        nq_dump_stats(json, c);
    }
    json_integer(json, "view_zoom", c->view_zoom);
}

/* A number that the mask names. */
static void dump_number(struct json_writer *json, const struct nq_dp_entity *e, uint32_t bit,
                        const char *key, uint32_t value)
{
    if (e->mask & bit) {
        json_integer(json, key, value);
    }
}

static void dump_entity(struct json_writer *json, const struct nq_dp_entity *e)
{
    json_integer(json, "mask", e->mask);
    dump_number(json, e, NQ_E5_FLAGS, "flags", e->flags);
    if (e->mask & NQ_E5_ORIGIN) {
        json_numbers(json, "origin", e->origin, 3);
    }
    if (e->mask & NQ_E5_ANGLES) {
        json_floats(json, "angles", e->angles, 3);
    }
    dump_number(json, e, NQ_E5_MODEL, "model", e->model);
    dump_number(json, e, NQ_E5_FRAME, "frame", e->frame);
    dump_number(json, e, NQ_E5_SKIN, "skin", e->skin);
    dump_number(json, e, NQ_E5_EFFECTS, "effects", e->effects);
    dump_number(json, e, NQ_E5_ALPHA, "alpha", e->alpha);
    dump_number(json, e, NQ_E5_SCALE, "scale", e->scale);
    dump_number(json, e, NQ_E5_COLORMAP, "colormap", e->colormap);
    dump_number(json, e, NQ_E5_TAG, "tag_entity", e->tag_entity);
    dump_number(json, e, NQ_E5_TAG, "tag", e->tag);
    if (e->mask & NQ_E5_LIGHT) {
        json_begin_array(json, "light");
        for (int i = 0; i < 4; i++) {
            json_integer(json, NULL, e->light[i]);
        }
        json_end_array(json);
        json_integer(json, "light_style", e->light_style);
        json_integer(json, "light_flags", e->light_flags);
    }
    dump_number(json, e, NQ_E5_GLOW, "glow_size", e->glow_size);
    dump_number(json, e, NQ_E5_GLOW, "glow_color", e->glow_color);
    if (e->mask & NQ_E5_COLORMOD) {
        dump_bytes(json, "colormod", e->colormod, 3);
    }
    if (e->mask & NQ_E5_GLOWMOD) {
        dump_bytes(json, "glowmod", e->glowmod, 3);
    }
    dump_number(json, e, NQ_E5_SKELETON, "skeleton_bytes", e->skeleton_size);
    dump_number(json, e, NQ_E5_TRAIL, "trail", e->trail);
}

static void dump_entities(struct json_writer *json, const struct nq_dp_entities *entities)
{
    struct byte_reader r = byte_reader_make(entities->bytes, entities->size);
    struct nq_dp_entry entry;
    json_integer(json, "frame", entities->frame);
    json_integer(json, "input", entities->input);
    json_begin_array(json, "entities");
    while (byte_reader_left(&r) > 0 && nq_dp_entry_read(&r, &entry, NULL) > 0) {
        json_begin_object(json, NULL);
        json_integer(json, "entity", entry.number);
        if (entry.removed) {
            json_bool(json, "removed", true);
        } else {
            dump_entity(json, &entry.entity);
        }
        json_end_object(json);
    }
    json_end_array(json);
}

static void dump_state(struct json_writer *json, const struct nq_entity_state *s)
{
    json_integer(json, "model", s->model);
    json_integer(json, "frame", s->frame);
    json_integer(json, "colormap", s->colormap);
    json_integer(json, "skin", s->skin);
    json_numbers(json, "origin", s->origin, 3);
    json_floats(json, "angles", s->angles, 3);
}

static void dump_sprite(struct json_writer *json, const struct nq_sprite_effect *e)
{
    json_numbers(json, "origin", e->origin, 3);
    json_integer(json, "model", e->model);
    json_integer(json, "frame", e->frame);
    json_integer(json, "frames", e->frames);
    json_integer(json, "rate", e->rate);
}

bool nq_dump_dp(struct json_writer *json, const struct nq_protocol *protocol,
                const struct nq_message *m)
{
    if (!nq_protocol_is_darkplaces(protocol)) {
        return false;
    }
    switch (m->id) {
    case NQ_CLIENTDATA:
        dump_clientdata(json, &m->u.clientdata);
        return true;
    case NQ_DP_EFFECT:
    case NQ_DP_EFFECT2:
        dump_sprite(json, &m->u.sprite_effect);
        return true;
    case NQ_DP_SPAWNBASELINE2:
        json_integer(json, "entity", m->u.spawnbaseline.entity);
        dump_state(json, &m->u.spawnbaseline.state);
        return true;
    case NQ_DP_SPAWNSTATIC2:
        dump_state(json, &m->u.spawnstatic);
        return true;
    case NQ_DP_ENTITIES:
        dump_entities(json, &m->u.dp_entities);
        return true;
    case NQ_DP_SPAWNSTATICSOUND2:
        json_numbers(json, "origin", m->u.spawnstaticsound.origin, 3);
        json_integer(json, "sound", m->u.spawnstaticsound.sound);
        json_integer(json, "volume", m->u.spawnstaticsound.volume);
        json_integer(json, "attenuation", m->u.spawnstaticsound.attenuation);
        return true;
    default:
        return false;
    }
}
