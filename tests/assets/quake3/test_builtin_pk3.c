/* The built-in pk3: Quake III's decoders accept every file, and every file that scripts, models and
 * skins name exists. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/game_files.h"
#include "engine/playback/demo_source.h"
#include "formats/archives/zip.h"
#include "formats/maps/q3_bsp.h"
#include "formats/models/md3.h"
#include "formats/pictures/q3_image.h"
#include "formats/scripts/q3_animation.h"
#include "formats/scripts/q3_shader.h"
#include "formats/scripts/q3_shader_list.h"
#include "formats/scripts/q3_skin.h"

typedef void (*visit_fn)(const char *name, const uint8_t *data, size_t size);

/* Calls visit for each member with the extension; returns their number. */
static int each(const char *ending, visit_fn visit)
{
    struct zip zip;
    struct zip_member member;
    cr_assert_eq(zip_open_memory(&zip, builtin_pk3, builtin_pk3_size, NULL), 0);
    size_t pos = zip.directory;
    int count = 0, code;
    while ((code = zip_next(&zip, &pos, &member, NULL)) > 0) {
        char name[256];
        snprintf(name, sizeof(name), "%.*s", (int)member.name_length, member.name);
        const size_t length = strlen(name), end = strlen(ending);
        if (length < end || strcmp(name + length - end, ending) != 0) {
            continue;
        }
        uint8_t *data = malloc(member.size ? member.size : 1);
        cr_assert_eq(zip_read(&zip, &member, data, NULL), 0, "%s", name);
        visit(name, data, member.size);
        free(data);
        count++;
    }
    cr_assert_eq(code, 0);
    return count;
}

static bool is_there(const char *name)
{
    struct game_files game;
    struct files_ref ref;
    cr_assert_eq(game_files_open(&game, &(struct game_files_options){.builtin = true}, NULL), 0);
    const bool there = files_get(game.files, name, &ref) == 0;
    files_release(game.files, &ref);
    game_files_close(&game);
    return there;
}

/* A picture by its name in a script, whose ending means little. */
static bool picture_is_there(const char *name)
{
    char base[96], path[112];
    snprintf(base, sizeof(base), "%s", name);
    char *dot = strrchr(base, '.');
    if (dot) {
        *dot = '\0';
    }
    snprintf(path, sizeof(path), "%s.tga", base);
    if (is_there(path)) {
        return true;
    }
    snprintf(path, sizeof(path), "%s.png", base);
    return is_there(path);
}

static void read_map(const char *name, const uint8_t *data, size_t size)
{
    struct q3_bsp map;
    struct format_error err = {0};
    cr_assert_eq(q3_bsp_read(&map, data, size, &err), 0, "%s: %s", name, err.what);
    cr_expect_eq(map.num_damages, 0, "%s: %s", name, map.damage.what);
    cr_expect_gt(map.num_clusters, 10);
    cr_expect_gt(map.num_lightmaps, 2);
    cr_expect_not_null(map.grid.samples, "the grid does not fit the level's size");
    cr_expect_eq(map.num_fogs, 1);
    cr_expect_eq(map.num_models, 2);
    unsigned kinds = 0;
    for (uint32_t i = 0; i < map.num_surfaces; i++) {
        const struct q3_bsp_surface *s = &map.surfaces[i];
        kinds |= 1u << s->kind;
        for (uint32_t k = 0; k + 2 < s->num_indexes; k += 3) {
            const struct q3_bsp_vertex *v = map.vertices + s->first_vertex;
            const uint32_t *at = map.indexes + s->first_index + k;
            float e[2][3], dot = 0;
            for (int j = 0; j < 3; j++) {
                e[0][j] = v[at[1]].xyz[j] - v[at[0]].xyz[j];
                e[1][j] = v[at[2]].xyz[j] - v[at[0]].xyz[j];
            }
            for (int j = 0; j < 3; j++) {
                const int p = (j + 1) % 3, q = (j + 2) % 3;
                dot += (e[1][p] * e[0][q] - e[1][q] * e[0][p]) * v[at[0]].normal[j];
            }
            cr_expect_gt(dot, -0.01f, "surface %u is not clockwise", i);
        }
    }
    cr_expect_eq(kinds, 1u << Q3_SURFACE_PLANAR | 1u << Q3_SURFACE_PATCH | 1u << Q3_SURFACE_SOUP);
    const float in_pool[3] = {100, 0, -60}, in_fog[3] = {100, 1100, -150},
                in_rock[3] = {600, 600, 0};
    cr_expect(q3_bsp_point_contents(&map, in_pool, Q3_CONTENTS_WATER));
    cr_expect(q3_bsp_point_contents(&map, in_fog, Q3_CONTENTS_FOG));
    cr_expect(q3_bsp_point_contents(&map, in_rock, Q3_CONTENTS_SOLID));
    q3_bsp_free(&map);
}

Test(builtin_pk3, map_is_whole)
{
    cr_assert_eq(each(".bsp", read_map), 1);
}

struct complaints {
    const char *script, *shader;
};

static void complain(void *context, uint32_t line, const char *words)
{
    const struct complaints *c = context;
    cr_expect_fail("%s:%u: %s: %s", c->script, line, c->shader, words);
}

