/* All real shaders, at times from the first second to a server's last: results stay finite, and
 * animated stages change. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "formats/scripts/q3_shader_list.h"
#include "tests/render/rgb/shading/shade_stage.h"
#include "tests/support/quake3/q3_pack.h"

enum { FILES_MAX = 200, TIMES = 5 };

static const double times[TIMES] = {0, 1.3, 77.25, 2147483.647, -3};

struct scripts {
    struct q3_shader_list list;
    char *texts[FILES_MAX];
};

struct moving { /* how many stages changed from one time to another */
    unsigned stages, colors, coordinates, shapes;
};

static void add_script(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct scripts *scripts = context;
    struct format_error err;
    char *copy = malloc(size + 1);
    cr_assert(copy != NULL && scripts->list.num_files < FILES_MAX);
    memcpy(copy, data, size);
    scripts->texts[scripts->list.num_files] = copy;
    cr_assert_eq(q3_shader_list_add(&scripts->list, copy, size, &err), 0, "%s: %s", name, err.what);
}

static struct shade_stage fresh; /* two upright quads with colours and coordinates of all kinds */

static void setup(void)
{
    shade_stage_begin(&fresh, 8);
    shade_stage_quads(&fresh);
    for (int i = 0; i < 8; i++) {
        shade_set(fresh.xyz[i], 64.0f + (float)i, i & 2 ? 30 : -30, (i + 1) & 2 ? 1000 : 24);
        shade_set(fresh.normal[i], -.8f, .6f, 0);
        fresh.st[i][0] = fresh.light_st[i][1] = (float)i / 8;
        memset(fresh.color[i], 32 * i, 4);
    }
    fresh.view.light = (struct rgb_entity_light){{90, 80, 70}, {200, 150, 300}, {-1, 0, 0}};
}

TestSuite(rgb_real_shaders, .init = setup);

/* The meshes of all point into `fresh`. */
static void set_stage(double time)
{
    static struct shade_stage kept;
    if (kept.mesh.num_vertices == 0) {
        kept = fresh;
    }
    memcpy(&fresh.view, &kept.view, sizeof(fresh) - offsetof(struct shade_stage, view));
    fresh.view.time = fresh.view.shader_time = time;
}

static void shade(const struct q3_shader *shader, struct moving *moving)
{
    static float st[TIMES][8][2], xyz[TIMES][8][3];
    static uint8_t color[TIMES][8][4];
    const struct level_fog volume = {.scale = 1.0f / 8000};
    const struct rgb_fog_view fog = {.fog = &volume, .distance = {1.0f / 8000, 0, 0, 1.0f / 512}};
    for (uint32_t i = 0; i < shader->num_stages; i++) {
        for (int t = 0; t < TIMES; t++) {
            set_stage(times[t]);
            if (!rgb_shade_deform(&fresh.mesh, shader, &fresh.view)) {
                return;
            }
            rgb_shade_st(&fresh.mesh, &shader->stages[i], &fresh.view, st[t]);
            rgb_shade_colors(&fresh.mesh, &shader->stages[i], &fresh.view, &fog, color[t]);
            memcpy(xyz[t], fresh.xyz, sizeof(xyz[t]));
            for (int j = 0; j < 8; j++) {
                cr_assert(isfinite(st[t][j][0]) && isfinite(st[t][j][1]), "%s", shader->name);
                cr_assert(isfinite(xyz[t][j][0] + xyz[t][j][1] + xyz[t][j][2]), "%s", shader->name);
            }
        }
        moving->stages++;
        moving->colors += memcmp(color[1], color[2], sizeof(color[1])) != 0;
        moving->coordinates += memcmp(st[1], st[2], sizeof(st[1])) != 0;
        moving->shapes += memcmp(xyz[1], xyz[2], sizeof(xyz[1])) != 0;
    }
}

/* True if the script animates the stage. */
static void expect(const struct q3_shader *shader, struct moving *moving)
{
    bool moves = false;
    for (uint32_t i = 0; i < shader->num_deforms; i++) {
        const enum q3_deform_kind kind = shader->deforms[i].kind;
        moves =
            moves || kind == Q3_DEFORM_WAVE || kind == Q3_DEFORM_MOVE || kind == Q3_DEFORM_BULGE;
        if (kind == Q3_DEFORM_PROJECTION_SHADOW || kind == Q3_DEFORM_TEXT) {
            return;
        }
    }
    for (uint32_t i = 0; i < shader->num_stages; i++) {
        const struct q3_stage *stage = &shader->stages[i];
        bool turns = false;
        for (uint32_t j = 0; j < stage->num_tc_mods; j++) {
            const enum q3_tc_mod_kind kind = stage->tc_mods[j].kind;
            turns = turns || kind == Q3_TC_MOD_SCROLL || kind == Q3_TC_MOD_ROTATE ||
                    kind == Q3_TC_MOD_STRETCH || kind == Q3_TC_MOD_TURB;
        }
        moving->colors += stage->rgb_gen == Q3_RGB_WAVE || stage->alpha_gen == Q3_ALPHA_WAVE;
        moving->coordinates += turns;
        moving->shapes += moves;
    }
}

Test(rgb_real_shaders, stay_finite_and_move_if_animated)
{
    struct scripts scripts = {.list = {0}};
    struct moving moving = {0}, expected = {0};
    cr_assert_gt(q3_pack_each(".shader", add_script, &scripts), 100);
    for (size_t i = 0; i < scripts.list.count; i++) {
        const struct q3_definition *d = &scripts.list.definitions[i];
        struct q3_shader shader;
        char name[64];
        snprintf(name, sizeof(name), "%.*s", (int)d->name_length, d->name);
        q3_shader_parse(&shader, name, d->text, d->size, d->line, NULL);
        shade(&shader, &moving);
        expect(&shader, &expected);
    }
    cr_assert_gt(moving.stages, 5000);
    /* A few waves have the same value at these times, or no amplitude. */
    cr_assert(moving.colors > expected.colors * 9 / 10, "%u of %u", moving.colors, expected.colors);
    cr_assert(moving.coordinates > expected.coordinates * 9 / 10, "%u of %u", moving.coordinates,
              expected.coordinates);
    cr_assert(moving.shapes > expected.shapes * 9 / 10, "%u of %u", moving.shapes, expected.shapes);
    cr_log_info("stages %u, colors %u of %u, coordinates %u of %u, shapes %u of %u", moving.stages,
                moving.colors, expected.colors, moving.coordinates, expected.coordinates,
                moving.shapes, expected.shapes);
    for (uint32_t i = 0; i < scripts.list.num_files; i++) {
        free(scripts.texts[i]);
    }
    q3_shader_list_free(&scripts.list);
}
