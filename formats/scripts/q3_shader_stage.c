/* The stages of a shader. */
#include <string.h>

#include "formats/scripts/q3_shader_internal.h"

static uint8_t byte_of(float share)
{
    const float value = 255.0f * share;
    return (uint8_t)(value <= 0.0f ? 0.0f : value >= 255.0f ? 255.0f : value);
}

static void set_image(struct q3_parser *p, const char *name)
{
    struct q3_stage *s = p->stage;
    s->map = Q3_MAP_IMAGE;
    s->num_images = 1;
    q3_lexer_copy(s->images[0], sizeof(s->images[0]), name);
    s->no_mipmaps = p->no_mipmaps;
}

/* Reads an image name; a stage without one is a fault. */
static bool take_name(struct q3_parser *p)
{
    if (q3_parser_word(p)) {
        return true;
    }
    p->shader->faults |= Q3_FAULT_UNKNOWN;
    return false;
}

static void read_map(struct q3_parser *p)
{
    if (!take_name(p)) {
        return;
    }
    set_image(p, p->word);
    if (q3_lexer_same(p->word, "$whiteimage")) {
        p->stage->map = Q3_MAP_WHITE;
    } else if (q3_lexer_same(p->word, "$lightmap")) {
        p->stage->map = Q3_MAP_LIGHTMAP;
    }
}

static void read_clamp_map(struct q3_parser *p)
{
    if (take_name(p)) {
        set_image(p, p->word);
        p->stage->clamp = true;
    }
}

static void read_anim_map(struct q3_parser *p)
{
    struct q3_stage *s = p->stage;
    if (!take_name(p)) {
        return;
    }
    s->frames_a_second = q3_lexer_number(p->word);
    while (q3_lexer_next_in_line(&p->lexer, p->word)) {
        if (s->num_images == 0 || s->map != Q3_MAP_IMAGE) {
            set_image(p, p->word);
        } else if (s->num_images < Q3_SHADER_FRAMES) {
            q3_lexer_copy(s->images[s->num_images++], sizeof(s->images[0]), p->word);
        }
    }
}

static void read_video_map(struct q3_parser *p)
{
    if (take_name(p)) {
        set_image(p, p->word);
        p->stage->map = Q3_MAP_VIDEO;
    }
}

static void read_alpha_func(struct q3_parser *p)
{
    static const struct q3_choice tests[] = {
        {"GT0", Q3_ALPHA_GT0}, {"LT128", Q3_ALPHA_LT128}, {"GE128", Q3_ALPHA_GE128}};
    int value = Q3_ALPHA_ALL;
    if (!q3_parser_word(p)) {
        p->shader->faults |= Q3_FAULT_UNKNOWN;
        return;
    }
    if (!Q3_CHOOSE(p, tests, &value)) {
        q3_parser_note(p, "unknown alphaFunc \"%.40s\"", p->word);
    }
    p->stage->alpha_test = (enum q3_alpha_test)value;
}

static void read_depth_func(struct q3_parser *p)
{
    static const struct q3_choice tests[] = {{"lequal", 0}, {"equal", 1}};
    int value = 0;
    if (!q3_parser_word(p)) {
        p->shader->faults |= Q3_FAULT_UNKNOWN;
        return;
    }
    if (!Q3_CHOOSE(p, tests, &value)) {
        q3_parser_note(p, "unknown depthFunc \"%.40s\"", p->word);
        return;
    }
    p->stage->depth_equal = value != 0;
}

static void read_depth_write(struct q3_parser *p)
{
    p->stage->depth_write = true;
    p->depth_write_given = true;
}

static void read_detail(struct q3_parser *p)
{
    p->stage->detail = true;
}

