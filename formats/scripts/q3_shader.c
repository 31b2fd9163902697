#include "formats/scripts/q3_shader.h"

#include <string.h>

#include "formats/scripts/q3_shader_internal.h"

static const float CLOUD_HEIGHT = 512.0f, SPREAD_OF_ZERO = 100.0f;

struct parm {
    const char *name;
    uint32_t surface, contents;
};

/* Those the game and its compiler know; others mean nothing. */
static const struct parm parms[] = {
    {"water", 0, 0x20},
    {"slime", 0, 0x10},
    {"lava", 0, 0x8},
    {"playerclip", 0, 0x10000},
    {"monsterclip", 0, 0x20000},
    {"nodrop", 0, 0x80000000},
    {"nonsolid", 0x4000, 0},
    {"origin", 0, 0x1000000},
    {"trans", 0, 0x20000000},
    {"detail", 0, 0x8000000},
    {"structural", 0, 0x10000000},
    {"areaportal", 0, 0x8000},
    {"clusterportal", 0, 0x100000},
    {"donotenter", 0, 0x200000},
    {"fog", 0, Q3_PARM_FOG},
    {"sky", Q3_PARM_SKY, 0},
    {"lightfilter", 0x8000, 0},
    {"alphashadow", 0x10000, 0},
    {"hint", 0x100, 0},
    {"slick", 0x2, 0},
    {"noimpact", Q3_PARM_NO_IMPACT, 0},
    {"nomarks", Q3_PARM_NO_MARKS, 0},
    {"ladder", 0x8, 0},
    {"nodamage", 0x1, 0},
    {"metalsteps", 0x1000, 0},
    {"flesh", 0x40, 0},
    {"nosteps", 0x2000, 0},
    {"nodraw", 0x80, 0},
    {"pointlight", 0x800, 0},
    {"nolightmap", 0x400, 0},
    {"nodlight", Q3_PARM_NO_DLIGHT, 0},
    {"dust", 0x40000, 0},
};

static void read_surface_parm(struct q3_parser *p)
{
    if (!q3_parser_word(p)) {
        return;
    }
    for (size_t i = 0; i < sizeof(parms) / sizeof(parms[0]); i++) {
        if (q3_lexer_same(p->word, parms[i].name)) {
            p->shader->surface_flags |= parms[i].surface;
            p->shader->content_flags |= parms[i].contents;
        }
    }
}

static void read_cull(struct q3_parser *p)
{
    static const struct q3_choice sides[] = {
        {"none", Q3_CULL_TWO_SIDED},      {"twosided", Q3_CULL_TWO_SIDED},
        {"disable", Q3_CULL_TWO_SIDED},   {"back", Q3_CULL_BACK_SIDED},
        {"backside", Q3_CULL_BACK_SIDED}, {"backsided", Q3_CULL_BACK_SIDED},
    };
    int value = Q3_CULL_FRONT_SIDED;
    if (!q3_parser_word(p)) {
        return;
    }
    if (!Q3_CHOOSE(p, sides, &value)) {
        q3_parser_note(p, "unknown cull \"%.40s\"", p->word);
        return;
    }
    p->shader->cull = (enum q3_cull)value;
}

static void read_sort(struct q3_parser *p)
{
    static const struct q3_choice sorts[] = {
        {"portal", 1}, {"sky", 2},        {"opaque", 3},    {"decal", 4},    {"seeThrough", 5},
        {"banner", 6}, {"underwater", 8}, {"additive", 10}, {"nearest", 16},
    };
    int value;
    if (!q3_parser_word(p)) {
        return;
    }
    p->shader->sort = Q3_CHOOSE(p, sorts, &value) ? (float)value : q3_lexer_number(p->word);
    p->shader->sort_given = p->shader->sort != 0.0f; /* 0 is "none" to the original */
}

static void read_polygon_offset(struct q3_parser *p)
{
    p->shader->polygon_offset = true;
}

