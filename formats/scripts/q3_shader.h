/* Quake III shaders: a script's definition of a surface's appearance, as a plain structure.
 *
 * Any text gives a shader; unknown parts are reported with their line and skipped (where the
 * original would draw a grey box, `faults` is set). Defaults are resolved as in the original.
 * Nothing is evaluated: waves and coordinates are left to the renderer. Angles in degrees, times in
 * seconds, texture coordinates 0..1. All numbers are finite. */
#ifndef FORMATS_SCRIPTS_Q3_SHADER_H
#define FORMATS_SCRIPTS_Q3_SHADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/q3_waves.h"

enum {
    Q3_SHADER_NAME = 64,
    Q3_SHADER_STAGES = 8,
    Q3_SHADER_FRAMES = 8, /* images of an animation; further ones are ignored */
    Q3_SHADER_TC_MODS = 4,
    Q3_SHADER_DEFORMS = 3
};

struct q3_wave {
    enum q3_wave_kind kind;
    float base, amplitude, phase, frequency;
};

enum q3_map_kind {
    Q3_MAP_NONE, /* the stage names no image: this stage and all later ones are not drawn */
    Q3_MAP_IMAGE,
    Q3_MAP_LIGHTMAP,
    Q3_MAP_WHITE,
    Q3_MAP_VIDEO
};

enum q3_factor {
    Q3_FACTOR_ZERO,
    Q3_FACTOR_ONE,
    Q3_FACTOR_SRC_COLOR,
    Q3_FACTOR_ONE_MINUS_SRC_COLOR,
    Q3_FACTOR_DST_COLOR,
    Q3_FACTOR_ONE_MINUS_DST_COLOR,
    Q3_FACTOR_SRC_ALPHA,
    Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
    Q3_FACTOR_DST_ALPHA,
    Q3_FACTOR_ONE_MINUS_DST_ALPHA,
    Q3_FACTOR_SRC_ALPHA_SATURATE
};

enum q3_alpha_test { Q3_ALPHA_ALL, Q3_ALPHA_GT0, Q3_ALPHA_LT128, Q3_ALPHA_GE128 };

enum q3_rgb_gen {
    Q3_RGB_IDENTITY,
    Q3_RGB_IDENTITY_LIGHTING,
    Q3_RGB_VERTEX,
    Q3_RGB_EXACT_VERTEX,
    Q3_RGB_ONE_MINUS_VERTEX,
    Q3_RGB_ENTITY,
    Q3_RGB_ONE_MINUS_ENTITY,
    Q3_RGB_LIGHTING_DIFFUSE,
    Q3_RGB_CONST,
    Q3_RGB_WAVE,
    Q3_RGB_BRIGHT_ENTITY /* in no script: the entity's colour, shaded by the light's direction */
};

enum q3_alpha_gen {
    Q3_ALPHA_IDENTITY,
    Q3_ALPHA_VERTEX,
    Q3_ALPHA_ONE_MINUS_VERTEX,
    Q3_ALPHA_ENTITY,
    Q3_ALPHA_ONE_MINUS_ENTITY,
    Q3_ALPHA_LIGHTING_SPECULAR,
    Q3_ALPHA_PORTAL,
    Q3_ALPHA_CONST,
    Q3_ALPHA_WAVE
};

enum q3_tc_gen { Q3_TC_BASE, Q3_TC_LIGHTMAP, Q3_TC_ENVIRONMENT, Q3_TC_VECTOR };

enum q3_tc_mod_kind {
    Q3_TC_MOD_END,       /* this entry and all later ones have no effect */
    Q3_TC_MOD_SCALE,     /* numbers: s, t */
    Q3_TC_MOD_SCROLL,    /* s, t a second */
    Q3_TC_MOD_ROTATE,    /* degrees per second */
    Q3_TC_MOD_STRETCH,   /* wave */
    Q3_TC_MOD_TRANSFORM, /* m00 m01 m10 m11 t0 t1 */
    Q3_TC_MOD_TURB,      /* wave, a sine */
    Q3_TC_MOD_ENTITY_TRANSLATE
};

struct q3_tc_mod {
    enum q3_tc_mod_kind kind;
    float numbers[6];
    struct q3_wave wave;
};

/* Effect of fog on the vertices of a translucent stage. */
enum q3_fog_adjust { Q3_FOG_NONE, Q3_FOG_RGB, Q3_FOG_ALPHA, Q3_FOG_RGBA };