static void read_script(const char *name, const uint8_t *data, size_t size)
{
    struct q3_shader_list list = {0};
    cr_assert_eq(q3_shader_list_add(&list, data, size, NULL), 0, "%s", name);
    cr_assert_eq(list.count, list.num_names, "%s: a name comes twice", name);
    for (size_t i = 0; i < list.count; i++) {
        struct q3_shader *shader = calloc(1, sizeof(*shader));
        const struct q3_definition *d = &list.definitions[i];
        char told[Q3_SHADER_NAME];
        snprintf(told, sizeof(told), "%.*s", (int)d->name_length, d->name);
        struct complaints complaints = {.script = name, .shader = told};
        const struct q3_notes notes = {complain, &complaints};
        q3_shader_parse(shader, told, d->text, d->size, d->line, &notes);
        cr_expect_eq(shader->faults, 0, "%s: %s", name, told);
        for (uint32_t k = 0; k < shader->num_stages; k++) {
            const struct q3_stage *stage = &shader->stages[k];
            for (uint32_t f = 0; stage->map == Q3_MAP_IMAGE && f < stage->num_images; f++) {
                cr_expect(picture_is_there(stage->images[f]), "%s: no %s", name, stage->images[f]);
            }
        }
        free(shader);
    }
    q3_shader_list_free(&list);
}

Test(builtin_pk3, scripts_have_no_faults)
{
    cr_assert_geq(each(".shader", read_script), 3);
}

static void read_picture(const char *name, const uint8_t *data, size_t size)
{
    struct image_rgba image;
    struct format_error err = {0};
    cr_assert_eq(q3_image_decode(&image, data, size, 256, &err), 0, "%s: %s", name, err.what);
    cr_expect_eq(image.width, q3_image_side(image.width), "%s", name);
    cr_expect_eq(image.height, q3_image_side(image.height), "%s", name);
    image_rgba_free(&image);
}

Test(builtin_pk3, pictures_are_read)
{
    cr_assert_gt(each(".png", read_picture), 20);
    cr_assert_gt(each(".tga", read_picture), 4);
}

/* By a script of that name, or a picture. */
static bool shader_is_there(const char *name)
{
    struct game_files game;
    bool there = picture_is_there(name);
    cr_assert_eq(game_files_open(&game, &(struct game_files_options){.builtin = true}, NULL), 0);
    static const char *const scripts[] = {"scripts/reel3.shader", "scripts/reel3_effects.shader",
                                          "scripts/reel3_models.shader"};
    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
        struct files_ref ref;
        struct q3_shader_list list = {0};
        cr_assert_eq(files_get(game.files, scripts[i], &ref), 0);
        cr_assert_eq(q3_shader_list_add(&list, ref.data, ref.size, NULL), 0);
        there |= q3_shader_list_find(&list, name) != NULL;
        q3_shader_list_free(&list);
        files_release(game.files, &ref);
    }
    game_files_close(&game);
    return there;
}

static void read_model(const char *name, const uint8_t *data, size_t size)
{
    struct md3 md3;
    struct format_error err = {0};
    cr_assert_eq(md3_read(&md3, data, size, &err), 0, "%s: %s", name, err.what);
    for (uint32_t i = 0; i < md3.num_surfaces; i++) {
        const struct md3_surface *s = &md3.surfaces[i];
        cr_expect_lt(s->num_vertices, 1000, "%s", name); /* the original takes no more */
        cr_expect_lt(s->num_triangles, 2000, "%s", name);
        cr_expect(!s->shaders[0][0] || shader_is_there(s->shaders[0]), "%s: no %s", name,
                  s->shaders[0]);
    }
    md3_free(&md3);
}

Test(builtin_pk3, models_are_read)
{
    cr_assert_gt(each(".md3", read_model), 20);
}

static void read_skin(const char *name, const uint8_t *data, size_t size)
{
    struct q3_skin skin = {0};
    cr_assert_eq(q3_skin_read(&skin, data, size, NULL), 0);
    cr_expect_eq(skin.count, 1, "%s", name);
    for (size_t i = 0; i < skin.count; i++) {
        cr_expect(shader_is_there(skin.lines[i].shader), "%s: no %s", name, skin.lines[i].shader);
    }
    q3_skin_free(&skin);
}

static void read_animations(const char *name, const uint8_t *data, size_t size)
{
    struct q3_animations animations;
    struct format_error err = {0};
    cr_assert_eq(q3_animations_read(&animations, data, size, false, &err), 0, "%s: %s", name,
                 err.what);
    for (int half = 0; half < 2; half++) {
        struct game_files game;
        struct files_ref ref;
        struct md3 md3;
        cr_assert_eq(game_files_open(&game, &(struct game_files_options){.builtin = true}, NULL),
                     0);
        cr_assert_eq(
            files_get(game.files,
                      half ? "models/players/sarge/lower.md3" : "models/players/sarge/upper.md3",
                      &ref),
            0);
        cr_assert_eq(md3_read(&md3, ref.data, ref.size, NULL), 0);
        for (int i = 0; i < Q3_ANIMS_OF_FILE; i++) {
            const struct q3_animation *a = &animations.at[i];
            const bool legs = i >= Q3_ANIM_WALK_CROUCHED && i <= Q3_ANIM_TURN;
            const bool both = i < Q3_ANIM_GESTURE;
            if (both || legs == (half == 1)) {
                cr_expect_leq(a->first + a->count, (int32_t)md3.num_frames, "motion %d", i);
            }
        }
        cr_expect_geq(md3_find_tag(&md3, "tag_torso"), 0);
        cr_expect(half == 1 || md3_find_tag(&md3, "tag_weapon") >= 0);
        md3_free(&md3);
        files_release(game.files, &ref);
        game_files_close(&game);
    }
}

Test(builtin_pk3, player_is_whole)
{
    cr_assert_eq(each(".skin", read_skin), 9);
    cr_assert_eq(each("animation.cfg", read_animations), 1);
}

Test(builtin_pk3, demo_is_found)
{
    struct demo_source source;
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo5", &(struct demo_search){0}, NULL),
                 0);
    cr_expect_eq(source.demo.code, 0);
    cr_expect_str_eq(source.demo.family->name, "quake3");
    demo_source_close(&source);
}