static void read_entity_mergable(struct q3_parser *p)
{
    p->shader->entity_mergable = true;
}

static void read_no_mipmaps(struct q3_parser *p)
{
    p->no_mipmaps = true;
    p->shader->no_picmip = true;
}

static void read_no_picmip(struct q3_parser *p)
{
    p->shader->no_picmip = true;
}

static void read_clamp_time(struct q3_parser *p)
{
    q3_parser_numbers(p, &p->shader->clamp_time, 1);
}

static void read_portal(struct q3_parser *p)
{
    p->shader->sort = Q3_SORT_PORTAL;
    p->shader->sort_given = true;
}

/* The deform of a table's row; its numbers come before its wave. */
static void read_deform(struct q3_parser *p)
{
    static const struct q3_choice kinds[] = {
        {"wave", Q3_DEFORM_WAVE},
        {"normal", Q3_DEFORM_NORMAL},
        {"bulge", Q3_DEFORM_BULGE},
        {"move", Q3_DEFORM_MOVE},
        {"autosprite", Q3_DEFORM_AUTOSPRITE},
        {"autosprite2", Q3_DEFORM_AUTOSPRITE2},
        {"projectionShadow", Q3_DEFORM_PROJECTION_SHADOW},
    };
    static const int numbers[] = {0, 1, 2, 3, 3, 0, 0, 0, 0};
    struct q3_deform deform = {.kind = Q3_DEFORM_NONE};
    int kind = Q3_DEFORM_NONE;
    if (!q3_parser_word(p)) {
        return;
    }
    if (!Q3_CHOOSE(p, kinds, &kind)) {
        const bool text = strlen(p->word) == 5 && p->word[4] >= '0' && p->word[4] <= '7' &&
                          (p->word[4] = '\0', q3_lexer_same(p->word, "text"));
        if (!text) {
            q3_parser_note(p, "unknown deformVertexes \"%.40s\"", p->word);
            return;
        }
        kind = Q3_DEFORM_TEXT;
    }
    if (p->shader->num_deforms >= Q3_SHADER_DEFORMS) {
        q3_parser_note(p, "more than %d deformVertexes", Q3_SHADER_DEFORMS);
        q3_lexer_skip_line(&p->lexer);
        return;
    }
    bool whole = q3_parser_numbers(p, deform.numbers, numbers[kind]);
    if (kind == Q3_DEFORM_WAVE) {
        const float divisor = deform.numbers[0];
        deform.numbers[0] = divisor != 0.0f ? 1.0f / divisor : SPREAD_OF_ZERO;
    }
    if (kind == Q3_DEFORM_WAVE || kind == Q3_DEFORM_MOVE) {
        whole = whole && q3_parser_wave(p, &deform.wave);
    }
    if (whole) {
        deform.kind = (enum q3_deform_kind)kind;
        p->shader->deforms[p->shader->num_deforms++] = deform;
    }
}

/* The near box is never drawn; its argument is skipped. */
static void read_sky_parms(struct q3_parser *p)
{
    struct q3_shader *s = p->shader;
    if (!q3_parser_word(p)) {
        return;
    }
    if (strcmp(p->word, "-") != 0) {
        q3_lexer_copy(s->sky_box, sizeof(s->sky_box), p->word);
    }
    float height = 0.0f;
    q3_parser_numbers(p, &height, 1);
    s->cloud_height = height != 0.0f ? height : CLOUD_HEIGHT;
    s->is_sky = true;
    q3_lexer_next_in_line(&p->lexer, p->word);
}

static void read_fog_parms(struct q3_parser *p)
{
    struct q3_shader *s = p->shader;
    if (!q3_parser_vector(p, s->fog_color)) {
        s->faults |= Q3_FAULT_UNKNOWN;
        q3_lexer_skip_line(&p->lexer);
        return;
    }
    if (q3_parser_numbers(p, &s->fog_depth, 1)) {
        s->has_fog = true;
        q3_lexer_skip_line(&p->lexer);
    }
}

