/* Entities told by differences. */
#include "engine/edit/text/rows/nq_text_tables.h"

/* --- FTE2's deltas -----------------------------------------------------------------------------
 */

static uint32_t delta_needs(const struct nq_delta *d, uint32_t mask)
{
    const uint32_t found = mask;
    mask |= d->prediction.flags ? NQ_D_PREDICTION : 0u;
    mask |= d->frame > 255 || d->model > 255 || d->model2 > 255 || d->skin > 255 || d->skin < 0
                ? NQ_D_WIDE
                : 0u;
    mask |= d->effects > UINT16_MAX ? NQ_D_EFFECTS2 : 0u;
    mask |= mask >> 24 ? NQ_D_MORE3 : 0u;
    mask |= mask >> 16 ? NQ_D_MORE2 : 0u;
    mask |= mask >> 8 ? NQ_D_MORE1 : 0u;
    return mask & ~found;
}

static uint32_t entry_delta_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    return delta_needs(&((const struct nq_delta_entry *)message)->delta, mask);
}

static uint32_t static_delta_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    return delta_needs(&((const struct nq_message *)message)->u.delta_static, mask);
}

static uint32_t baseline_delta_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    return delta_needs(&((const struct nq_message *)message)->u.delta_baseline.delta, mask);
}

#define IN_DELTA(base, member) .offset = (base) + offsetof(struct nq_delta, member)
#define DELTA_NUMBER(base, name, number_kind, bit, member)                                         \
    {                                                                                              \
        TEXT_NAME(name), .kind = (number_kind), .need = TEXT_MASKED, .bits = {bit},                \
                         IN_DELTA(base, member)                                                    \
    }
#define DELTA_USUAL(base, name, number_kind, member)                                               \
    {                                                                                              \
        TEXT_NAME(name), .kind = (number_kind), .need = TEXT_USUALLY, IN_DELTA(base, member)       \
    }
#define DELTA_ROW(base, name, number_kind, numbers, bit, member)                                   \
    {                                                                                              \
        TEXT_NAME(name), .kind = (number_kind), .need = TEXT_MASKED, .count = (numbers),           \
                         .bits = {bit}, IN_DELTA(base, member)                                     \
    }
