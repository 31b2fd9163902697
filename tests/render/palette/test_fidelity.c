/* The faithful look against render/palette/FIDELITY.md: each deviation from the original stays as
 * described there, and differences from the original's pictures stay within its table. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake/placeholder.h"
#include "engine/netquake/nq_scene.h"
#include "engine/playback/playback_context.h"
#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "formats/pictures/png.h"
#include "render/palette/blend.h"
#include "render/palette/entities/alias.h"
#include "render/palette/entities/entities.h"
#include "render/palette/entities/particles.h"
#include "render/palette/surfaces/light_at_point.h"
#include "render/palette/surfaces/surfaces_internal.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

/* ---- Small demos ---- */

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;
static const struct scene_options plain = {
    .width = 640, .height = 480, .fov = 90.0f, .no_hud = true};
static const struct scene_options with_hud = {.width = 640, .height = 480, .fov = 90.0f};

/* Block 0 is the signon; then `blocks` updates a sixteenth of a second apart. */
static void play_demo(int blocks, void (*fill)(int))
{
    const struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
    nq_demo_updates(&demo, blocks, fill);
    while (demo.pos < demo.dem.size) {
        nq_demo_step_good(&demo);
    }
}

static void build(double fraction, const struct scene_options *options)
{
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, fraction, options, &data), 0);
}

static void close_demo(void)
{
    scene_free(&scene);
    memset(&scene, 0, sizeof(scene));
    nq_demo_end(&demo);
    quake_game_close(&data);
}

/* F4 */
static void fill_dim_light(int i)
{
    struct nq_message m = nq_demo_update(20, 3, 8.0 * i, 0, 0);
    m.u.update.mask |= NQ_U_EFFECTS;
    m.u.update.effects = NQ_EF_DIMLIGHT;
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    nq_demo_add(&demo, &m);
}

Test(fidelity, lights_flicker_by_update_and_entity)
{
    play_demo(3, fill_dim_light);
    const uint32_t block = demo.state->seed;
    const float radius = 200.0f + (float)(dmath_hash(block, 20, 1) & 31);
    static const double fractions[] = {0.1, 0.9, 1.0, 0.1};
    for (size_t i = 0; i < sizeof(fractions) / sizeof(fractions[0]); i++) {
        build(fractions[i], &plain);
        cr_assert_eq(scene.palette->num_dlights, 1);
        cr_assert_eq(scene.palette->dlights[0].radius, radius);
    }
    close_demo();
}

/* F5: more of everything than the original has room for. */
enum { MANY = 300, MANY_BEAMS = 40, MANY_BURSTS = 5 };

static void fill_many(int i)
{
    (void)i;
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    for (int n = 0; n < MANY; n++) {
        struct nq_message m = nq_demo_update((uint16_t)(10 + n), 3, n, 0, 0);
        m.u.update.mask |= NQ_U_EFFECTS | NQ_U_LONGENTITY;
        m.u.update.effects = NQ_EF_DIMLIGHT;
        nq_demo_add(&demo, &m);
    }
    for (int n = 0; n < MANY_BEAMS; n++) {
        struct nq_message m = {.id = NQ_TEMP_ENTITY};
        m.u.temp_entity.type = NQ_TE_LIGHTNING1;
        m.u.temp_entity.entity = (uint16_t)(400 + n);
        m.u.temp_entity.end[0] = 15;
        nq_demo_add(&demo, &m);
    }
    for (int n = 0; n < MANY_BURSTS; n++) {
        struct nq_message m = {.id = NQ_TEMP_ENTITY};
        m.u.temp_entity.type = NQ_TE_EXPLOSION;
        nq_demo_add(&demo, &m);
    }
}

Test(fidelity, no_limit_drops_entities)
{
    play_demo(1, fill_many);
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_entities, MANY + MANY_BEAMS);
    cr_assert_geq(scene.palette->num_dlights, MANY);
    cr_assert_eq(scene.palette->num_particles, MANY_BURSTS * 1024);
    close_demo();
}