static void read_sun(struct q3_parser *p)
{
    struct q3_shader *s = p->shader;
    float numbers[6] = {0};
    if (q3_parser_numbers(p, numbers, 6)) {
        s->has_sun = true;
        memcpy(s->sun_color, numbers, sizeof(s->sun_color));
        s->sun_intensity = numbers[3];
        s->sun_degrees = numbers[4];
        s->sun_elevation = numbers[5];
    }
    q3_lexer_skip_line(&p->lexer);
}

static void read_light(struct q3_parser *p)
{
    q3_parser_word(p); /* for the compiler */
}

static void skip_line(struct q3_parser *p)
{
    q3_lexer_skip_line(&p->lexer);
}

/* Words for the map's compiler and editor: "q3map_...", "qer_...". */
static bool is_for_tools(const char *word)
{
    char start[6] = {0};
    memcpy(start, word, strnlen(word, 5));
    if (q3_lexer_same(start, "q3map")) {
        return true;
    }
    start[3] = '\0';
    return q3_lexer_same(start, "qer");
}

static void read_stage(struct q3_parser *p)
{
    struct q3_stage further;
    if (p->shader->num_stages < Q3_SHADER_STAGES) {
        p->stage = &p->shader->stages[p->shader->num_stages++];
    } else {
        p->stage = &further;
        p->shader->faults |= Q3_FAULT_STAGES;
        q3_parser_note(p, "more than %d stages", Q3_SHADER_STAGES);
    }
    q3_parser_stage(p);
    p->stage = NULL;
}

static void read_body(struct q3_parser *p)
{
    static const struct q3_keyword keywords[] = {
        {"surfaceparm", read_surface_parm},
        {"cull", read_cull},
        {"sort", read_sort},
        {"polygonOffset", read_polygon_offset},
        {"deformVertexes", read_deform},
        {"skyParms", read_sky_parms},
        {"fogParms", read_fog_parms},
        {"portal", read_portal},
        {"nomipmaps", read_no_mipmaps},
        {"nopicmip", read_no_picmip},
        {"entityMergable", read_entity_mergable},
        {"clampTime", read_clamp_time},
        {"tesssize", skip_line},
        {"light", read_light},
        {"q3map_sun", read_sun},
        {"q3map_sunExt", read_sun},
    };
    while (q3_lexer_next(&p->lexer, p->word)) {
        if (p->word[0] == '}') {
            return;
        }
        if (p->word[0] == '{') {
            read_stage(p);
        } else if (!q3_parser_keyword(p, keywords, sizeof(keywords) / sizeof(keywords[0]))) {
            if (is_for_tools(p->word)) {
                skip_line(p);
            } else {
                q3_parser_unknown(p);
            }
        }
    }
    p->shader->faults |= Q3_FAULT_OPEN;
    q3_parser_note(p, "the text ends inside the shader");
}

static enum q3_fog_adjust fog_adjust_of(const struct q3_stage *s)
{
    const enum q3_factor from = s->source, to = s->destination;
    if ((from == Q3_FACTOR_ONE && to == Q3_FACTOR_ONE) ||
        (from == Q3_FACTOR_ZERO && to == Q3_FACTOR_ONE_MINUS_SRC_COLOR)) {
        return Q3_FOG_RGB;
    }
    if (to != Q3_FACTOR_ONE_MINUS_SRC_ALPHA) {
        return Q3_FOG_NONE;
    }
    return from == Q3_FACTOR_SRC_ALPHA ? Q3_FOG_ALPHA
           : from == Q3_FACTOR_ONE     ? Q3_FOG_RGBA
                                       : Q3_FOG_NONE;
}

