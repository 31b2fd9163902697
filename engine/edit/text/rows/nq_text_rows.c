#include "engine/edit/text/rows/nq_text_tables.h"

#define SIZE_AT(member) .size_offset = offsetof(struct nq_message, u.member), .size_width = 4
#define PLAIN_ROW(row_id, text) .id = (row_id), TEXT_NAME(text)
#define MASK_AT(member, bytes) .masks[0] = {offsetof(struct nq_message, u.member), bytes}

uint32_t nq_text_classes(const struct nq_protocol *protocol)
{
    const bool extended = nq_protocol_is_extended(protocol);
    const bool deltas = nq_protocol_has_deltas(protocol);
    const bool darkplaces = nq_protocol_is_darkplaces(protocol);
    return (extended ? NQ_TEXT_EXTENDED : 0u) | (deltas ? NQ_TEXT_DELTAS : 0u) |
           (darkplaces ? NQ_TEXT_DARKPLACES : 0u) |
           (!extended && !deltas && !darkplaces ? NQ_TEXT_PLAIN : 0u) |
           (protocol->fte2 ? NQ_TEXT_FTE : 0u) |
           (protocol->wide & NQ_WIDE_MODEL ? NQ_TEXT_WIDE_MODEL : 0u) |
           (protocol->wide & NQ_WIDE_SOUND ? NQ_TEXT_WIDE_SOUND : 0u) |
           (protocol->wide & NQ_WIDE_STATIC_SOUND ? NQ_TEXT_WIDE_STATIC : 0u) |
           (protocol->version == NQ_PROTOCOL_15 ? NQ_TEXT_15 : 0u);
}

const char *nq_text_class_title(int bit)
{
    static const char *const titles[NQ_TEXT_CLASSES] = {"the plain protocols",
                                                        "666 and 999",
                                                        "FTE2's replacement deltas",
                                                        "DarkPlaces 5 to 7",
                                                        "FTE2's extensions",
                                                        "BJP",
                                                        "BJP2 and BJP3",
                                                        "BJP2",
                                                        "15"};
    return titles[bit];
}

/* --- entity updates ----------------------------------------------------------------------------
 */

static uint32_t update_needs(const void *message, uint32_t mask, uint32_t classes)
{
    const struct nq_entity_update *u = &((const struct nq_message *)message)->u.update;
    const uint32_t found = mask;
    mask |= u->entity > 255 ? NQ_U_LONGENTITY : 0u;
    if (classes & NQ_TEXT_EXTENDED) {
        mask |= (u->model > 255 ? NQ_U_MODEL2 : 0u) | (u->frame > 255 ? NQ_U_FRAME2 : 0u);
    }
    mask |= mask >> 24 ? NQ_U_EXTEND2 : 0u;
    mask |= mask >> 16 ? NQ_U_EXTEND1 : 0u;
    mask |= mask >> 8 ? NQ_U_MOREBITS : 0u;
    return mask & ~found;
}

static uint32_t dp_update_needs(const void *message, uint32_t mask, uint32_t classes)
{
    const struct nq_entity_update *u = &((const struct nq_message *)message)->u.update;
    const uint32_t found = mask;
    mask |= u->model > 255 ? NQ_DPU_MODEL2 : 0u;
    mask |= u->frame > 255 ? NQ_DPU_FRAME2 : 0u;
    mask |= u->effects > 255 ? NQ_DPU_EFFECTS2 : 0u;
    return (mask & ~found) | update_needs(message, mask, classes);
}

#define UPDATE_FIELDS(model2, frame2, effects2)                                                    \
    {TEXT_NAME("entity"), .help = "the entity's number", .kind = TEXT_U16, .need = TEXT_FIRST,     \
     AT(update.entity)},                                                                           \
        {TEXT_NAME("model"),                                                                       \
         .kind = TEXT_U16,                                                                         \
         .need = TEXT_MASKED,                                                                      \
         .refers = TEXT_REFERS_MODEL,                                                              \
         .bits = {NQ_U_MODEL},                                                                     \
         .also = (model2),                                                                         \
         .wide_in = NQ_TEXT_EXTENDED | NQ_TEXT_WIDE_MODEL | (model2),                              \
         .limit = 255,                                                                             \
         AT(update.model)},                                                                        \
        {TEXT_NAME("frame"),   .kind = TEXT_U16, .need = TEXT_MASKED,                              \
         .bits = {NQ_U_FRAME}, .also = (frame2), .wide_in = NQ_TEXT_EXTENDED | (frame2),           \
         .limit = 255,         AT(update.frame)},                                                  \
        {TEXT_NAME("colormap"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_U_COLORMAP},     \
         AT(update.colormap)},                                                                     \
        {TEXT_NAME("skin"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_U_SKIN},             \
         AT(update.skin)},                                                                         \
        {TEXT_NAME("effects"),   .kind = TEXT_U16,   .need = TEXT_MASKED,                          \
         .bits = {NQ_U_EFFECTS}, .also = (effects2), .values = &nq_text_effects,                   \
         AT(update.effects)},                                                                      \
        {TEXT_NAME("origin"), .help = "units; - for a number that is not sent",                    \
         .kind = TEXT_COORD,  .need = TEXT_MASKED,                                                 \
         .count = 3,          .bits = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3},                  \
         AT(update.origin)},                                                                       \
        {TEXT_NAME("yaw"),      .help = "degrees; the only one of the angles that is sent",        \
         .kind = TEXT_ANGLE,    .need = TEXT_MASKED,                                               \
         .bits = {NQ_U_ANGLE2}, .unless = NQ_U_ANGLE1 | NQ_U_ANGLE3,                               \
         AT(update.angles[1])},                                                                    \
        {TEXT_NAME("angles"),                                                                      \
         .help = "pitch, yaw, roll in degrees",                                                    \
         .kind = TEXT_ANGLE,                                                                       \
         .need = TEXT_MASKED,                                                                      \
         .count = 3,                                                                               \
         .alone = NQ_U_ANGLE2,                                                                     \
         .bits = {NQ_U_ANGLE1, NQ_U_ANGLE2, NQ_U_ANGLE3},                                          \
         AT(update.angles)},                                                                       \
    {                                                                                              \
        TEXT_NAME("new"), .help = "do not interpolate to this update", .kind = TEXT_FLAG,          \
                          .need = TEXT_MASKED, .bits = {                                           \
                              NQ_U_NOLERP                                                          \
                          }                                                                        \
    }

