/* Fixture of the fuzz targets that draw Quake III data: a pk3 of the fuzzer's bytes and the files
 * it needs, game data on top of it, and pictures with every filter.
 *
 * A picture depends on the bytes alone: only the renderers are reused; the game data is opened for
 * each run. One picture in Q3_DRAW_FRESH is drawn again by a new renderer, and must be the same. */
#ifndef TESTS_FUZZ_STAGES_Q3_DRAW_STAGE_H
#define TESTS_FUZZ_STAGES_Q3_DRAW_STAGE_H

#include <math.h>

#include "assets/quake3/q3_data.h"
#include "formats/base/dmath.h"
#include "render/renderer.h"
#include "render/rgb/rgb_renderer.h"
#include "render/rgb/scene_rgb.h"
#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/md3_bytes.h"
#include "tests/support/quake3/q3_map_bytes.h"

enum { Q3_DRAW_FILTERS = 3, Q3_DRAW_FRESH = 512, Q3_DRAW_WIDTH = 64, Q3_DRAW_HEIGHT = 40 };

struct q3_draw { /* start from {0} */
    struct zip_bytes pack;
    struct zip_bytes beside; /* what lies below it: stays */
    struct game_files game;
    struct q3_data *data;
    struct scene scene;
    struct renderer *renderers[Q3_DRAW_FILTERS]; /* stay */
    uint32_t pixels[Q3_DRAW_WIDTH * Q3_DRAW_HEIGHT];
    uint32_t pictures; /* drawn so far */
};

/* Shaders of the kinds that surfaces have, by the names of the small map's first and of others that
 * a changed map may ask for. */
static const char q3_draw_script[] =
    "textures/wall\n{\n{\nmap $lightmap\nrgbGen identity\n}\n{\nmap textures/wall.tga\n"
    "blendFunc filter\ntcMod scroll 1 2\n}\n}\n"
    "textures/fog\n{\nsurfaceparm fog\nfogParms ( .5 .6 .7 ) 200\n}\n"
    "textures/sky\n{\nskyParms env/sky 300 -\nsurfaceparm sky\n{\nmap textures/wall.tga\n"
    "tcMod scale 3 3\n}\n}\n"
    "textures/water\n{\ncull disable\ntessSize 64\ndeformVertexes wave 64 sin 0 8 0 1\n{\n"
    "map textures/wall.tga\nblendFunc blend\nrgbGen vertex\nalphaGen wave sin .5 .5 0 1\n"
    "tcMod turb 0 .1 0 1\n}\n{\nmap textures/wall.tga\nblendFunc add\ntcGen environment\n}\n}\n"
    "textures/flame\n{\ndeformVertexes autosprite\ncull none\n{\n"
    "animMap 8 textures/wall.tga $whiteimage\nblendFunc add\nrgbGen wave inverseSawtooth 0 1 0 8\n"
    "}\n}\n"
    "textures/beam\n{\ndeformVertexes autosprite2\ndeformVertexes bulge 1 2 3\nsort 9\n{\n"
    "map textures/wall.tga\nalphaFunc GE128\ndepthWrite\ntcMod rotate 30\n}\n}\n"
    "models/x/Skin\n{\n{\nmap textures/wall.tga\nrgbGen lightingDiffuse\n}\n{\n"
    "map textures/wall.tga\nblendFunc add\nalphaGen lightingSpecular\ntcGen environment\n}\n}\n";

/* An uncompressed TGA of 8 x 4 texels with alpha. */
static inline void q3_draw_add_picture(struct zip_bytes *pack, const char *name)
{
    uint8_t bytes[18 + 8 * 4 * 4] = {[2] = 2, [12] = 8, [14] = 4, [16] = 32, [17] = 8};
    for (int i = 18; i < (int)sizeof(bytes); i++) {
        bytes[i] = (uint8_t)(i * 53);
    }
    zip_bytes_add(pack, name, bytes, sizeof(bytes));
}