#define DELTA_FIELDS(base)                                                                          \
    {TEXT_NAME("reset"), .help = "from the baseline", .kind = TEXT_FLAG, .need = TEXT_MASKED,       \
     .bits = {NQ_D_RESET}},                                                                         \
        DELTA_NUMBER(base, "frame", TEXT_U16, NQ_D_FRAME, frame),                                   \
        {TEXT_NAME("origin"),                                                                       \
         .kind = TEXT_COORD,                                                                        \
         .need = TEXT_MASKED,                                                                       \
         .count = 3,                                                                                \
         .bits = {NQ_D_ORIGIN_XY, NQ_D_ORIGIN_XY, NQ_D_ORIGIN_Z},                                   \
         IN_DELTA(base, origin)},                                                                   \
        {TEXT_NAME("yaw"),       .kind = TEXT_ANGLE,       .need = TEXT_MASKED,                     \
         .bits = {NQ_D_ANGLE_Y}, .unless = NQ_D_ANGLES_XZ, IN_DELTA(base, angles[1])},              \
        {TEXT_NAME("angles"),   .kind = TEXT_ANGLE,                                                 \
         .need = TEXT_MASKED,   .count = 3,                                                         \
         .alone = NQ_D_ANGLE_Y, .bits = {NQ_D_ANGLES_XZ, NQ_D_ANGLE_Y, NQ_D_ANGLES_XZ},             \
         IN_DELTA(base, angles)},                                                                   \
        {TEXT_NAME("effects"),   .kind = TEXT_U32,      .need = TEXT_MASKED,                        \
         .bits = {NQ_D_EFFECTS}, .also = NQ_D_EFFECTS2, .values = &nq_text_effects,                 \
         IN_DELTA(base, effects)},                                                                  \
        {TEXT_NAME("moves"),                                                                        \
         .kind = TEXT_I16,                                                                          \
         .need = TEXT_MASKED,                                                                       \
         .count = 3,                                                                                \
         .mask = 1,                                                                                 \
         .bits = {NQ_DP_MOVE, NQ_DP_MOVE << 1, NQ_DP_MOVE << 2},                                    \
         IN_DELTA(base, prediction.moves)},                                                         \
        {TEXT_NAME("move_type"),    .kind = TEXT_U8,                                                \
         .need = TEXT_MASKED,       .mask = 1,                                                      \
         .bits = {NQ_DP_MOVE_TYPE}, IN_DELTA(base, prediction.move_type)},                          \
        {TEXT_NAME("velocity"),                                                                     \
         .help = "1/8 unit/s",                                                                      \
         .kind = TEXT_I16,                                                                          \
         .need = TEXT_MASKED,                                                                       \
         .count = 3,                                                                                \
         .mask = 1,                                                                                 \
         .bits = {NQ_DP_VELOCITY_XY, NQ_DP_VELOCITY_XY, NQ_DP_VELOCITY_Z},                          \
         IN_DELTA(base, prediction.velocity)},                                                      \
        {TEXT_NAME("msec"), .kind = TEXT_U8,      .need = TEXT_MASKED,                              \
         .mask = 1,         .bits = {NQ_DP_MSEC}, IN_DELTA(base, prediction.msec)},                 \
        {TEXT_NAME("has_view"),                                                                     \
         .help = "view, or weapon_frame without PREDINFO, is sent",                                 \
         .kind = TEXT_FLAG,                                                                         \
         .need = TEXT_MASKED,                                                                       \
         .mask = 1,                                                                                 \
         .bits = {NQ_DP_VIEW}},                                                                     \
        {TEXT_NAME("view"), .help = "360/65536 degrees",    .kind = TEXT_I16, .need = TEXT_USUALLY, \
         .count = 3,        IN_DELTA(base, prediction.view)},                                       \
        DELTA_USUAL(base, "weapon_frame", TEXT_U16, prediction.weapon_frame),                       \
        {TEXT_NAME("model"),          .kind = TEXT_U16,     .need = TEXT_MASKED,                    \
         .refers = TEXT_REFERS_MODEL, .bits = {NQ_D_MODEL}, IN_DELTA(base, model)},                 \
        DELTA_NUMBER(base, "skin", TEXT_I16, NQ_D_SKIN, skin),                                      \
        DELTA_NUMBER(base, "colormap", TEXT_U8, NQ_D_COLORMAP, colormap),                           \
        DELTA_NUMBER(base, "solid", TEXT_U32, NQ_D_SOLID, solid),                                   \
        {TEXT_NAME("solid_code"), .help = "size of solid, with NEWSIZEENCODING", .kind = TEXT_U8,   \
         .need = TEXT_USUALLY, IN_DELTA(base, solid_code)},                                         \
        DELTA_NUMBER(base, "flags", TEXT_U8, NQ_D_FLAGS, flags),                                    \
        DELTA_NUMBER(base, "alpha", TEXT_U8, NQ_D_ALPHA, alpha),                                    \
        DELTA_NUMBER(base, "scale", TEXT_U8, NQ_D_SCALE, scale),                                    \
        {TEXT_NAME("bones"),    .kind = TEXT_BYTES,                                                 \
         .need = TEXT_MASKED,   .bits = {NQ_D_BONES},                                               \
         IN_DELTA(base, bones), .size_offset = (base) + offsetof(struct nq_delta, bones_size),      \
         .size_width = 4},                                                                          \
        DELTA_NUMBER(base, "draw_flags", TEXT_U8, NQ_D_DRAWFLAGS, draw_flags),                      \
        DELTA_USUAL(base, "draw_light", TEXT_U8, draw_light),                                       \
        DELTA_NUMBER(base, "tag_entity", TEXT_U32, NQ_D_TAG, tag_entity),                           \
        DELTA_USUAL(base, "tag_index", TEXT_U8, tag_index),                                         \
        DELTA_ROW(base, "light", TEXT_U16, 4, NQ_D_LIGHT, light),                                   \
        DELTA_USUAL(base, "light_style", TEXT_U8, light_style),                                     \
        DELTA_USUAL(base, "light_flags", TEXT_U8, light_flags),                                     \
        {TEXT_NAME("trail"),  .help = "0x8000: emit is sent", .kind = TEXT_U16,                     \
         .need = TEXT_MASKED, .bits = {NQ_D_TRAIL},           IN_DELTA(base, trail)},               \
        DELTA_USUAL(base, "emit", TEXT_U16, emit),                                                  \
        DELTA_ROW(base, "colormod", TEXT_U8, 3, NQ_D_COLORMOD, colormod),                           \
        DELTA_ROW(base, "glow", TEXT_U8, 5, NQ_D_GLOW, glow),                                       \
        DELTA_NUMBER(base, "fatness", TEXT_U8, NQ_D_FATNESS, fatness),                              \
        {TEXT_NAME("model2"),         .kind = TEXT_U16,      .need = TEXT_MASKED,                   \
         .refers = TEXT_REFERS_MODEL, .bits = {NQ_D_MODEL2}, IN_DELTA(base, model2)},               \
        DELTA_ROW(base, "gravity", TEXT_U8, 2, NQ_D_GRAVITY, gravity),                              \
        {TEXT_NAME("frame_time"), .help = "ms, less one",    .kind = TEXT_U16,                      \
         .need = TEXT_MASKED,     .bits = {NQ_D_FRAME_TIME}, IN_DELTA(base, frame_time)},           \
    {                                                                                               \
        TEXT_NAME("bits"), .kind = TEXT_BITS                                                        \
    }