Test(fidelity, more_than_32_dynamic_lights_are_drawn)
{
    struct bsp bsp;
    struct surface_dlights dlights = {0};
    cr_assert_eq(placeholder_make_bsp(&bsp), 0);
    const struct model model = {.kind = MODEL_BRUSH, .bsp = &bsp};
    cr_assert_not_null(palette_scene_begin(&scene));
    scene.palette->world = &model;
    for (int i = 0; i < 40; i++) {
        struct palette_dlight *light = palette_scene_add_dlight(scene.palette);
        cr_assert_not_null(light);
        light->origin[0] = i == 32 ? bsp.submodels[0].maxs[0] : 0.0f;
        light->radius = 100;
    }
    cr_assert_eq(surface_dlights_mark(&dlights, scene.palette), 0);
    uint32_t lit = 0;
    for (uint32_t i = 0; i < bsp.num_faces; i++) {
        const uint32_t *words = surface_dlights_of(&dlights, &bsp, i);
        lit += words != NULL && words[0] == 0 && words[1] == 1;
    }
    cr_assert_gt(lit, 0);
    surface_dlights_free(&dlights);
    scene_free(&scene);
    bsp_free(&bsp);
}

/* F6: at the update of its event an effect is at its start. */
Test(fidelity, effects_start_at_their_update)
{
    const float origin[3] = {100, 200, 300};
    const struct effect_event burst = effect_make_particles(EFFECT_EXPLOSION, 5.0, origin, 7);
    const struct effect_event light = effect_make_light(5.0, origin, 350, 300, 0, 0.5, 0);
    cr_assert_not_null(palette_scene_begin(&scene));
    effect_add_particles(scene.palette, &burst, 5.0 - 1e-9);
    effect_add_light(scene.palette, &light, 5.0 - 1e-9);
    cr_assert_eq(scene.palette->num_particles + scene.palette->num_dlights, 0);
    effect_add_particles(scene.palette, &burst, 5.0);
    effect_add_light(scene.palette, &light, 5.0);
    cr_assert_eq(scene.palette->num_particles, 1024);
    for (size_t i = 0; i < scene.palette->num_particles; i++) {
        for (int j = 0; j < 3; j++) {
            float offset = scene.palette->particles[i].origin[j] - origin[j];
            cr_assert(offset >= -16 && offset <= 15 && offset == floorf(offset));
        }
        cr_assert_eq(scene.palette->particles[i].color, 0x6f);
    }
    cr_assert_eq(scene.palette->num_dlights, 1);
    cr_assert_eq(scene.palette->dlights[0].radius, 350.0f);
    scene_free(&scene);
}

/* F8 */
static void fill_no_lerp(int i)
{
    nq_demo_entity(&demo, 1, 3, 0, 0, 0);
    for (uint16_t n = 20; n < 22; n++) {
        struct nq_message m = nq_demo_update(n, 3, 32.0 * i, 0, 0);
        m.u.update.mask |= n == 20 ? NQ_U_NOLERP : 0u;
        nq_demo_add(&demo, &m);
    }
}

Test(fidelity, updates_without_lerp_hold_for_the_whole_interval)
{
    play_demo(2, fill_no_lerp);
    static const double fractions[] = {0.0, 0.25, 1.0};
    for (size_t i = 0; i < sizeof(fractions) / sizeof(fractions[0]); i++) {
        build(fractions[i], &plain);
        cr_assert_eq(scene.palette->num_entities, 2);
        cr_assert_eq(scene.palette->entities[0].origin[0], 32.0f);
        cr_assert_float_eq(scene.palette->entities[1].origin[0], 32.0 * fractions[i], 1e-3);
    }
    close_demo();
}

/* F9: a step up and a run, then another level. */
static void fill_two_levels(int i)
{
    if (i == 4) {
        nq_demo_serverinfo(&demo, 4);
        nq_demo_time(&demo, 1.0f);
    }
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_ONGROUND | NQ_SU_VELOCITY1;
    m.u.clientdata.has_items = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.health = 100;
    m.u.clientdata.velocity[0] = 20;
    nq_demo_add(&demo, &m);
    nq_demo_entity(&demo, 1, 3, 0, 0, i >= 2 ? 8 : 0);
    if (i == 3) {
        nq_demo_add(&demo, &(struct nq_message){.id = NQ_NOP});
    }
}