static const struct text_field update_fields[] = {
    UPDATE_FIELDS(0, 0, 0),
    {TEXT_NAME("trans"), .help = "Nehahra's mode, alpha and full brightness", .kind = TEXT_FLOAT,
     .need = TEXT_MASKED, .count = 3, .bits = {NQ_U_TRANS}, AT(update.trans)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field extended_update_fields[] = {
    UPDATE_FIELDS(NQ_U_MODEL2, NQ_U_FRAME2, 0),
    {TEXT_NAME("alpha"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_U_ALPHA},
     AT(update.alpha)},
    {TEXT_NAME("scale"), .help = "1/16", .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_U_SCALE},
     AT(update.scale)},
    {TEXT_NAME("lerp_finish"), .help = "1/255 s", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_U_LERPFINISH}, AT(update.lerp_finish)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field dp_update_fields[] = {
    UPDATE_FIELDS(NQ_DPU_MODEL2, NQ_DPU_FRAME2, NQ_DPU_EFFECTS2),
    {TEXT_NAME("delta"), .help = "from the entity's last state", .kind = TEXT_FLAG,
     .need = TEXT_MASKED, .bits = {NQ_DPU_DELTA}},
    {TEXT_NAME("alpha"), .help = "1/255", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_DPU_ALPHA}, AT(update.alpha)},
    {TEXT_NAME("scale"), .help = "1/16", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_DPU_SCALE}, AT(update.scale)},
    {TEXT_NAME("glow_size"), .help = "4 units", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_DPU_GLOWSIZE}, AT(update.glow_size)},
    {TEXT_NAME("glow_color"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_DPU_GLOWCOLOR},
     AT(update.glow_color)},
    {TEXT_NAME("color_mod"), .help = "3, 3 and 2 bits", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_DPU_COLORMOD}, AT(update.color_mod)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

/* --- clientdata --------------------------------------------------------------------------------
 */

static uint32_t clientdata_needs(const void *message, uint32_t mask, uint32_t classes)
{
    const struct nq_clientdata *c = &((const struct nq_message *)message)->u.clientdata;
    const uint32_t found = mask;
    mask |= c->has_items ? NQ_SU_ITEMS : 0u;
    if (classes & NQ_TEXT_EXTENDED) {
        const uint16_t values[] = {c->weapon_model,   c->armor,          c->ammo,
                                   c->ammo_counts[0], c->ammo_counts[1], c->ammo_counts[2],
                                   c->ammo_counts[3]};
        for (int i = 0; i < 7; i++) {
            mask |= values[i] > 255 ? (uint32_t)NQ_SU_WEAPON2 << i : 0u;
        }
        mask |= c->weapon_frame > 255 ? NQ_SU_WEAPONFRAME2 : 0u;
    }
    mask |= mask >> 24 ? NQ_SU_EXTEND2 : 0u;
    mask |= mask >> 16 ? NQ_SU_EXTEND1 : 0u;
    return mask & ~found;
}

#define WIDE_STAT .wide_in = NQ_TEXT_EXTENDED | NQ_TEXT_DARKPLACES, .limit = 255
#define CLIENTDATA_HEAD(punch_kind)                                                                \
    {TEXT_NAME("view_height"), .help = "units; 22 without", .kind = TEXT_I8,                       \
     .need = TEXT_MASKED,      .bits = {NQ_SU_VIEWHEIGHT},  AT(clientdata.view_height)},           \
        {TEXT_NAME("ideal_pitch"), .help = "degrees",          .kind = TEXT_I8,                    \
         .need = TEXT_MASKED,      .bits = {NQ_SU_IDEALPITCH}, AT(clientdata.ideal_pitch)},        \
    {                                                                                              \
        TEXT_NAME("punch"),                                                                        \
            .help = "degrees", .kind = (punch_kind), .need = TEXT_MASKED, .count = 3,              \
            .bits = {NQ_SU_PUNCH1, NQ_SU_PUNCH1 << 1, NQ_SU_PUNCH1 << 2}, AT(clientdata.punch)     \
    }