/* Sets the sort value if no keyword did. */
static void finish_shader(struct q3_shader *s)
{
    float sort = s->is_sky ? Q3_SORT_SKY : s->sort_given ? s->sort : 0.0f;
    if (sort == 0.0f && s->polygon_offset) {
        sort = Q3_SORT_DECAL;
    }
    for (uint32_t i = 0; i < s->num_stages; i++) {
        struct q3_stage *stage = &s->stages[i];
        if (stage->map == Q3_MAP_NONE) {
            break;
        }
        if (!stage->blended || !s->stages[0].blended) {
            continue;
        }
        stage->fog_adjust = fog_adjust_of(stage);
        if (sort == 0.0f) {
            sort = stage->depth_write ? Q3_SORT_SEE_THROUGH : Q3_SORT_BLEND;
        }
    }
    const bool nothing = s->num_stages == 0 && !s->is_sky;
    s->sort = nothing ? Q3_SORT_FOG : sort != 0.0f ? sort : Q3_SORT_OPAQUE;
    if (nothing && !(s->content_flags & Q3_PARM_FOG)) {
        s->faults |= Q3_FAULT_EMPTY;
    }
}

void q3_shader_parse(struct q3_shader *shader, const char *name, const char *text, size_t size,
                     uint32_t line, const struct q3_notes *notes)
{
    struct q3_parser p = {.lexer = q3_lexer_make(text, size), .shader = shader, .notes = notes};
    memset(shader, 0, sizeof(*shader));
    q3_lexer_copy(shader->name, sizeof(shader->name), name);
    p.lexer.line = line;
    p.lexer.compressed = true;
    if (!q3_lexer_next(&p.lexer, p.word) || p.word[0] != '{') {
        shader->faults |= Q3_FAULT_OPEN;
        q3_parser_note(&p, "missing \"{\"");
    } else {
        read_body(&p);
    }
    finish_shader(shader);
}

static bool is_filter(const struct q3_stage *s)
{
    return (s->source == Q3_FACTOR_DST_COLOR && s->destination == Q3_FACTOR_ZERO) ||
           (s->source == Q3_FACTOR_ZERO && s->destination == Q3_FACTOR_SRC_COLOR);
}

static bool is_added(const struct q3_stage *s)
{
    return s->source == Q3_FACTOR_ONE && s->destination == Q3_FACTOR_ONE;
}

static bool same_wave(const struct q3_wave *a, const struct q3_wave *b)
{
    return a->kind == b->kind && a->base == b->base && a->amplitude == b->amplitude &&
           a->phase == b->phase && a->frequency == b->frequency;
}

/* But for how they blend and whether they write depth. */
static bool same_state(const struct q3_stage *a, const struct q3_stage *b)
{
    return a->alpha_test == b->alpha_test && a->depth_equal == b->depth_equal &&
           a->rgb_gen == b->rgb_gen && a->alpha_gen == b->alpha_gen &&
           (a->rgb_gen != Q3_RGB_WAVE || same_wave(&a->rgb_wave, &b->rgb_wave)) &&
           (a->alpha_gen != Q3_ALPHA_WAVE || same_wave(&a->alpha_wave, &b->alpha_wave));
}

enum q3_collapse q3_shader_collapse(const struct q3_shader *shader)
{
    const struct q3_stage *a = &shader->stages[0], *b = &shader->stages[1];
    if (shader->num_stages < 2 || a->map == Q3_MAP_NONE || b->map == Q3_MAP_NONE ||
        !same_state(a, b)) {
        return Q3_COLLAPSE_NONE;
    }
    if (is_filter(b) && (!a->blended || is_filter(a))) {
        return a->blended ? Q3_COLLAPSE_PRODUCT_FILTER : Q3_COLLAPSE_PRODUCT;
    }
    if (is_added(b) && (!a->blended || is_added(a)) && a->rgb_gen == Q3_RGB_IDENTITY) {
        return a->blended ? Q3_COLLAPSE_SUM_ADDED : Q3_COLLAPSE_SUM;
    }
    return Q3_COLLAPSE_NONE;
}