Test(fidelity, a_level_starts_with_a_level_view)
{
    play_demo(4, fill_two_levels);
    cr_assert_eq(demo.state->stair_valid, 1);
    cr_assert_neq(demo.state->held_bob, 0.0f);
    close_demo();
    play_demo(5, fill_two_levels);
    cr_assert_eq(demo.state->stair_valid, 0);
    cr_assert_eq(demo.state->held_bob, 0.0f);
    close_demo();
}

/* F18 */
Test(fidelity, the_status_bar_is_drawn_over_the_view)
{
    play_demo(2, fill_no_lerp);
    build(1.0, &plain);
    const struct scene_camera camera = scene.camera;
    cr_assert_eq(scene.palette->num_items, 0);
    build(1.0, &with_hud);
    cr_assert_gt(scene.palette->num_items, 0);
    cr_assert_eq(memcmp(&camera, &scene.camera, sizeof(camera)), 0);
    close_demo();
}

/* ---- Models ---- */

enum { SIDE = 8 };

/* A square in the y-z plane, 64 units wide: a group of two poses, one second each. */
struct mesh {
    struct model model;
    struct mdl mdl;
    struct mdl_vertex poses[2 * 4];
    struct mdl_texcoord texcoords[4];
    struct mdl_triangle triangles[4];
    struct mdl_group frame, skin;
    struct mdl_vertex bounds[2][2];
    float intervals[2];
    uint8_t texels[SIDE * SIDE];
};

static void mesh_init(struct mesh *mesh)
{
    static const uint8_t corners[4][2] = {{0, 0}, {0, 255}, {255, 255}, {255, 0}};
    static const uint8_t triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}};
    memset(mesh, 0, sizeof(*mesh));
    mesh->intervals[0] = 1;
    mesh->intervals[1] = 2;
    mesh->frame = (struct mdl_group){0, 2, mesh->intervals};
    mesh->skin = (struct mdl_group){0, 1, NULL};
    memset(mesh->texels, 40, sizeof(mesh->texels));
    for (int i = 0; i < 4; i++) {
        for (int pose = 0; pose < 2; pose++) {
            mesh->poses[pose * 4 + i] = (struct mdl_vertex){{128, corners[i][0], corners[i][1]}, 0};
        }
        mesh->triangles[i].faces_front = true;
        for (int j = 0; j < 3; j++) {
            mesh->triangles[i].vertices[j] = triangles[i][j];
        }
    }
    for (int pose = 0; pose < 2; pose++) {
        memset(mesh->bounds[pose][1].v, 255, 3);
    }
    mesh->mdl = (struct mdl){.scale = {0.25f, 0.25f, 0.25f},
                             .origin = {-32, -32, -32},
                             .size = 10,
                             .skin_width = SIDE,
                             .skin_height = SIDE,
                             .num_skins = 1,
                             .skins = &mesh->skin,
                             .num_skin_pictures = 1,
                             .skin_pixels = mesh->texels,
                             .num_vertices = 4,
                             .texcoords = mesh->texcoords,
                             .num_triangles = 4,
                             .triangles = mesh->triangles,
                             .num_frames = 1,
                             .frames = &mesh->frame,
                             .num_poses = 2,
                             .poses = mesh->poses,
                             .pose_bounds = mesh->bounds};
    mesh->model.kind = MODEL_ALIAS;
    mesh->model.mdl = &mesh->mdl;
}

static struct palette_entity *add_mesh(const struct mesh *mesh, float x)
{
    struct palette_entity *entity = palette_scene_add_entity(scene.palette);
    cr_assert_not_null(entity);
    entity->model = &mesh->model;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    entity->origin[0] = x;
    scene.camera.fov_x = 90;
    return entity;
}