#define CLIENTDATA_ITEMS(also_items)                                                               \
    {TEXT_NAME("on_ground"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {NQ_SU_ONGROUND}},    \
        {TEXT_NAME("in_water"), .kind = TEXT_FLAG, .need = TEXT_MASKED, .bits = {NQ_SU_INWATER}},  \
    {                                                                                              \
        TEXT_NAME("items"), .kind = TEXT_U32, .need = TEXT_MASKED, .mask = 1, .bits = {1},         \
                            .values = &nq_text_items, AT(clientdata.items)                         \
    }
#define CLIENTDATA_STATS(also2)                                                                    \
    {TEXT_NAME("weapon_frame"),                                                                    \
     .kind = TEXT_U16,                                                                             \
     .need = TEXT_MASKED,                                                                          \
     .bits = {NQ_SU_WEAPONFRAME},                                                                  \
     .also = (also2) ? NQ_SU_WEAPONFRAME2 : 0,                                                     \
     WIDE_STAT,                                                                                    \
     AT(clientdata.weapon_frame)},                                                                 \
        {TEXT_NAME("armor"),                                                                       \
         .kind = TEXT_U16,                                                                         \
         .need = TEXT_MASKED,                                                                      \
         .bits = {NQ_SU_ARMOR},                                                                    \
         .also = (also2) ? NQ_SU_ARMOR2 : 0,                                                       \
         WIDE_STAT,                                                                                \
         AT(clientdata.armor)},                                                                    \
        {TEXT_NAME("weapon_model"),                                                                \
         .kind = TEXT_U16,                                                                         \
         .need = TEXT_MASKED,                                                                      \
         .refers = TEXT_REFERS_MODEL,                                                              \
         .bits = {NQ_SU_WEAPON},                                                                   \
         .also = (also2) ? NQ_SU_WEAPON2 : 0,                                                      \
         .wide_in = NQ_TEXT_EXTENDED | NQ_TEXT_DARKPLACES | NQ_TEXT_WIDE_MODEL,                    \
         .limit = 255,                                                                             \
         AT(clientdata.weapon_model)},                                                             \
        {TEXT_NAME("health"), .kind = TEXT_I16, .need = TEXT_USUALLY, AT(clientdata.health)},      \
        {TEXT_NAME("ammo"), .kind = TEXT_U16, .need = TEXT_USUALLY, WIDE_STAT,                     \
         AT(clientdata.ammo)},                                                                     \
        {TEXT_NAME("ammo_counts"),                                                                 \
         .help = "shells, nails, rockets, cells",                                                  \
         .kind = TEXT_U16,                                                                         \
         .need = TEXT_USUALLY,                                                                     \
         .count = 4,                                                                               \
         WIDE_STAT,                                                                                \
         AT(clientdata.ammo_counts)},                                                              \
    {                                                                                              \
        TEXT_NAME("active_weapon"), .kind = TEXT_U16, .need = TEXT_USUALLY, WIDE_STAT,             \
                                    .values = &nq_text_items, AT(clientdata.active_weapon)         \
    }

static const struct text_field clientdata_fields[] = {
    CLIENTDATA_HEAD(TEXT_FLOAT),
    {TEXT_NAME("velocity"), .help = "16 units/s", .kind = TEXT_I8, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_SU_VELOCITY1, NQ_SU_VELOCITY1 << 1, NQ_SU_VELOCITY1 << 2},
     AT(clientdata.velocity)},
    CLIENTDATA_ITEMS(0),
    CLIENTDATA_STATS(1),
    {TEXT_NAME("weapon_alpha"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_SU_WEAPONALPHA},
     AT(clientdata.weapon_alpha)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field dp_clientdata_fields[] = {
    CLIENTDATA_HEAD(TEXT_SHORT_ANGLE),
    {TEXT_NAME("punch_vector"), .help = "units", .kind = TEXT_FLOAT, .need = TEXT_MASKED,
     .count = 3, .bits = {NQ_SU_DP_PUNCHVEC1, NQ_SU_DP_PUNCHVEC1 << 1, NQ_SU_DP_PUNCHVEC1 << 2},
     AT(clientdata.punch_vector)},
    {TEXT_NAME("velocity"), .help = "units/s", .kind = TEXT_FLOAT, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_SU_VELOCITY1, NQ_SU_VELOCITY1 << 1, NQ_SU_VELOCITY1 << 2},
     AT(clientdata.real_velocity)},
    CLIENTDATA_ITEMS(0),
    CLIENTDATA_STATS(0),
    {TEXT_NAME("view_zoom"), .help = "1/255", .kind = TEXT_U16, .need = TEXT_MASKED,
     .bits = {NQ_SU_DP_VIEWZOOM}, AT(clientdata.view_zoom)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

/* --- sounds and effects ------------------------------------------------------------------------
 */

static uint32_t sound_needs(const void *message, uint32_t mask, uint32_t classes)
{
    const struct nq_sound *s = &((const struct nq_message *)message)->u.sound;
    const uint32_t found = mask;
    const bool large = classes & (NQ_TEXT_EXTENDED | NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES);
    const bool wide = classes & NQ_TEXT_WIDE_SOUND;
    mask |= large && (s->entity > 8191 || s->channel > 7) ? NQ_SND_LARGEENTITY : 0u;
    mask |= large && !wide && s->sound > 255 ? NQ_SND_LARGESOUND : 0u;
    mask |= (classes & NQ_TEXT_DELTAS) && mask >> 8 ? NQ_SND_MORE : 0u;
    return mask & ~found;
}

#define LARGE_IN .wide_in = NQ_TEXT_EXTENDED | NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES
#define SOUND_FIELDS                                                                               \
    {TEXT_NAME("sound"),                                                                           \
     .kind = TEXT_U16,                                                                             \
     .need = TEXT_FIRST,                                                                           \
     .refers = TEXT_REFERS_SOUND,                                                                  \
     LARGE_IN | NQ_TEXT_WIDE_SOUND,                                                                \
     .limit = 255,                                                                                 \
     AT(sound.sound)},                                                                             \
        {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_NEEDED, LARGE_IN,                     \
         .limit = 8191,       AT(sound.entity)},                                                   \
        {TEXT_NAME("channel"), .kind = TEXT_U8,  .need = TEXT_NEEDED, LARGE_IN,                    \
         .limit = 7,           AT(sound.channel)},                                                 \
        {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,                 \
         AT(sound.origin)},                                                                        \
        {TEXT_NAME("volume"), .help = "1/255; 255 without", .kind = TEXT_U8,                       \
         .need = TEXT_MASKED, .bits = {NQ_SND_VOLUME},      AT(sound.volume)},                     \
    {                                                                                              \
        TEXT_NAME("attenuation"), .help = "1/64; 64 without", .kind = TEXT_U8,                     \
                                  .need = TEXT_MASKED, .bits = {NQ_SND_ATTENUATION},               \
                                  AT(sound.attenuation)                                            \
    }
#define SOUND_SPEED                                                                                \
    {                                                                                              \
        TEXT_NAME("speed"), .help = "1/4000", .kind = TEXT_U16, .need = TEXT_MASKED,               \
                            .bits = {NQ_SND_SPEED}, AT(sound.speed)                                \
    }

static const struct text_field sound_fields[] = {
    SOUND_FIELDS,
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field dp_sound_fields[] = {
    SOUND_FIELDS,
    SOUND_SPEED,
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field fte_sound_fields[] = {
    SOUND_FIELDS,
    {TEXT_NAME("pitch"), .help = "percent", .kind = TEXT_U8, .need = TEXT_MASKED,
     .bits = {NQ_SND_PITCH}, AT(sound.pitch)},
    {TEXT_NAME("offset_ms"), .kind = TEXT_I16, .need = TEXT_MASKED, .bits = {NQ_SND_OFFSET},
     AT(sound.offset)},
    {TEXT_NAME("velocity"), .help = "1/8 unit/s", .kind = TEXT_I16, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_SND_VELOCITY}, AT(sound.velocity)},
    SOUND_SPEED,
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static uint32_t localsound_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    const bool large = ((const struct nq_message *)message)->u.localsound.sound > 255;
    return large ? NQ_SND_LARGESOUND & ~mask : 0u;
}

static const struct text_field localsound_fields[] = {
    {TEXT_NAME("sound"), .kind = TEXT_U16, .need = TEXT_FIRST, .refers = TEXT_REFERS_SOUND,
     AT(localsound.sound)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field stopsound_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_NEEDED, .shift = 3, .width = 13,
     AT(stopsound)},
    {TEXT_NAME("channel"), .kind = TEXT_U16, .need = TEXT_NEEDED, .width = 3, AT(stopsound)},
};

#define STATIC_SOUND_FIELDS(wide)                                                                  \
    {TEXT_NAME("sound"), .kind = TEXT_U16, .need = TEXT_FIRST,        .refers = TEXT_REFERS_SOUND, \
     .wide_in = (wide),  .limit = 255,     AT(spawnstaticsound.sound)},                            \
        {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,                 \
         AT(spawnstaticsound.origin)},                                                             \
        {TEXT_NAME("volume"), .help = "1/255", .kind = TEXT_U8, .need = TEXT_NEEDED,               \
         AT(spawnstaticsound.volume)},                                                             \
    {                                                                                              \
        TEXT_NAME("attenuation"), .help = "1/64", .kind = TEXT_U8, .need = TEXT_NEEDED,            \
                                  AT(spawnstaticsound.attenuation)                                 \
    }

static const struct text_field staticsound_fields[] = {STATIC_SOUND_FIELDS(NQ_TEXT_WIDE_STATIC)};
static const struct text_field staticsound2_fields[] = {STATIC_SOUND_FIELDS(0)};

static const struct text_field particle_fields[] = {
    {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3, AT(particle.origin)},
    {TEXT_NAME("velocity"), .help = "1/16 unit", .kind = TEXT_I8, .need = TEXT_USUALLY, .count = 3,
     AT(particle.velocity)},
    {TEXT_NAME("count"), .help = "255 is an explosion", .kind = TEXT_U8, .need = TEXT_NEEDED,
     AT(particle.count)},
    {TEXT_NAME("color"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(particle.color)},
};

static const struct text_field damage_fields[] = {
    {TEXT_NAME("armor"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(damage.armor)},
    {TEXT_NAME("blood"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(damage.blood)},
    {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3, AT(damage.origin)},
};

static uint32_t temp_needs(const void *message, uint32_t mask, uint32_t classes)
{
    const uint32_t entity = ((const struct nq_message *)message)->u.temp_entity.entity;
    return (classes & NQ_TEXT_DELTAS) && entity > 0x7fff ? 1 & ~mask : 0u;
}

static const struct text_field temp_fields[] = {
    {TEXT_NAME("type"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &nq_text_temps,
     AT(temp_entity.type)},
    {TEXT_NAME("entity"), .help = "the owner of a beam", .kind = TEXT_U32, .need = TEXT_USUALLY,
     .wide_in = NQ_TEXT_DELTAS, .limit = 65535, AT(temp_entity.entity)},
    {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_USUALLY, .count = 3,
     AT(temp_entity.origin)},
    {TEXT_NAME("end"), .help = "of a beam", .kind = TEXT_COORD, .need = TEXT_USUALLY, .count = 3,
     AT(temp_entity.end)},
    {TEXT_NAME("color_start"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(temp_entity.color_start)},
    {TEXT_NAME("color_length"), .kind = TEXT_U8, .need = TEXT_USUALLY,
     AT(temp_entity.color_length)},
    {TEXT_NAME("direction"), .help = "a third place", .kind = TEXT_COORD, .need = TEXT_USUALLY,
     .count = 3, AT(temp_entity.direction)},
    {TEXT_NAME("rgb"), .help = "of explosion3", .kind = TEXT_COORD, .need = TEXT_USUALLY,
     .count = 3, AT(temp_entity.rgb)},
    {TEXT_NAME("speed"), .help = "of particles", .kind = TEXT_COORD, .need = TEXT_USUALLY,
     AT(temp_entity.speed)},
    {TEXT_NAME("model_name"), .help = "of beam_by_name", .kind = TEXT_STRING, .is_data = true,
     .need = TEXT_USUALLY, .usual = 1, AT(temp_entity.name)},
    {TEXT_NAME("count"), .help = "of particles or shots", .kind = TEXT_U16, .need = TEXT_USUALLY,
     AT(temp_entity.count)},
    {TEXT_NAME("velocity"), .help = "of blood and sparks", .kind = TEXT_I8, .need = TEXT_USUALLY,
     .count = 3, AT(temp_entity.velocity)},
    {TEXT_NAME("color"), .help = "red, green, blue, 1/255", .kind = TEXT_U8, .need = TEXT_USUALLY,
     .count = 3, AT(temp_entity.color)},
    {TEXT_NAME("gravity"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(temp_entity.gravity)},
    {TEXT_NAME("radius"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(temp_entity.radius)},
    {TEXT_NAME("lifetime"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(temp_entity.lifetime)},
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};

static const struct text_field trail_fields[] = {
    {TEXT_NAME("effect"), .kind = TEXT_U16, .need = TEXT_FIRST, AT(named_particles.effect)},
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_NEEDED, AT(named_particles.entity)},
    {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,
     AT(named_particles.origin)},
    {TEXT_NAME("end"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,
     AT(named_particles.end)},
};

#define POINT_FIELDS                                                                               \
    {TEXT_NAME("effect"), .kind = TEXT_U16, .need = TEXT_FIRST, AT(named_particles.effect)},       \
    {                                                                                              \
        TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,                  \
                             AT(named_particles.origin)                                            \
    }

static const struct text_field point_fields[] = {
    POINT_FIELDS,
    {TEXT_NAME("velocity"), .help = "units/s", .kind = TEXT_COORD, .need = TEXT_USUALLY, .count = 3,
     AT(named_particles.velocity)},
    {TEXT_NAME("count"), .kind = TEXT_U16, .need = TEXT_USUALLY, .usual = 1,
     AT(named_particles.count)},
};
static const struct text_field point1_fields[] = {POINT_FIELDS};

#define SPRITE_FIELDS(wide)                                                                        \
    {TEXT_NAME("model"), .kind = TEXT_U16, .need = TEXT_FIRST,     .refers = TEXT_REFERS_MODEL,    \
     .wide_in = (wide),  .limit = 255,     AT(sprite_effect.model)},                               \
        {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3,                 \
         AT(sprite_effect.origin)},                                                                \
        {TEXT_NAME("frame"), .help = "the first", .kind = TEXT_U16,       .need = TEXT_USUALLY,    \
         .wide_in = (wide),  .limit = 255,        AT(sprite_effect.frame)},                        \
        {TEXT_NAME("frames"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(sprite_effect.frames)},     \
    {                                                                                              \
        TEXT_NAME("rate"), .help = "frames per second", .kind = TEXT_U8, .need = TEXT_NEEDED,      \
                           AT(sprite_effect.rate)                                                  \
    }

/* A class that the message is never in: the limit holds. */
static const struct text_field effect_fields[] = {SPRITE_FIELDS(NQ_TEXT_PLAIN)};
static const struct text_field effect2_fields[] = {SPRITE_FIELDS(0)};

/* --- baselines and static entities -------------------------------------------------------------
 */

#define STATE_FIELDS(at, model_wide, frame_wide)                                                   \
    {TEXT_NAME("model"),      .kind = TEXT_U16, .need = TEXT_NEEDED, .refers = TEXT_REFERS_MODEL,  \
     .wide_in = (model_wide), .limit = 255,     AT(at.model)},                                     \
        {TEXT_NAME("frame"),      .kind = TEXT_U16, .need = TEXT_USUALLY,                          \
         .wide_in = (frame_wide), .limit = 255,     AT(at.frame)},                                 \
        {TEXT_NAME("colormap"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(at.colormap)},           \
        {TEXT_NAME("skin"), .kind = TEXT_U8, .need = TEXT_USUALLY, AT(at.skin)},                   \
        {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_NEEDED, .count = 3, AT(at.origin)}, \
    {                                                                                              \
        TEXT_NAME("angles"), .kind = TEXT_ANGLE, .need = TEXT_USUALLY, .count = 3, AT(at.angles)   \
    }
#define STATE_TAIL(at)                                                                             \
    {TEXT_NAME("alpha"), .kind = TEXT_U8, .need = TEXT_MASKED, .bits = {NQ_B_ALPHA},               \
     AT(at.alpha)},                                                                                \
        {TEXT_NAME("scale"),  .help = "1/16",       .kind = TEXT_U8,                               \
         .need = TEXT_MASKED, .bits = {NQ_B_SCALE}, AT(at.scale)},                                 \
    {                                                                                              \
        TEXT_NAME("bits"), .kind = TEXT_BITS                                                       \
    }
#define BASELINE_ENTITY                                                                            \
    {                                                                                              \
        TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_FIRST, AT(spawnbaseline.entity)        \
    }

static uint32_t state_needs(const struct nq_entity_state *s, uint32_t mask)
{
    return ((s->model > 255 ? NQ_B_LARGEMODEL : 0u) | (s->frame > 255 ? NQ_B_LARGEFRAME : 0u)) &
           ~mask;
}

static uint32_t static_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    return state_needs(&((const struct nq_message *)message)->u.spawnstatic, mask);
}

static uint32_t baseline_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    return state_needs(&((const struct nq_message *)message)->u.spawnbaseline.state, mask);
}

static const struct text_field static_fields[] = {
    STATE_FIELDS(spawnstatic, NQ_TEXT_WIDE_MODEL, 1u << 31)};
static const struct text_field static2_fields[] = {STATE_FIELDS(spawnstatic, 0, 0),
                                                   STATE_TAIL(spawnstatic)};
static const struct text_field dp_static2_fields[] = {STATE_FIELDS(spawnstatic, 0, 0)};
static const struct text_field baseline_fields[] = {
    BASELINE_ENTITY, STATE_FIELDS(spawnbaseline.state, NQ_TEXT_WIDE_MODEL, 1u << 31)};
static const struct text_field baseline2_fields[] = {
    BASELINE_ENTITY, STATE_FIELDS(spawnbaseline.state, 0, 0), STATE_TAIL(spawnbaseline.state)};
static const struct text_field dp_baseline2_fields[] = {BASELINE_ENTITY,
                                                        STATE_FIELDS(spawnbaseline.state, 0, 0)};

/* --- texts and single numbers ------------------------------------------------------------------
 */

static const struct text_field text_fields[] = {
    {TEXT_NAME("text"), .kind = TEXT_STRING, .need = TEXT_FIRST, AT(text)},
};

static const struct text_field name_fields[] = {
    {TEXT_NAME("text"), .kind = TEXT_STRING, .is_data = true, .need = TEXT_FIRST, AT(text)},
};

static const struct text_field showpic_fields[] = {
    {TEXT_NAME("slot"), .kind = TEXT_STRING, .is_data = true, .need = TEXT_FIRST, AT(showpic.slot)},
    {TEXT_NAME("picture"), .kind = TEXT_STRING, .is_data = true, .need = TEXT_FIRST,
     AT(showpic.picture)},
    {TEXT_NAME("x"), .kind = TEXT_U16, .need = TEXT_NEEDED, .wide_in = NQ_TEXT_DARKPLACES,
     .limit = 255, AT(showpic.x)},
    {TEXT_NAME("y"), .kind = TEXT_U16, .need = TEXT_NEEDED, .wide_in = NQ_TEXT_DARKPLACES,
     .limit = 255, AT(showpic.y)},
};

static const struct text_field stat_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &nq_text_stats,
     AT(updatestat.stat)},
    {TEXT_NAME("value"), .kind = TEXT_I32, .need = TEXT_FIRST, AT(updatestat.value)},
};
static const struct text_field stat_byte_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &nq_text_stats,
     AT(updatestat.stat)},
    {TEXT_NAME("value"), .kind = TEXT_U32, .need = TEXT_FIRST, .wide_in = NQ_TEXT_PLAIN,
     .limit = 255, AT(updatestat.value)},
};
static const struct text_field stat_float_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &nq_text_stats,
     AT(updatestat.stat)},
    {TEXT_NAME("value"), .kind = TEXT_FLOAT, .need = TEXT_FIRST, AT(updatestat.real)},
};
static const struct text_field stat_string_fields[] = {
    {TEXT_NAME("stat"), .kind = TEXT_U8, .need = TEXT_FIRST, .values = &nq_text_stats,
     AT(stat_string.stat)},
    {TEXT_NAME("text"), .kind = TEXT_STRING, .need = TEXT_FIRST, AT(stat_string.text)},
};

static const struct text_field version_fields[] = {
    {TEXT_NAME("version"), .kind = TEXT_I32, .need = TEXT_FIRST, AT(version)}};
static const struct text_field setview_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_FIRST, AT(setview)}};
static const struct text_field time_fields[] = {
    {TEXT_NAME("time"), .help = "seconds", .kind = TEXT_FLOAT, .need = TEXT_FIRST, AT(time)}};
static const struct text_field timed_fields[] = {
    {TEXT_NAME("time"), .help = "seconds", .kind = TEXT_FLOAT, .need = TEXT_FIRST, AT(timed.time)},
    {TEXT_NAME("input"), .help = "number of the last input; with PREDINFO", .kind = TEXT_U16,
     .need = TEXT_USUALLY, AT(timed.input)},
};
static const struct text_field setangle_fields[] = {
    {TEXT_NAME("angles"), .help = "pitch, yaw, roll in degrees", .kind = TEXT_ANGLE,
     .need = TEXT_FIRST, .count = 3, AT(setangle)}};
static const struct text_field setangle_delta_fields[] = {
    {TEXT_NAME("angles"), .help = "pitch, yaw, roll in degrees", .kind = TEXT_SHORT_ANGLE,
     .need = TEXT_FIRST, .count = 3, AT(setangle)}};
static const struct text_field lightstyle_fields[] = {
    {TEXT_NAME("style"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(lightstyle.style)},
    {TEXT_NAME("map"), .help = "a dark to z double, ten a second", .kind = TEXT_STRING,
     .is_data = true, .need = TEXT_FIRST, AT(lightstyle.map)},
};
static const struct text_field updatename_fields[] = {
    {TEXT_NAME("player"), .help = "from 0", .kind = TEXT_U8, .need = TEXT_FIRST,
     AT(updatename.player)},
    {TEXT_NAME("player_name"), .kind = TEXT_STRING, .need = TEXT_FIRST, .limit = 31,
     AT(updatename.name)},
};
static const struct text_field updatefrags_fields[] = {
    {TEXT_NAME("player"), .help = "from 0", .kind = TEXT_U8, .need = TEXT_FIRST,
     AT(updatefrags.player)},
    {TEXT_NAME("frags"), .kind = TEXT_I16, .need = TEXT_FIRST, AT(updatefrags.frags)},
};
static const struct text_field updatecolors_fields[] = {
    {TEXT_NAME("player"), .help = "from 0", .kind = TEXT_U8, .need = TEXT_FIRST,
     AT(updatecolors.player)},
    {TEXT_NAME("colors"), .help = "shirt * 16 + pants", .kind = TEXT_U8, .need = TEXT_FIRST,
     AT(updatecolors.colors)},
};
static const struct text_field setpause_fields[] = {
    {TEXT_NAME("pause"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(setpause)}};
static const struct text_field signonnum_fields[] = {
    {TEXT_NAME("signon"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(signonnum)}};
static const struct text_field cdtrack_fields[] = {
    {TEXT_NAME("track"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(cdtrack.track)},
    {TEXT_NAME("loop_track"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(cdtrack.loop_track)},
};
static const struct text_field fog_fields[] = {
    {TEXT_NAME("density"), .help = "1/255", .kind = TEXT_U8, .need = TEXT_NEEDED, AT(fog.density)},
    {TEXT_NAME("color"), .help = "1/255", .kind = TEXT_U8, .need = TEXT_NEEDED, .count = 3,
     AT(fog.color)},
    {TEXT_NAME("time"), .help = "1/100 s, to fade to it", .kind = TEXT_I16, .need = TEXT_USUALLY,
     AT(fog.time)},
};
static const struct text_field precache_fields[] = {
    {TEXT_NAME("number"), .kind = TEXT_U16, .need = TEXT_FIRST, AT(precache.number)},
    {TEXT_NAME("text"), .kind = TEXT_STRING, .need = TEXT_FIRST, .is_data = true,
     AT(precache.name)},
    {TEXT_NAME("kind"), .kind = TEXT_U8, .need = TEXT_USUALLY, .values = &nq_text_precaches,
     AT(precache.kind)},
};
static const struct text_field download_fields[] = {
    {TEXT_NAME("start"), .kind = TEXT_I32, .need = TEXT_FIRST, AT(download.start)},
    {TEXT_NAME("bytes"), .kind = TEXT_BYTES, .need = TEXT_USUALLY, AT(download.bytes.data),
     SIZE_AT(download.bytes.size)},
};
static const struct text_field voice_fields[] = {
    {TEXT_NAME("sender"), .kind = TEXT_U8, .need = TEXT_FIRST, AT(voice.sender)},
    {TEXT_NAME("codec"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(voice.codec)},
    {TEXT_NAME("sequence"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(voice.sequence)},
    {TEXT_NAME("bytes"), .kind = TEXT_BYTES, .need = TEXT_USUALLY, AT(voice.bytes.data),
     SIZE_AT(voice.bytes.size)},
};

static const struct text_field serverinfo_fields[] = {
    {TEXT_NAME("protocol"), .kind = TEXT_I32, .need = TEXT_FIRST, AT(serverinfo.protocol)},
    {TEXT_NAME("flags"), .help = "of protocol 999", .kind = TEXT_U32, .need = TEXT_USUALLY,
     .values = &nq_text_flags, AT(serverinfo.flags)},
    {TEXT_NAME("extensions"), .help = "pairs of a word (FTEX, FTE1, FTE2) and its flags",
     .kind = TEXT_BYTES, .need = TEXT_USUALLY, AT(serverinfo.extensions),
     .size_offset = offsetof(struct nq_message, u.serverinfo.num_extensions), .size_width = 1,
     .unit = 8},
    {TEXT_NAME("game_dirs"), .help = "with PREDINFO", .kind = TEXT_STRING, .is_data = true,
     .need = TEXT_USUALLY, AT(serverinfo.game_dirs)},
    {TEXT_NAME("max_clients"), .kind = TEXT_U8, .need = TEXT_NEEDED, AT(serverinfo.max_clients)},
    {TEXT_NAME("game_type"), .help = "1: deathmatch", .kind = TEXT_U8, .need = TEXT_NEEDED,
     AT(serverinfo.game_type)},
    {TEXT_NAME("level_name"), .kind = TEXT_STRING, .need = TEXT_NEEDED, AT(serverinfo.level_name)},
    {TEXT_NAME("models"), .help = "from number 1", .kind = TEXT_NAMES, .need = TEXT_USUALLY,
     AT(serverinfo.models.first), SIZE_AT(serverinfo.models.count)},
    {TEXT_NAME("sounds"), .help = "from number 1", .kind = TEXT_NAMES, .need = TEXT_USUALLY,
     AT(serverinfo.sounds.first), SIZE_AT(serverinfo.sounds.count)},
};

/* --- the rows, the frequent ones first ---------------------------------------------------------
 */

#define UPDATE_REST MASK_AT(update.mask, 4), .help = "an entity's update"
#define CLIENTDATA_REST                                                                            \
    .masks = {{offsetof(struct nq_message, u.clientdata.mask), 4},                                 \
              {offsetof(struct nq_message, u.clientdata.has_items), 1}},                           \
    .needs = clientdata_needs
#define OTHERS (NQ_TEXT_PLAIN | NQ_TEXT_15 | NQ_TEXT_DARKPLACES | NQ_TEXT_DELTAS)

static const struct text_row rows[] = {
    {ROW(NQ_ENTITY_UPDATE, "ent", extended_update_fields), UPDATE_REST, .classes = NQ_TEXT_EXTENDED,
     .needs = update_needs},
    {ROW(NQ_ENTITY_UPDATE, "ent", update_fields), UPDATE_REST, .classes = OTHERS,
     .needs = update_needs},
    {ROW(NQ_TIME, "time", timed_fields), .classes = NQ_TEXT_FTE},
    {ROW(NQ_TIME, "time", time_fields)},
    {ROW(NQ_CLIENTDATA, "clientdata", dp_clientdata_fields), .classes = NQ_TEXT_DARKPLACES,
     CLIENTDATA_REST},
    {ROW(NQ_CLIENTDATA, "clientdata", clientdata_fields), CLIENTDATA_REST},
    {ROW(NQ_SOUND, "sound", fte_sound_fields), .classes = NQ_TEXT_DELTAS, MASK_AT(sound.mask, 2),
     .needs = sound_needs},
    {ROW(NQ_SOUND, "sound", dp_sound_fields), .classes = NQ_TEXT_DARKPLACES, MASK_AT(sound.mask, 2),
     .needs = sound_needs},
    {ROW(NQ_SOUND, "sound", sound_fields), MASK_AT(sound.mask, 2), .needs = sound_needs},
    {ROW(NQ_TEMP_ENTITY, "temp_entity", temp_fields), MASK_AT(temp_entity.wide, 1),
     .needs = temp_needs},
    {ROW(NQ_PARTICLE, "particle", particle_fields)},
    {PLAIN_ROW(NQ_NOP, "nop")},
    {ROW(NQ_LIGHTSTYLE, "lightstyle", lightstyle_fields)},
    {ROW(NQ_STUFFTEXT, "stufftext", text_fields)},
    {ROW(NQ_PRINT, "print", text_fields)},
    {ROW(NQ_CENTERPRINT, "centerprint", text_fields)},
    {ROW(NQ_DAMAGE, "damage", damage_fields)},
    {ROW(NQ_UPDATESTAT, "updatestat", stat_fields)},
    {ROW(NQ_UPDATENAME, "updatename", updatename_fields)},
    {ROW(NQ_UPDATEFRAGS, "updatefrags", updatefrags_fields)},
    {ROW(NQ_UPDATECOLORS, "updatecolors", updatecolors_fields)},
    {ROW(NQ_SPAWNBASELINE, "spawnbaseline", baseline_fields)},
    {ROW(NQ_SPAWNSTATIC, "spawnstatic", static_fields)},
    {ROW(NQ_SPAWNSTATICSOUND, "spawnstaticsound", staticsound_fields)},
    {ROW(NQ_SPAWNBASELINE2, "spawnbaseline2", baseline2_fields), .classes = NQ_TEXT_EXTENDED,
     MASK_AT(spawnbaseline.state.flags, 1), .needs = baseline_needs},
    {ROW(NQ_SPAWNSTATIC2, "spawnstatic2", static2_fields), .classes = NQ_TEXT_EXTENDED,
     MASK_AT(spawnstatic.flags, 1), .needs = static_needs},
    {ROW(NQ_SPAWNSTATICSOUND2, "spawnstaticsound2", staticsound2_fields),
     .classes = NQ_TEXT_EXTENDED},
    {ROW(NQ_DP_SPAWNBASELINE2, "spawnbaseline2", dp_baseline2_fields),
     .classes = NQ_TEXT_DARKPLACES},
    {ROW(NQ_DP_SPAWNSTATIC2, "spawnstatic2", dp_static2_fields), .classes = NQ_TEXT_DARKPLACES},
    {ROW(NQ_DP_SPAWNSTATICSOUND2, "spawnstaticsound2", staticsound2_fields),
     .classes = NQ_TEXT_DARKPLACES},
    {ROW(NQ_SERVERINFO, "serverinfo", serverinfo_fields)},
    {ROW(NQ_SETVIEW, "setview", setview_fields)},
    {ROW(NQ_SETANGLE, "setangle", setangle_fields)},
    {ROW(NQ_ANGLE_DELTA, "setangle_delta", setangle_delta_fields), .classes = NQ_TEXT_FTE},
    {ROW(NQ_SIGNONNUM, "signonnum", signonnum_fields)},
    {ROW(NQ_CDTRACK, "cdtrack", cdtrack_fields)},
    {ROW(NQ_SETPAUSE, "setpause", setpause_fields)},
    {ROW(NQ_STOPSOUND, "stopsound", stopsound_fields)},
    {PLAIN_ROW(NQ_KILLEDMONSTER, "killedmonster")},
    {PLAIN_ROW(NQ_FOUNDSECRET, "foundsecret")},
    {PLAIN_ROW(NQ_INTERMISSION, "intermission")},
    {ROW(NQ_FINALE, "finale", text_fields)},
    {PLAIN_ROW(NQ_SELLSCREEN, "sellscreen")},
    {ROW(NQ_CUTSCENE, "cutscene", text_fields)},
    {ROW(NQ_SHOWPIC, "showpic", showpic_fields), .help = "Nehahra"},
    {ROW(NQ_HIDEPIC, "hidepic", name_fields), .help = "Nehahra"},
    {ROW(NQ_SKYBOX, "skybox", name_fields)},
    {PLAIN_ROW(NQ_BONUSFLASH, "bonusflash"), .classes = NQ_TEXT_EXTENDED},
    {ROW(NQ_FOG, "fog", fog_fields), .classes = NQ_TEXT_EXTENDED},
    {ROW(NQ_ACHIEVEMENT, "achievement", text_fields), .classes = NQ_TEXT_EXTENDED},
    {ROW(NQ_LOCALSOUND, "localsound", localsound_fields), .classes = NQ_TEXT_EXTENDED,
     MASK_AT(localsound.mask, 1), .needs = localsound_needs},
    {ROW(NQ_UPDATESTAT_BYTE, "updatestat_byte", stat_byte_fields),
     .classes = NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES},
    {ROW(NQ_UPDATESTAT_FLOAT, "updatestat_float", stat_float_fields)},
    {ROW(NQ_UPDATESTAT_STRING, "updatestat_string", stat_string_fields)},
    {ROW(NQ_PRECACHE, "precache", precache_fields), .classes = NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES},
    {ROW(NQ_TRAIL_PARTICLES, "trail_particles", trail_fields),
     .classes = NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES},
    {ROW(NQ_POINT_PARTICLES, "point_particles", point_fields),
     .classes = NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES},
    {ROW(NQ_POINT_PARTICLES1, "point_particles1", point1_fields),
     .classes = NQ_TEXT_DELTAS | NQ_TEXT_DARKPLACES},
    {ROW(NQ_DP_EFFECT, "effect", effect_fields), .classes = NQ_TEXT_DARKPLACES},
    {ROW(NQ_DP_EFFECT2, "effect2", effect2_fields), .classes = NQ_TEXT_DARKPLACES},
    {ROW(NQ_DOWNLOAD, "download", download_fields),
     .classes = NQ_TEXT_FTE | NQ_TEXT_DARKPLACES | NQ_TEXT_15},
    {ROW(NQ_VOICE, "voice", voice_fields), .classes = NQ_TEXT_FTE},
    {ROW(NQ_TEXT_UPDATE_DP, "ent_dp", dp_update_fields), UPDATE_REST, .classes = NQ_TEXT_15,
     .needs = dp_update_needs},
    {PLAIN_ROW(NQ_DISCONNECT, "disconnect")},
    {ROW(NQ_VERSION, "version", version_fields)},
    {PLAIN_ROW(NQ_SPAWNBINARY, "spawnbinary")},
};
const struct text_table nq_text_table = {rows, COUNT(rows), &nq_text_entity_table};