#define DELTA_MASKS(base)                                                                          \
    .masks = {{(base) + offsetof(struct nq_delta, mask), 4},                                       \
              {(base) + offsetof(struct nq_delta, prediction.flags), 1}}

#define IN_ENTRY offsetof(struct nq_delta_entry, delta)
#define IN_STATIC offsetof(struct nq_message, u.delta_static)
#define IN_BASELINE offsetof(struct nq_message, u.delta_baseline.delta)

static const struct text_field removed_fields[] = {
    {TEXT_NAME("entity"), .help = "0: all", .kind = TEXT_U32, .need = TEXT_FIRST,
     .offset = offsetof(struct nq_delta_entry, entity)}};
static const struct text_field entry_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U32, .need = TEXT_FIRST,
     .offset = offsetof(struct nq_delta_entry, entity)},
    DELTA_FIELDS(IN_ENTRY)};
/* An entry ends where the next begins. */
static const struct text_table delta_entry_table;
static const struct text_row delta_entries[] = {
    {ROW(NQ_TEXT_DELTA, "ent", entry_fields), DELTA_MASKS(IN_ENTRY), .needs = entry_delta_needs,
     .entries = &delta_entry_table},
    {ROW(NQ_TEXT_DELTA_REMOVED, "remove", removed_fields), .entries = &delta_entry_table},
};
static const struct text_table delta_entry_table = {delta_entries, COUNT(delta_entries), NULL};

static const struct text_field deltas_fields[] = {
    {TEXT_NAME("time"), .help = "seconds", .kind = TEXT_FLOAT, .need = TEXT_FIRST, AT(deltas.time)},
    {TEXT_NAME("input"), .help = "number of the last input; with PREDINFO", .kind = TEXT_U16,
     .need = TEXT_USUALLY, AT(deltas.input)},
};
static const struct text_field static_delta_fields[] = {DELTA_FIELDS(IN_STATIC)};
static const struct text_field baseline_delta_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U32, .need = TEXT_FIRST, AT(delta_baseline.entity)},
    DELTA_FIELDS(IN_BASELINE)};

/* --- DarkPlaces' entities ----------------------------------------------------------------------
 */

static uint32_t dp_entry_needs(const void *message, uint32_t mask, uint32_t classes)
{
    (void)classes;
    const struct nq_dp_entity *e = &((const struct nq_dp_entry *)message)->entity;
    const uint32_t found = mask;
    mask |= mask & NQ_E5_ORIGIN ? NQ_E5_ORIGIN32 : 0u;
    mask |= mask & NQ_E5_ANGLES ? NQ_E5_ANGLES16 : 0u;
    mask |= e->model > 255 ? NQ_E5_MODEL16 : 0u;
    mask |= e->frame > 255 ? NQ_E5_FRAME16 : 0u;
    mask |= e->effects > UINT16_MAX ? NQ_E5_EFFECTS32 : e->effects > 255 ? NQ_E5_EFFECTS16 : 0u;
    mask |= mask >> 24 ? NQ_E5_EXTEND3 : 0u;
    mask |= mask >> 16 ? NQ_E5_EXTEND2 : 0u;
    mask |= mask >> 8 ? NQ_E5_EXTEND1 : 0u;
    return mask & ~found;
}

#define IN_DP(member) .offset = offsetof(struct nq_dp_entry, entity.member)
#define DP_NUMBER(name, number_kind, bit, member)                                                  \
    {                                                                                              \
        TEXT_NAME(name), .kind = (number_kind), .need = TEXT_MASKED, .bits = {bit}, IN_DP(member)  \
    }
#define DP_USUAL(name, member)                                                                     \
    {                                                                                              \
        TEXT_NAME(name), .kind = TEXT_U8, .need = TEXT_USUALLY, IN_DP(member)                      \
    }

static const struct text_field dp_removed_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_FIRST, .width = 15,
     .offset = offsetof(struct nq_dp_entry, number)}};