/* F10: the current pose's box covers only a corner far to the left. */
Test(fidelity, a_groups_box_contains_all_its_poses)
{
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    struct mesh mesh;
    struct alias_list list = {0};
    struct view view;
    cr_assert_not_null(palette_scene_begin(&scene));
    mesh_init(&mesh);
    for (int i = 0; i < 2; i++) {
        memset(mesh.bounds[0], i == 0 ? 255 : 0, sizeof(mesh.bounds[0]));
    }
    mesh.bounds[0][0] = mesh.bounds[0][1] = (struct mdl_vertex){{128, 255, 128}, 0};
    const struct alias_request request = {
        .scene = scene.palette, .view = &view, .entity = add_mesh(&mesh, 20), .colormap = wide};
    view_setup(&view, &scene, 320, 200);
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 1);
    mesh.bounds[1][0] = mesh.bounds[1][1] = mesh.bounds[0][0]; /* no pose's box is in the picture */
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 0);
    alias_list_free(&list);
    scene_free(&scene);
}

enum {
    ENTITIES_WIDTH = 160,
    ENTITIES_HEIGHT = 100,
    ENTITIES_PIXELS = ENTITIES_WIDTH * ENTITIES_HEIGHT
};

static void draw_entities(uint8_t pixels[ENTITIES_PIXELS], enum render_look look)
{
    static uint8_t colormap[COLORMAP_BYTES];
    static int16_t z[ENTITIES_PIXELS];
    const struct surfaces_target target = {pixels, z, ENTITIES_WIDTH, ENTITIES_HEIGHT};
    struct view view;
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)i;
    }
    struct entities *entities = entities_create(colormap, look);
    cr_assert_not_null(entities);
    memset(pixels, 250, ENTITIES_PIXELS);
    memset(z, 0, sizeof(z));
    view_setup(&view, &scene, ENTITIES_WIDTH, ENTITIES_HEIGHT);
    cr_assert_eq(entities_prepare(entities, scene.palette, &view, NULL), 0);
    entities_draw_band(entities, &target, 0, ENTITIES_HEIGHT);
    entities_destroy(entities);
}

/* The exact look leaves models and particles alone. */
Test(fidelity, entities_are_equal_in_both_looks)
{
    static uint8_t opaque[ENTITIES_PIXELS], exact[ENTITIES_PIXELS];
    struct mesh mesh;
    cr_assert_not_null(palette_scene_begin(&scene));
    mesh_init(&mesh);
    add_mesh(&mesh, 100);
    struct palette_particle *particle = palette_scene_add_particles(scene.palette, 1);
    cr_assert_not_null(particle);
    *particle = (struct palette_particle){{50, 5, 5}, 99};
    draw_entities(opaque, LOOK_FAITHFUL);
    cr_assert_eq(opaque[ENTITIES_PIXELS / 2 + ENTITIES_WIDTH / 2], 40);
    draw_entities(exact, LOOK_EXACT);
    cr_assert_arr_eq(exact, opaque, ENTITIES_PIXELS);
    scene_free(&scene);
}

/* ---- The room that replaces missing maps ---- */

struct room {
    struct bsp bsp;
    struct model model;
    struct view view;
    struct world *world;
    struct surfaces *surfaces;
};

static void room_open(struct room *room, int width, int height)
{
    static uint8_t colormap[COLORMAP_BYTES], palette[PALETTE_BYTES];
    memset(room, 0, sizeof(*room));
    cr_assert_eq(placeholder_make_bsp(&room->bsp), 0);
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3);
    }
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)i;
    }
    room->model = (struct model){.kind = MODEL_BRUSH, .bsp = &room->bsp};
    cr_assert_not_null(palette_scene_begin(&scene));
    scene.palette->world = &room->model;
    scene.camera.fov_x = 90;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        scene.palette->light_levels[i] = 264;
    }
    room->world = world_create(width, height);
    room->surfaces = surfaces_create(colormap, palette, LOOK_FAITHFUL, false);
    cr_assert(room->world != NULL && room->surfaces != NULL);
    view_setup(&room->view, &scene, width, height);
}

static void room_close(struct room *room)
{
    surfaces_destroy(room->surfaces);
    world_destroy(room->world);
    bsp_free(&room->bsp);
    scene_free(&scene);
}