static enum q3_factor factor_of(struct q3_parser *p, bool source)
{
    static const struct q3_choice factors[] = {
        {"GL_ONE", Q3_FACTOR_ONE},
        {"GL_ZERO", Q3_FACTOR_ZERO},
        {"GL_SRC_ALPHA", Q3_FACTOR_SRC_ALPHA},
        {"GL_ONE_MINUS_SRC_ALPHA", Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        {"GL_DST_ALPHA", Q3_FACTOR_DST_ALPHA},
        {"GL_ONE_MINUS_DST_ALPHA", Q3_FACTOR_ONE_MINUS_DST_ALPHA},
    };
    static const struct q3_choice source_only[] = {
        {"GL_DST_COLOR", Q3_FACTOR_DST_COLOR},
        {"GL_ONE_MINUS_DST_COLOR", Q3_FACTOR_ONE_MINUS_DST_COLOR},
        {"GL_SRC_ALPHA_SATURATE", Q3_FACTOR_SRC_ALPHA_SATURATE},
    };
    static const struct q3_choice destination_only[] = {
        {"GL_SRC_COLOR", Q3_FACTOR_SRC_COLOR},
        {"GL_ONE_MINUS_SRC_COLOR", Q3_FACTOR_ONE_MINUS_SRC_COLOR},
    };
    int value = Q3_FACTOR_ONE;
    if (!Q3_CHOOSE(p, factors, &value) &&
        !(source ? Q3_CHOOSE(p, source_only, &value) : Q3_CHOOSE(p, destination_only, &value))) {
        q3_parser_note(p, "unknown blend factor \"%.40s\"", p->word);
    }
    return (enum q3_factor)value;
}

static void read_blend_func(struct q3_parser *p)
{
    struct q3_stage *s = p->stage;
    if (!q3_parser_word(p)) {
        return;
    }
    if (q3_lexer_same(p->word, "add")) {
        s->source = Q3_FACTOR_ONE;
        s->destination = Q3_FACTOR_ONE;
    } else if (q3_lexer_same(p->word, "filter")) {
        s->source = Q3_FACTOR_DST_COLOR;
        s->destination = Q3_FACTOR_ZERO;
    } else if (q3_lexer_same(p->word, "blend")) {
        s->source = Q3_FACTOR_SRC_ALPHA;
        s->destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
    } else {
        const enum q3_factor source = factor_of(p, true);
        if (!q3_parser_word(p)) {
            return;
        }
        s->source = source;
        s->destination = factor_of(p, false);
    }
    s->blended = true;
    if (!p->depth_write_given) {
        s->depth_write = false;
    }
}

static void read_rgb_gen(struct q3_parser *p)
{
    static const struct q3_choice kinds[] = {
        {"identity", Q3_RGB_IDENTITY},
        {"identityLighting", Q3_RGB_IDENTITY_LIGHTING},
        {"vertex", Q3_RGB_VERTEX},
        {"exactVertex", Q3_RGB_EXACT_VERTEX},
        {"oneMinusVertex", Q3_RGB_ONE_MINUS_VERTEX},
        {"entity", Q3_RGB_ENTITY},
        {"oneMinusEntity", Q3_RGB_ONE_MINUS_ENTITY},
        {"lightingDiffuse", Q3_RGB_LIGHTING_DIFFUSE},
        {"const", Q3_RGB_CONST},
        {"wave", Q3_RGB_WAVE},
    };
    struct q3_stage *s = p->stage;
    int value;
    if (!q3_parser_word(p)) {
        return;
    }
    if (!Q3_CHOOSE(p, kinds, &value)) {
        q3_parser_note(p, "unknown rgbGen \"%.40s\"", p->word);
        return;
    }
    s->rgb_gen = (enum q3_rgb_gen)value;
    p->rgb_given = true;
    if (value == Q3_RGB_WAVE) {
        q3_parser_wave(p, &s->rgb_wave);
    } else if (value == Q3_RGB_CONST) {
        float color[3] = {0};
        q3_parser_vector(p, color);
        for (int i = 0; i < 3; i++) {
            s->rgb[i] = byte_of(color[i]);
        }
    } else if (value == Q3_RGB_VERTEX && s->alpha_gen == Q3_ALPHA_IDENTITY) {
        s->alpha_gen = Q3_ALPHA_VERTEX;
    }
}

static void read_alpha_gen(struct q3_parser *p)
{
    static const struct q3_choice kinds[] = {
        {"identity", Q3_ALPHA_IDENTITY},
        {"vertex", Q3_ALPHA_VERTEX},
        {"oneMinusVertex", Q3_ALPHA_ONE_MINUS_VERTEX},
        {"entity", Q3_ALPHA_ENTITY},
        {"oneMinusEntity", Q3_ALPHA_ONE_MINUS_ENTITY},
        {"lightingSpecular", Q3_ALPHA_LIGHTING_SPECULAR},
        {"portal", Q3_ALPHA_PORTAL},
        {"const", Q3_ALPHA_CONST},
        {"wave", Q3_ALPHA_WAVE},
    };
    struct q3_stage *s = p->stage;
    int value;
    if (!q3_parser_word(p)) {
        return;
    }
    if (!Q3_CHOOSE(p, kinds, &value)) {
        q3_parser_note(p, "unknown alphaGen \"%.40s\"", p->word);
        return;
    }
    s->alpha_gen = (enum q3_alpha_gen)value;
    s->alpha_gen_given = true;
    if (value == Q3_ALPHA_WAVE) {
        q3_parser_wave(p, &s->alpha_wave);
    } else if (value == Q3_ALPHA_CONST) {
        float alpha = 0.0f;
        q3_parser_numbers(p, &alpha, 1);
        s->alpha = byte_of(alpha);
    } else if (value == Q3_ALPHA_PORTAL) {
        s->portal_range =
            q3_lexer_next_in_line(&p->lexer, p->word) ? q3_lexer_number(p->word) : 256.0f;
    }
}

static void read_tc_gen(struct q3_parser *p)
{
    static const struct q3_choice kinds[] = {
        {"base", Q3_TC_BASE},         {"texture", Q3_TC_BASE},
        {"lightmap", Q3_TC_LIGHTMAP}, {"environment", Q3_TC_ENVIRONMENT},
        {"vector", Q3_TC_VECTOR},
    };
    struct q3_stage *s = p->stage;
    int value;
    if (!q3_parser_word(p)) {
        return;
    }
    if (!Q3_CHOOSE(p, kinds, &value)) {
        q3_parser_note(p, "unknown tcGen \"%.40s\"", p->word);
        return;
    }
    s->tc_gen = (enum q3_tc_gen)value;
    p->tc_given = true;
    if (value == Q3_TC_VECTOR && q3_parser_vector(p, s->tc_vectors[0])) {
        q3_parser_vector(p, s->tc_vectors[1]);
    }
}

/* Reads one tcMod up to the line's end; an incomplete one ends the list. */
static void read_tc_mod(struct q3_parser *p)
{
    static const struct q3_choice kinds[] = {
        {"scale", Q3_TC_MOD_SCALE},
        {"scroll", Q3_TC_MOD_SCROLL},
        {"rotate", Q3_TC_MOD_ROTATE},
        {"stretch", Q3_TC_MOD_STRETCH},
        {"transform", Q3_TC_MOD_TRANSFORM},
        {"turb", Q3_TC_MOD_TURB},
        {"entityTranslate", Q3_TC_MOD_ENTITY_TRANSLATE},
    };
    static const int numbers[] = {0, 2, 2, 1, 0, 6, 4, 0};
    struct q3_stage *s = p->stage;
    struct q3_tc_mod mod = {.kind = Q3_TC_MOD_END};
    int value = Q3_TC_MOD_END;
    bool whole = q3_parser_word(p);
    if (whole && !Q3_CHOOSE(p, kinds, &value)) {
        q3_parser_note(p, "unknown tcMod \"%.40s\"", p->word);
    }
    whole = whole && q3_parser_numbers(p, mod.numbers, numbers[value]);
    if (value == Q3_TC_MOD_STRETCH) {
        whole = whole && q3_parser_wave(p, &mod.wave);
    } else if (value == Q3_TC_MOD_TURB) {
        mod.wave = (struct q3_wave){Q3_WAVE_SIN, mod.numbers[0], mod.numbers[1], mod.numbers[2],
                                    mod.numbers[3]};
    }
    mod.kind = whole ? (enum q3_tc_mod_kind)value : Q3_TC_MOD_END;
    q3_lexer_skip_line(&p->lexer);
    if (s->num_tc_mods >= Q3_SHADER_TC_MODS) {
        q3_parser_note(p, "more than %d tcMods", Q3_SHADER_TC_MODS);
        return;
    }
    s->tc_mods[s->num_tc_mods++] = mod;
}

/* Resolves the defaults that no keyword set. */
static void finish_stage(struct q3_parser *p)
{
    struct q3_stage *s = p->stage;
    if (!p->rgb_given) {
        s->rgb_gen = !s->blended || s->source == Q3_FACTOR_ONE || s->source == Q3_FACTOR_SRC_ALPHA
                         ? Q3_RGB_IDENTITY_LIGHTING
                         : Q3_RGB_IDENTITY;
    }
    if (!p->tc_given && s->map == Q3_MAP_LIGHTMAP) {
        s->tc_gen = Q3_TC_LIGHTMAP;
    }
    if (s->source == Q3_FACTOR_ONE && s->destination == Q3_FACTOR_ZERO) {
        s->blended = false;
        s->depth_write = true;
    }
}

void q3_parser_stage(struct q3_parser *p)
{
    static const struct q3_keyword keywords[] = {
        {"map", read_map},
        {"clampMap", read_clamp_map},
        {"animMap", read_anim_map},
        {"videoMap", read_video_map},
        {"alphaFunc", read_alpha_func},
        {"depthFunc", read_depth_func},
        {"depthWrite", read_depth_write},
        {"detail", read_detail},
        {"blendFunc", read_blend_func},
        {"rgbGen", read_rgb_gen},
        {"alphaGen", read_alpha_gen},
        {"tcGen", read_tc_gen},
        {"texGen", read_tc_gen},
        {"tcMod", read_tc_mod},
    };
    p->rgb_given = p->tc_given = p->depth_write_given = false;
    *p->stage = (struct q3_stage){
        .source = Q3_FACTOR_ONE, .destination = Q3_FACTOR_ZERO, .depth_write = true};
    while (q3_lexer_next(&p->lexer, p->word)) {
        if (p->word[0] == '}') {
            finish_stage(p);
            return;
        }
        if (!q3_parser_keyword(p, keywords, sizeof(keywords) / sizeof(keywords[0]))) {
            q3_parser_unknown(p);
        }
    }
    finish_stage(p);
    p->shader->faults |= Q3_FAULT_OPEN;
    q3_parser_note(p, "the text ends inside a stage");
}