static const struct text_field dp_entry_fields[] = {
    {TEXT_NAME("entity"), .kind = TEXT_U16, .need = TEXT_FIRST, .width = 15,
     .offset = offsetof(struct nq_dp_entry, number)},
    {TEXT_NAME("create"), .help = "from the default state", .kind = TEXT_FLAG, .need = TEXT_MASKED,
     .bits = {NQ_E5_CREATE}},
    DP_NUMBER("flags", TEXT_U8, NQ_E5_FLAGS, flags),
    {TEXT_NAME("origin"), .kind = TEXT_COORD, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_E5_ORIGIN}, IN_DP(origin)},
    {TEXT_NAME("angles"), .kind = TEXT_ANGLE, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_E5_ANGLES}, IN_DP(angles)},
    {TEXT_NAME("model"), .kind = TEXT_U16, .need = TEXT_MASKED, .refers = TEXT_REFERS_MODEL,
     .bits = {NQ_E5_MODEL}, IN_DP(model)},
    DP_NUMBER("frame", TEXT_U16, NQ_E5_FRAME, frame),
    DP_NUMBER("skin", TEXT_U8, NQ_E5_SKIN, skin),
    {TEXT_NAME("effects"), .kind = TEXT_U32, .need = TEXT_MASKED, .bits = {NQ_E5_EFFECTS},
     .values = &nq_text_effects, IN_DP(effects)},
    DP_NUMBER("alpha", TEXT_U8, NQ_E5_ALPHA, alpha),
    DP_NUMBER("scale", TEXT_U8, NQ_E5_SCALE, scale),
    DP_NUMBER("colormap", TEXT_U8, NQ_E5_COLORMAP, colormap),
    DP_NUMBER("tag_entity", TEXT_U16, NQ_E5_TAG, tag_entity),
    DP_USUAL("tag", tag),
    {TEXT_NAME("light"), .kind = TEXT_U16, .need = TEXT_MASKED, .count = 4, .bits = {NQ_E5_LIGHT},
     IN_DP(light)},
    DP_USUAL("light_style", light_style),
    DP_USUAL("light_flags", light_flags),
    DP_NUMBER("glow_size", TEXT_U8, NQ_E5_GLOW, glow_size),
    DP_USUAL("glow_color", glow_color),
    {TEXT_NAME("colormod"), .help = "1/32", .kind = TEXT_U8, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_E5_COLORMOD}, IN_DP(colormod)},
    {TEXT_NAME("glowmod"), .help = "1/32", .kind = TEXT_U8, .need = TEXT_MASKED, .count = 3,
     .bits = {NQ_E5_GLOWMOD}, IN_DP(glowmod)},
    {TEXT_NAME("skeleton"), .kind = TEXT_BYTES, .need = TEXT_MASKED, .bits = {NQ_E5_SKELETON},
     IN_DP(skeleton), .size_offset = offsetof(struct nq_dp_entry, entity.skeleton_size),
     .size_width = 4},
    DP_NUMBER("trail", TEXT_U16, NQ_E5_TRAIL, trail),
    {TEXT_NAME("bits"), .kind = TEXT_BITS},
};
/* An entry ends where the next begins. */
static const struct text_table dp_entry_table;
static const struct text_row dp_entries[] = {
    {ROW(NQ_TEXT_DP_ENTRY, "ent", dp_entry_fields),
     .masks = {{offsetof(struct nq_dp_entry, entity.mask), 4}}, .needs = dp_entry_needs,
     .entries = &dp_entry_table},
    {ROW(NQ_TEXT_DP_REMOVED, "remove", dp_removed_fields), .entries = &dp_entry_table},
};
static const struct text_table dp_entry_table = {dp_entries, COUNT(dp_entries), NULL};

static const struct text_field dp_entities_fields[] = {
    {TEXT_NAME("frame"), .kind = TEXT_I32, .need = TEXT_FIRST, AT(dp_entities.frame)},
    {TEXT_NAME("input"), .help = "number of the last input; DP7", .kind = TEXT_I32,
     .need = TEXT_USUALLY, AT(dp_entities.input)},
};

static const struct text_row rows[] = {
    {ROW(NQ_DELTAS, "entities", deltas_fields), .classes = NQ_TEXT_DELTAS,
     .entries = &delta_entry_table},
    {ROW(NQ_DP_ENTITIES, "entities", dp_entities_fields), .classes = NQ_TEXT_DARKPLACES,
     .entries = &dp_entry_table},
    {ROW(NQ_DELTA_BASELINE, "spawnbaseline_delta", baseline_delta_fields),
     .classes = NQ_TEXT_DELTAS, DELTA_MASKS(IN_BASELINE), .needs = baseline_delta_needs},
    {ROW(NQ_DELTA_STATIC, "spawnstatic_delta", static_delta_fields), .classes = NQ_TEXT_DELTAS,
     DELTA_MASKS(IN_STATIC), .needs = static_delta_needs},
};
const struct text_table nq_text_entity_table = {rows, COUNT(rows), NULL};