static void room_scan(struct room *room)
{
    view_setup(&room->view, &scene, room->view.width, room->view.height);
    cr_assert_eq(world_begin(room->world, scene.palette, &room->view), 0);
    cr_assert_eq(world_collect(room->world), 0);
    for (int b = 0; b < world_num_bands(room->world); b++) {
        world_scan_band(room->world, b);
        cr_assert_not(world_get_band(room->world, b)->failed);
    }
}

/* The surface at the picture's centre. */
static uint32_t room_centre(const struct room *room)
{
    const int u = room->view.width / 2, v = room->view.height / 2;
    const struct world_band *band = world_get_band(room->world, v / BAND_HEIGHT);
    for (uint32_t i = 0; i < band->num_spans; i++) {
        const struct world_span *span = &band->spans[i];
        if (span->v == v && u >= span->u && u < span->u + span->count) {
            return span->surface;
        }
    }
    cr_assert(false, "the centre is not covered");
    return 0;
}

enum { CENTRE = 32 };

/* The CENTRE x CENTRE pixels in the picture's middle. */
static void room_draw_centre(struct room *room, uint8_t out[CENTRE * CENTRE])
{
    const size_t width = (size_t)room->view.width, height = (size_t)room->view.height;
    struct surfaces_target target = {calloc(width * height + 64, 1),
                                     calloc(width * height + 64, sizeof(int16_t)), room->view.width,
                                     room->view.height};
    cr_assert(target.pixels != NULL && target.z != NULL);
    room_scan(room);
    cr_assert_eq(surfaces_prepare(room->surfaces, scene.palette, &room->view, room->world), 0);
    for (int i = 0; i < surfaces_num_builds(room->surfaces); i++) {
        surfaces_build(room->surfaces, i);
    }
    for (int b = 0; b < world_num_bands(room->world); b++) {
        surfaces_draw_band(room->surfaces, world_get_band(room->world, b), &target);
        surfaces_draw_see_through(room->surfaces, room->world, b, &target, 0, UINT32_MAX);
    }
    for (size_t v = 0; v < CENTRE; v++) {
        size_t row = height / 2 - CENTRE / 2 + v;
        memcpy(out + v * CENTRE, target.pixels + row * width + width / 2 - CENTRE / 2, CENTRE);
    }
    free(target.pixels);
    free(target.z);
}

/* Adds a copy of the visible wall's face as a liquid, `behind` units farther away. */
static void hang_liquid(struct room *room, uint32_t seen, float behind)
{
    static const int32_t steps[] = {3, -3};
    struct bsp *bsp = &room->bsp;
    struct bsp_face *wall = &bsp->faces[seen];
    struct bsp_face *liquid = NULL;
    for (int i = 0; i < 2 && liquid == NULL; i++) {
        uint32_t other = seen + (uint32_t)steps[i];
        if (other < bsp->num_faces && bsp->faces[other].plane == wall->plane) {
            liquid = &bsp->faces[other];
        }
    }
    cr_assert_not_null(liquid);
    struct bsp_plane *planes = malloc((bsp->num_planes + 1) * sizeof(*planes));
    cr_assert_not_null(planes);
    memcpy(planes, bsp->planes, bsp->num_planes * sizeof(*planes));
    free(bsp->planes);
    bsp->planes = planes;
    struct bsp_plane *plane = &planes[bsp->num_planes];
    *plane = planes[wall->plane];
    int axis = fabsf(plane->normal[0]) > 0.5f ? 0 : fabsf(plane->normal[1]) > 0.5f ? 1 : 2;
    float away = wall->back == (plane->normal[axis] > 0) ? behind : -behind;
    plane->dist += plane->normal[axis] * away;
    for (uint32_t i = 0; i < wall->num_edges; i++) {
        int32_t from = bsp->surfedges[wall->first_surfedge + i];
        int32_t to = bsp->surfedges[liquid->first_surfedge + i];
        float *target = bsp->vertices[bsp->edges[abs(to)][to < 0]];
        memcpy(target, bsp->vertices[bsp->edges[abs(from)][from < 0]], 3 * sizeof(float));
        target[axis] += away;
    }
    liquid->plane = bsp->num_planes++;
    liquid->flags = BSP_FACE_TURB;
    liquid->light_offset = -1;
    liquid->texture_mins[0] = liquid->texture_mins[1] = -8192;
    liquid->extents[0] = liquid->extents[1] = 16384;
}