static inline void q3_draw_add_map(struct zip_bytes *pack, const char *name)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    struct byte_writer bytes = q3_map_bytes_finish(&map);
    require(!bytes.failed);
    zip_bytes_add(pack, name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

static inline void q3_draw_add_model(struct zip_bytes *pack, const char *name)
{
    struct byte_writer bytes = md3_bytes();
    require(!bytes.failed);
    zip_bytes_add(pack, name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

/* Creates once the files below the fuzzer's pack: "maps/x.bsp", "models/x.md3" and, if shaders is
 * set, "scripts/b.shader" with its images. */
static inline void q3_draw_lay_beside(struct q3_draw *draw, bool shaders)
{
    struct zip_bytes *pack = &draw->beside;
    if (pack->count > 0) {
        return;
    }
    q3_draw_add_map(pack, "maps/x.bsp");
    q3_draw_add_model(pack, "models/x.md3");
    if (shaders) {
        q3_draw_add_picture(pack, "textures/wall.tga");
        q3_draw_add_picture(pack, "a.tga");
        zip_bytes_add(pack, "scripts/b.shader", q3_draw_script, sizeof(q3_draw_script) - 1);
    }
    zip_bytes_end(pack);
    require(!pack->out.failed && !pack->directory.failed);
}

static inline struct renderer *q3_draw_renderer(int filter)
{
    static const enum rgb_filter filters[] = {RGB_TRILINEAR, RGB_BILINEAR, RGB_NEAREST, RGB_CRISP};
    const struct rgb_options rgb = {.filter = filters[filter]};
    const struct renderer_options options = {
        .width = Q3_DRAW_WIDTH, .height = Q3_DRAW_HEIGHT, .threads = 1, .rgb = &rgb};
    struct renderer *renderer = renderer_create(&options);
    require(renderer != NULL);
    return renderer;
}

static inline void q3_draw_make_renderers(struct q3_draw *draw)
{
    for (int i = 0; i < Q3_DRAW_FILTERS && draw->renderers[i] == NULL; i++) {
        draw->renderers[i] = q3_draw_renderer(i);
    }
}

static inline void q3_draw_nothing(void *context, const char *line)
{
    (void)context;
    require(strchr(line, '\n') == NULL);
}

/* Opens game data on an archive (the pack's members or any bytes), over those files. */
static inline void q3_draw_open_bytes(struct q3_draw *draw, const uint8_t *data, size_t size)
{
    q3_draw_make_renderers(draw);
    draw->game = (struct game_files){.files = files_create(q3_draw_nothing, NULL), .found = true};
    require(draw->game.files != NULL);
    if (draw->beside.count > 0) {
        require(files_add_pak(draw->game.files, "beside.pk3", draw->beside.out.data,
                              draw->beside.out.size) == 0);
    }
    (void)!files_add_pak(draw->game.files, "fuzz.pk3", data, size);
    require(q3_data_open(&draw->data, &draw->game, 1, NULL) == 0);
}

static inline void q3_draw_open(struct q3_draw *draw)
{
    zip_bytes_end(&draw->pack);
    require(!draw->pack.out.failed && !draw->pack.directory.failed);
    q3_draw_open_bytes(draw, draw->pack.out.data, draw->pack.out.size);
}

static inline void q3_draw_close(struct q3_draw *draw)
{
    q3_data_close(draw->data);
    files_destroy(draw->game.files);
    zip_bytes_free(&draw->pack);
    draw->pack = (struct zip_bytes){0};
    draw->game = (struct game_files){0};
    draw->data = NULL;
}

/* Somewhere in the middle of a leaf, where cameras usually are; now and then anywhere near. */
static inline void q3_draw_place(const struct q3_level *level, uint32_t *seed, float place[3])
{
    const struct q3_bsp *bsp = &level->bsp;
    const uint32_t number = next_random(seed);
    const struct q3_bsp_leaf *leaf = bsp->num_leafs ? &bsp->leafs[number % bsp->num_leafs] : NULL;
    if (next_random(seed) % 4 == 0) {
        leaf = NULL;
    }
    for (int i = 0; i < 3; i++) {
        place[i] = leaf ? ((float)leaf->mins[i] + (float)leaf->maxs[i]) * 0.5f
                        : stage_between(seed, -300.0f, 300.0f);
    }
}

/* Begins a scene in the level with a camera; entities may be added to it. */
static inline struct rgb_scene *q3_draw_begin(struct q3_draw *draw, const struct q3_level *level,
                                              uint32_t *seed)
{
    struct rgb_scene *rgb = rgb_scene_begin(&draw->scene);
    struct scene_camera *camera = &draw->scene.camera;
    require(rgb != NULL);
    rgb->level = level;
    draw->scene.time = (double)stage_between(seed, 0.0f, 100.0f);
    camera->fov_x = next_random(seed) % 4 == 0 ? 150.0f : 90.0f;
    q3_draw_place(level, seed, camera->origin);
    camera->angles[0] = stage_between(seed, -90.0f, 90.0f);
    camera->angles[1] = stage_between(seed, 0.0f, 360.0f);
    camera->angles[2] = next_random(seed) % 2 ? stage_between(seed, -180.0f, 180.0f) : 0.0f;
    rgb_scene_aim(&draw->scene, Q3_DRAW_WIDTH, Q3_DRAW_HEIGHT);
    rgb->all_areas = next_random(seed) % 2;
    return rgb;
}

/* Draws with one filter or another; drawing may only fail for want of memory. */
static inline void q3_draw_picture(struct q3_draw *draw, uint32_t *seed)
{
    const int filter = (int)(next_random(seed) % Q3_DRAW_FILTERS);
    struct renderer *renderer = draw->renderers[filter];
    const int code = renderer_draw(renderer, &draw->scene, draw->pixels, Q3_DRAW_WIDTH);
    require(code == 0 || code == FORMAT_MEMORY);
    uint32_t all = 0;
    for (int i = 0; i < Q3_DRAW_WIDTH * Q3_DRAW_HEIGHT; i++) {
        all |= draw->pixels[i];
    }
    require(all >> 24 == 0);
    if (next_random(seed) % 8 == 0) { /* the same again */
        const uint64_t hash = renderer_hash(renderer);
        require(renderer_draw(renderer, &draw->scene, NULL, 0) == code);
        require(code != 0 || renderer_hash(renderer) == hash);
    }
    if (++draw->pictures % Q3_DRAW_FRESH == 0) {
        const uint64_t hash = renderer_hash(renderer);
        struct renderer *fresh = q3_draw_renderer(filter);
        require(renderer_draw(fresh, &draw->scene, NULL, 0) == code);
        require(code != 0 || renderer_hash(fresh) == hash);
        renderer_destroy(fresh);
    }
}

/* A number as demos and scripts may hold it. */
static inline float q3_draw_number(uint32_t *seed, float usual)
{
    static const float wild[] = {0.0f, NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 3e9f};
    return next_random(seed) % 16 == 0 ? wild[next_random(seed) % 8]
                                       : stage_between(seed, -usual, usual);
}

/* An entity in front of the camera, placed and turned one way or another. */
static inline struct rgb_entity *q3_draw_thing(struct q3_draw *draw, uint32_t *seed)
{
    struct rgb_scene *rgb = draw->scene.rgb;
    struct rgb_entity *thing = rgb_scene_add_entity(rgb);
    require(thing != NULL);
    const float distance = stage_between(seed, 5.0f, 150.0f);
    const bool turned = next_random(seed) % 2;
    for (int i = 0; i < 3; i++) {
        thing->origin[i] =
            draw->scene.camera.origin[i] + rgb->axis[0][i] * distance + q3_draw_number(seed, 30.0f);
        thing->end[i] = thing->origin[i] + q3_draw_number(seed, 200.0f);
        thing->light_origin[i] = q3_draw_number(seed, 100.0f);
        for (int k = 0; turned && k < 3; k++) {
            thing->axis[i][k] = q3_draw_number(seed, 2.0f);
        }
        thing->color[i] = (uint8_t)next_random(seed);
    }
    thing->flags = next_random(seed) % 32;
    thing->frame = (int32_t)(next_random(seed) % 5) - 1;
    thing->old_frame = next_random(seed) % 8 == 0 ? INT32_MAX : (int32_t)(next_random(seed) % 4);
    thing->backlerp = q3_draw_number(seed, 1.0f);
    thing->skin_number = (int32_t)(next_random(seed) % 4) - 1;
    thing->radius = q3_draw_number(seed, 60.0f);
    thing->rotation = q3_draw_number(seed, 400.0f);
    thing->shader_st[0] = q3_draw_number(seed, 4.0f);
    thing->shader_time = (double)q3_draw_number(seed, 100.0f);
    return thing;
}

static inline void q3_draw_light(struct q3_draw *draw, uint32_t *seed)
{
    struct rgb_dlight *light = rgb_scene_add_dlight(draw->scene.rgb);
    require(light != NULL);
    light->radius = stage_between(seed, 1.0f, 500.0f);
    for (int i = 0; i < 3; i++) {
        light->origin[i] = draw->scene.camera.origin[i] + q3_draw_number(seed, 200.0f);
        light->color[i] = stage_between(seed, 0.0f, 1.0f);
    }
}

#endif