struct q3_stage {
    enum q3_map_kind map;
    bool clamp;      /* to the edge, instead of repeating */
    bool no_mipmaps; /* "nomipmaps" came before */
    uint32_t num_images;
    char images[Q3_SHADER_FRAMES][Q3_SHADER_NAME]; /* as written; builtin ones begin with '*' */
    float frames_a_second;                         /* rate of animMap, frames per second */
    bool blended;
    enum q3_factor source, destination; /* one, zero when it is not blended */
    bool depth_write, depth_equal, detail;
    enum q3_alpha_test alpha_test;
    enum q3_rgb_gen rgb_gen;
    uint8_t rgb[3]; /* for Q3_RGB_CONST */
    struct q3_wave rgb_wave;
    enum q3_alpha_gen alpha_gen;
    bool alpha_gen_given;
    uint8_t alpha; /* for Q3_ALPHA_CONST */
    struct q3_wave alpha_wave;
    float portal_range;
    enum q3_tc_gen tc_gen;
    float tc_vectors[2][3];
    uint32_t num_tc_mods;
    struct q3_tc_mod tc_mods[Q3_SHADER_TC_MODS];
    enum q3_fog_adjust fog_adjust;
};

enum q3_deform_kind {
    Q3_DEFORM_NONE,
    Q3_DEFORM_WAVE,   /* numbers: spread (1 / what is written); wave */
    Q3_DEFORM_NORMAL, /* amplitude, frequency */
    Q3_DEFORM_BULGE,  /* width, height, speed */
    Q3_DEFORM_MOVE,   /* x, y, z; wave */
    Q3_DEFORM_AUTOSPRITE,
    Q3_DEFORM_AUTOSPRITE2,
    Q3_DEFORM_PROJECTION_SHADOW,
    Q3_DEFORM_TEXT /* the surface is not drawn */
};

struct q3_deform {
    enum q3_deform_kind kind;
    float numbers[3];
    struct q3_wave wave;
};

enum q3_cull { Q3_CULL_FRONT_SIDED, Q3_CULL_BACK_SIDED, Q3_CULL_TWO_SIDED };

/* Places in the order of drawing; fractions may lie between. */
#define Q3_SORT_PORTAL 1.0f
#define Q3_SORT_SKY 2.0f
#define Q3_SORT_OPAQUE 3.0f
#define Q3_SORT_DECAL 4.0f
#define Q3_SORT_SEE_THROUGH 5.0f
#define Q3_SORT_BANNER 6.0f
#define Q3_SORT_FOG 7.0f
#define Q3_SORT_UNDERWATER 8.0f
#define Q3_SORT_BLEND 9.0f
#define Q3_SORT_ADDITIVE 10.0f
#define Q3_SORT_NEAREST 16.0f

/* Flags of the script's "surfaceparm" lines. Those of a map's shader lump are in
 * formats/maps/q3_bsp.h. */
enum {
    Q3_PARM_SKY = 0x4,
    Q3_PARM_NO_IMPACT = 0x10,
    Q3_PARM_NO_MARKS = 0x20,
    Q3_PARM_NO_DLIGHT = 0x20000
};
enum { Q3_PARM_FOG = 0x40 }; /* in content_flags */

/* Reasons for which the original would draw its grey box. */
enum {
    Q3_FAULT_UNKNOWN = 1, /* a keyword it does not know, or one without what it needs */
    Q3_FAULT_STAGES = 2,  /* more than Q3_SHADER_STAGES */
    Q3_FAULT_OPEN = 4,    /* the text ends before it does */
    Q3_FAULT_EMPTY = 8    /* no stage, and neither sky nor fog */
};

struct q3_shader {
    char name[Q3_SHADER_NAME];
    unsigned faults; /* Q3_FAULT_* */
    uint32_t surface_flags, content_flags;
    enum q3_cull cull;
    float sort;
    bool sort_given;
    bool polygon_offset, entity_mergable, no_picmip;
    float clamp_time;
    bool is_sky;
    char sky_box[Q3_SHADER_NAME]; /* name of the far box without "_rt" etc.; "" = none */
    float cloud_height;
    bool has_fog;
    float fog_color[3], fog_depth;
    bool has_sun;
    float sun_color[3], sun_intensity, sun_degrees, sun_elevation;
    uint32_t num_deforms;
    struct q3_deform deforms[Q3_SHADER_DEFORMS];
    uint32_t num_stages;
    struct q3_stage stages[Q3_SHADER_STAGES];
};

/* Receives the parser's notes: line number, and a message of one line. */
struct q3_notes {
    void (*report)(void *context, uint32_t line, const char *message);
    void *context;
};

/* Parses a definition's body, from its "{" to the matching "}"; the rest of the text is ignored.
 * line: number of its first line. notes may be NULL. */
void q3_shader_parse(struct q3_shader *shader, const char *name, const char *text, size_t size,
                     uint32_t line, const struct q3_notes *notes);

/* Merging of stages 0 and 1 into one pass, with stage 0's colour and a single rounding. */
enum q3_collapse {
    Q3_COLLAPSE_NONE,
    Q3_COLLAPSE_PRODUCT,        /* texture times texture, not blended */
    Q3_COLLAPSE_PRODUCT_FILTER, /* the same, times what is there */
    Q3_COLLAPSE_SUM,
    Q3_COLLAPSE_SUM_ADDED
};

enum q3_collapse q3_shader_collapse(const struct q3_shader *shader);

#endif