/* F1: 3900 and 3902 units have the same 16-bit 1/z; 3900 and 4600 have different ones. */
static void draw_liquid_behind(float behind, uint8_t out[CENTRE * CENTRE])
{
    struct room room;
    room_open(&room, 320, 200);
    scene.camera.origin[0] = room.bsp.submodels[0].maxs[0] - 1 - 3900;
    scene.camera.origin[1] = scene.camera.origin[2] = 100;
    room_scan(&room);
    const struct world_surface *list = world_surfaces(room.world, &(uint32_t){0});
    if (behind > 0) {
        hang_liquid(&room, list[room_centre(&room)].face, behind);
        memset(scene.palette->liquid_clear, 5, sizeof(scene.palette->liquid_clear));
    }
    room_draw_centre(&room, out);
    room_close(&room);
}

Test(fidelity, a_liquid_at_equal_16_bit_depth_shows_through)
{
    uint8_t wall[CENTRE * CENTRE], touching[CENTRE * CENTRE], behind[CENTRE * CENTRE];
    draw_liquid_behind(0, wall);
    draw_liquid_behind(2, touching);
    draw_liquid_behind(700, behind);
    cr_assert_neq(memcmp(touching, wall, sizeof(wall)), 0);
    cr_assert_arr_eq(behind, wall, sizeof(wall));
}

/* F14: the original's edges have 11 bits of columns. */
Test(fidelity, wide_frames_have_edges_everywhere)
{
    struct room room;
    room_open(&room, RENDER_MAX_WIDTH, 200);
    room_scan(&room);
    uint32_t begin = 0;
    int64_t covered = 0;
    for (int b = 0; b < world_num_bands(room.world); b++) {
        const struct world_band *band = world_get_band(room.world, b);
        for (uint32_t i = 0; i < band->num_spans; i++) {
            begin += band->spans[i].u > 2048;
            covered += band->spans[i].count;
            cr_assert_neq(band->spans[i].surface, 0); /* no background inside the room */
        }
    }
    cr_assert_eq(covered, (int64_t)RENDER_MAX_WIDTH * 200);
    cr_assert_gt(begin, 200);
    room_close(&room);
}

/* F15: 16384 x 16384 texels near enough for the finest mip are lit at the coarsest: 2048 x 2048. */
Test(fidelity, very_large_faces_are_lit_coarsely)
{
    struct room room;
    room_open(&room, 320, 200);
    room_scan(&room);
    uint32_t surface = room_centre(&room);
    uint32_t face = world_surfaces(room.world, &(uint32_t){0})[surface].face;
    room.bsp.faces[face].extents[0] = room.bsp.faces[face].extents[1] = 16384;
    room.bsp.faces[face].light_offset = -1;
    room.bsp.texinfo[room.bsp.faces[face].texinfo].mip_adjust = 1e6f;
    room_scan(&room);
    cr_assert_eq(surfaces_prepare(room.surfaces, scene.palette, &room.view, room.world), 0);
    cr_assert_eq(room.surfaces->draws[surface].kind, SURFACE_LIT);
    cr_assert_eq(room.surfaces->draws[surface].span.stride, 2048);
    room_close(&room);
}

/* F16, and the mix of section 2: rounded, then the nearest colour, the first of equals. */
Test(fidelity, liquids_mix_to_the_nearest_of_the_rounded_sum)
{
    uint8_t palette[PALETTE_BYTES];
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3 / 2 * 2); /* grey, each shade twice */
    }
    struct blend *blend = blend_create(palette);
    cr_assert_not_null(blend);
    const uint8_t *half = blend_table(blend, 5);
    cr_assert_not_null(half);
    cr_assert_eq(half[100 << 8 | 200], 150);
    cr_assert_eq(half[100 << 8 | 202], 150); /* 151 lies between 150 and 152 */
    const uint8_t *tenth = blend_table(blend, 1);
    cr_assert_not_null(tenth);
    cr_assert_eq(tenth[0 << 8 | 4], 0);  /* 0.4 */
    cr_assert_eq(tenth[0 << 8 | 15], 0); /* 1.4 is 1, between 0 and 2 */
    cr_assert_eq(tenth[0 << 8 | 16], 2); /* 1.6 is 2 */
    blend_destroy(blend);
}

/* F23: the stand-in for a missing map is a room whose floor lies 4096 units below its middle. */
Test(fidelity, light_is_found_far_below)
{
    static struct bsp room;
    struct palette_scene lit = {.light_levels = {256}};
    const float middle[3] = {0, 0, 0};
    cr_assert_eq(placeholder_make_bsp(&room), 0);
    cr_expect_gt(light_at_point(&room, &lit, middle), 0);
    bsp_free(&room);
}

/* ---- The reference pictures ---- */

enum { REF_WIDTH = 640, REF_HEIGHT = 480, REF_PIXELS = REF_WIDTH * REF_HEIGHT };

/* Pixels of a frame that may differ by F1 and F2: one in 2000. Most frames must be identical. */
enum { ALLOWED_DIFFERENCE = REF_PIXELS / 2000, ALLOWED_FLAWED_PERCENT = 20 };

/* Returns whether every pixel is equal. */
static bool check_reference(struct playback_context *player, const char *name, long block,
                            const char *picture)
{
    uint32_t *ours = malloc(REF_PIXELS * sizeof(ours[0]));
    struct file_bytes file;
    uint32_t *reference;
    int width, height, different = 0;
    cr_assert_not_null(ours);
    real_data_load(&file, "ref/netquake/%s", picture);
    cr_assert_eq(png_read_rgb(file.data, file.size, &reference, &width, &height), 0);
    platform_free_file(&file);
    cr_assert(width == REF_WIDTH && height == REF_HEIGHT);
    cr_assert_eq(timeline_go_step(player->timeline, (uint32_t)block), 0);
    cr_assert_eq(playback_draw(player, ours, REF_WIDTH), 0);
    for (int i = 0; i < REF_PIXELS; i++) {
        different += ((ours[i] ^ reference[i]) & 0xffffff) != 0;
    }
    free(reference);
    free(ours);
    cr_expect_leq(different, ALLOWED_DIFFERENCE, "%s block %ld: %d pixels differ", name, block,
                  different);
    return different == 0;
}

/* The protocol-15 rows; `make compare` shows all. */
Test(fidelity, reference_pictures)
{
    char line[512], name[64], picture[128], open_name[64] = "";
    const struct real_data_name basedir = real_data_path("librequake");
    struct real_data_name demo_path; /* the player keeps the name */
    struct playback_context player = {0};
    long block;
    int rows = 0;
    int flawed = 0;
    FILE *index = fopen(real_data_path("ref/netquake/index.csv").text, "r");
    cr_assert_not_null(index);
    const struct playback_options options = {.fov = 90.0f,
                                             .look = LOOK_FAITHFUL,
                                             .threads = 1,
                                             .no_hud = true,
                                             .search.basedir = basedir.text};
    while (fgets(line, sizeof(line), index) != NULL) {
        if (sscanf(line, "%63[^,],%ld,%127[^,]", name, &block, picture) != 3 ||
            strncmp(name, "r666", 4) == 0) {
            continue;
        }
        if (strcmp(open_name, name) != 0) {
            playback_close(&player);
            snprintf(open_name, sizeof(open_name), "%s", name);
            demo_path = real_data_path("netquake/%s.dem", name);
            cr_assert_eq(playback_open(&player, demo_path.text, &options,
                                       &(struct timeline_options){0}, NULL),
                         0);
            cr_assert_eq(playback_set_size(&player, REF_WIDTH, REF_HEIGHT), 0);
        }
        flawed += !check_reference(&player, name, block, picture);
        rows++;
    }
    playback_close(&player);
    fclose(index);
    cr_assert_gt(rows, 0);
    cr_expect_leq(flawed * 100, rows * ALLOWED_FLAWED_PERCENT, "%d of %d frames differ", flawed,
                  rows);
}
