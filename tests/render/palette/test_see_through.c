/* Entities with alpha, fences and scaled entities: alone, in front of each other, and the same with
 * all threads and kernels. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "assets/quake/quake_data.h"
#include "formats/pictures/lmp.h"
#include "render/palette/surfaces/fence.h"
#include "tests/support/entities_stage.h"
#include "tests/support/palette_stage.h"
#include "tests/support/quake_game.h"

enum {
    WIDTH = 320,
    HEIGHT = 200,
    PIXELS = WIDTH * HEIGHT,
    CENTRE = HEIGHT / 2 * WIDTH + WIDTH / 2
};
enum { TEXTURE_SIDE = 16, PANE_TEXELS = 64, PANE_EDGES = 4 };

/* ---- A pane: a square of a brush model, seen along x ---- */

struct pane {
    struct model model;
    struct bsp bsp;
    struct bsp_plane plane;
    float vertices[PANE_EDGES][3];
    uint32_t edges[PANE_EDGES + 1][2]; /* the first is not used: its number has no sign */
    int32_t surfedges[PANE_EDGES];
    struct bsp_texture texture;
    struct bsp_texinfo texinfo;
    struct bsp_face face;
    struct bsp_submodel submodel;
    uint8_t texels[TEXTURE_SIDE * TEXTURE_SIDE];
};

/* Its texture is all of one colour; size: units on each side. */
static void pane_init(struct pane *pane, float size, uint8_t flags, uint8_t color)
{
    static const float corners[PANE_EDGES][2] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    memset(pane, 0, sizeof *pane);
    pane->plane = (struct bsp_plane){{-1, 0, 0}, 0, 0, 1};
    for (uint32_t i = 0; i < PANE_EDGES; i++) {
        pane->vertices[i][1] = corners[i][0] * size / 2;
        pane->vertices[i][2] = corners[i][1] * size / 2;
        pane->edges[i + 1][0] = i;
        pane->edges[i + 1][1] = (i + 1) % PANE_EDGES;
        pane->surfedges[i] = (int32_t)i + 1;
    }
    memset(pane->texels, color, sizeof pane->texels);
    pane->texture = (struct bsp_texture){
        .width = TEXTURE_SIDE, .height = TEXTURE_SIDE, .anim_next = -1, .alternate_anims = -1};
    for (int i = 0; i < BSP_MIPS; i++) {
        pane->texture.mips[i] = pane->texels;
    }
    pane->texinfo.vecs[0][1] = -PANE_TEXELS / size;
    pane->texinfo.vecs[1][2] = -PANE_TEXELS / size;
    pane->texinfo.mip_adjust = 1;
    pane->face = (struct bsp_face){.flags = flags,
                                   .num_edges = PANE_EDGES,
                                   .styles = {255, 255, 255, 255},
                                   .light_offset = -1,
                                   .texture_mins = {-PANE_TEXELS / 2, -PANE_TEXELS / 2},
                                   .extents = {PANE_TEXELS, PANE_TEXELS}};
    pane->submodel = (struct bsp_submodel){.num_faces = 1, .radius = size};
    pane->bsp = (struct bsp){.planes = &pane->plane,
                             .num_planes = 1,
                             .vertices = pane->vertices,
                             .num_vertices = PANE_EDGES,
                             .edges = pane->edges,
                             .num_edges = PANE_EDGES + 1,
                             .surfedges = pane->surfedges,
                             .num_surfedges = PANE_EDGES,
                             .textures = &pane->texture,
                             .num_textures = 1,
                             .texinfo = &pane->texinfo,
                             .num_texinfo = 1,
                             .faces = &pane->face,
                             .num_faces = 1,
                             .submodels = &pane->submodel,
                             .num_submodels = 1};
    pane->model = (struct model){.kind = MODEL_BRUSH, .bsp = &pane->bsp};
    for (int i = 0; i < 3; i++) {
        pane->model.mins[i] = i == 0 ? -1 : -size / 2;
        pane->model.maxs[i] = -pane->model.mins[i];
    }
}

/* Every other column of four texels is a hole. */
static void pane_pierce(struct pane *pane)
{
    for (size_t i = 0; i < sizeof pane->texels; i++) {
        if (i / 4 % 2 == 0) {
            pane->texels[i] = BSP_HOLE;
        }
    }
}

/* ---- A room to see them in: greys, whatever the light ---- */

struct room {
    struct bsp bsp;
    struct model world;
    struct scene scene;
    struct palette_stage *stage;
};

static uint8_t palette[PALETTE_BYTES], colormap[COLORMAP_BYTES];

static struct palette_stage *make_stage(enum render_look look, int threads)
{
    const struct palette_options options = {.look = look, .palette = palette, .colormap = colormap};
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3);
    }
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)i;
    }
    struct palette_stage *stage = palette_stage_create(WIDTH, HEIGHT, threads, &options);
    return stage;
}

static void room_open(struct room *room)
{
    memset(room, 0, sizeof *room);
    cr_assert_eq(placeholder_make_bsp(&room->bsp), 0);
    room->world = (struct model){.kind = MODEL_BRUSH, .bsp = &room->bsp};
    cr_assert_not_null(palette_scene_begin(&room->scene));
    room->scene.palette->world = &room->world;
    room->scene.camera.fov_x = 90;
    room->scene.time = 1;
    room->stage = make_stage(LOOK_EXACT, 1);
}

static void room_close(struct room *room)
{
    palette_stage_destroy(room->stage);
    scene_free(&room->scene);
    bsp_free(&room->bsp);
}

static struct palette_entity *room_add(struct room *room, const struct model *model, float x,
                                       uint8_t alpha)
{
    struct palette_entity *entity = palette_scene_add_entity(room->scene.palette);
    cr_assert_not_null(entity);
    entity->model = model;
    entity->alpha = alpha;
    entity->frame_lerp = 1;
    entity->origin[0] = x;
    return entity;
}

static const uint8_t *room_draw(struct room *room)
{
    return palette_stage_draw(room->stage, &room->scene).indices;
}

static void room_draw_into(struct room *room, uint8_t out[PIXELS])
{
    memcpy(out, room_draw(room), PIXELS);
}

/* Expected mix of two greys with 16 steps of opacity. */
static int mixed(int over, int under, uint8_t alpha)
{
    int steps = blend_opacity(alpha);
    return (over * steps + under * (16 - steps) + 8) / 16;
}

/* ---- Sprites ---- */

struct card {
    struct model model;
    struct spr spr;
    struct spr_group frame;
    struct spr_picture picture;
    uint8_t pixels[32 * 32];
};

static void card_init(struct card *card, uint8_t color)
{
    memset(card, 0, sizeof *card);
    memset(card->pixels, color, sizeof card->pixels);
    card->picture = (struct spr_picture){-16, 16, 32, 32, card->pixels};
    card->frame = (struct spr_group){0, 1, NULL};
    card->spr.orientation = SPR_PARALLEL;
    card->spr.num_frames = card->spr.num_pictures = 1;
    card->spr.frames = &card->frame;
    card->spr.pictures = &card->picture;
    card->model.kind = MODEL_SPRITE;
    card->model.spr = &card->spr;
}

/* ---- Alpha ---- */

Test(see_through, opacity_is_the_nearest_of_16_steps)
{
    cr_assert_eq(blend_opacity(0), 0);
    cr_assert_eq(blend_opacity(255), BLEND_OPACITIES);
    for (int alpha = 0; alpha < 256; alpha++) {
        double exact = alpha * 16 / 255.0;
        double off = blend_opacity((uint8_t)alpha) - exact;
        cr_assert(off <= 0.5 && off >= -0.5, "%d", alpha);
    }
}

/* Pane, model and sprite of colour 200 before a wall, at every alpha. */
Test(see_through, alpha_mixes_step_by_step)
{
    struct pane pane;
    struct mesh mesh;
    struct card card;
    pane_init(&pane, 64, 0, 200);
    mesh_square(&mesh, 0.25f, 200);
    card_init(&card, 200);
    const struct model *models[] = {&pane.model, &mesh.model, &card.model};
    struct room room;
    room_open(&room);
    uint8_t wall = room_draw(&room)[CENTRE];
    cr_assert_lt(wall, 100);
    for (int i = 0; i < 3; i++) {
        room.scene.palette->num_entities = 0;
        struct palette_entity *entity = room_add(&room, models[i], 100, 0);
        for (int alpha = 0; alpha < 256; alpha++) {
            entity->alpha = (uint8_t)alpha;
            uint8_t seen = room_draw(&room)[CENTRE];
            cr_assert_eq(seen, mixed(200, wall, (uint8_t)alpha), "model %d, alpha %d: %d", i, alpha,
                         seen);
        }
    }
    room_close(&room);
}

/* One's own alpha of 255, a scale of 16 and one that is not given are all the same picture. */
Test(see_through, opaque_entities_are_unchanged)
{
    static uint8_t want[PIXELS];
    struct pane pane;
    struct mesh mesh;
    struct room room;
    pane_init(&pane, 64, 0, 200);
    mesh_random(&mesh, 3, 0.4f);
    room_open(&room);
    room_add(&room, &pane.model, 120, 255);
    room_add(&room, &mesh.model, 100, 255);
    room_draw_into(&room, want);
    for (int alpha = 248; alpha < 256; alpha++) {
        for (size_t i = 0; i < room.scene.palette->num_entities; i++) {
            room.scene.palette->entities[i].alpha = (uint8_t)alpha;
            room.scene.palette->entities[i].scale = (uint8_t)(alpha % 2 * 16);
        }
        cr_assert_arr_eq(room_draw(&room), want, PIXELS);
    }
    room_close(&room);
}

/* A model shows its nearest surface once, however many of its triangles cover a pixel. */
Test(see_through, a_model_does_not_show_through_itself)
{
    static uint8_t wall[PIXELS], opaque[PIXELS];
    struct mesh mesh;
    struct room room;
    room_open(&room);
    room_draw_into(&room, wall);
    for (int place = 0; place < 3; place++) { /* near, clipped and far away */
        static const float distances[] = {150, 30, 2500};
        mesh_random(&mesh, 5, place == 2 ? 2.0f : 0.5f);
        room.scene.palette->num_entities = 0;
        struct palette_entity *entity = room_add(&room, &mesh.model, distances[place], 255);
        room_draw_into(&room, opaque);
        entity->alpha = 100;
        const uint8_t *faint = room_draw(&room);
        int covered = 0;
        for (int i = 0; i < PIXELS; i++) {
            int want = opaque[i] == wall[i] ? wall[i] : mixed(opaque[i], wall[i], 100);
            cr_assert_eq(faint[i], want, "place %d, pixel %d", place, i);
            covered += opaque[i] != wall[i];
        }
        cr_assert_gt(covered, 50);
    }
    room_close(&room);
}

/* Far ones first, in any order of the list; also next to each other. */
Test(see_through, order_depends_on_positions_not_on_the_list)
{
    static uint8_t want[PIXELS];
    struct pane far_pane, near_pane;
    struct mesh mesh;
    struct card card;
    struct room room;
    pane_init(&far_pane, 64, 0, 220);
    pane_init(&near_pane, 64, BSP_FACE_TURB, 120);
    mesh_square(&mesh, 0.2f, 60);
    card_init(&card, 180);
    const struct {
        const struct model *model;
        float x, y;
    } entities[] = {{&far_pane.model, 140, 0}, {&mesh.model, 120, 0},   {&card.model, 110, 3},
                    {&near_pane.model, 90, 5}, {&mesh.model, 100, -60}, {&card.model, 130, 80}};
    enum { COUNT = sizeof entities / sizeof *entities };
    room_open(&room);
    uint8_t wall = room_draw(&room)[CENTRE];
    for (int order = 0; order < COUNT; order++) {
        room.scene.palette->num_entities = 0;
        for (int i = 0; i < COUNT; i++) {
            int which = (order + i * (order % 2 ? 5 : 1)) % COUNT;
            struct palette_entity *entity =
                room_add(&room, entities[which].model, entities[which].x, 128);
            entity->origin[1] = entities[which].y;
        }
        if (order == 0) {
            room_draw_into(&room, want);
            int seen = mixed(120, mixed(180, mixed(60, mixed(220, wall, 128), 128), 128), 128);
            cr_assert_eq(want[CENTRE], seen, "%d, not %d", want[CENTRE], seen);
        } else {
            cr_assert_arr_eq(room_draw(&room), want, PIXELS, "order %d", order);
        }
    }
    room_close(&room);
}

/* A liquid that lets six tenths through, and a model of alpha 128, one before the other. */
Test(see_through, liquids_and_models_in_front_of_each_other)
{
    struct pane liquid;
    struct mesh mesh;
    struct room room;
    pane_init(&liquid, 64, BSP_FACE_TURB, 240);
    mesh_square(&mesh, 0.2f, 60);
    room_open(&room);
    room.scene.palette->liquid_clear[LIQUID_WATER] = 6;
    int wall = room_draw(&room)[CENTRE];
    struct palette_entity *water = room_add(&room, &liquid.model, 100, 255);
    struct palette_entity *model = room_add(&room, &mesh.model, 80, 128);
    int under = (240 * 4 + wall * 6 + 5) / 10;
    cr_assert_eq(room_draw(&room)[CENTRE], mixed(60, under, 128));
    model->origin[0] = 120;
    under = mixed(60, wall, 128);
    cr_assert_eq(room_draw(&room)[CENTRE], (240 * 4 + under * 6 + 5) / 10);
    model->alpha = 255;
    cr_assert_eq(room_draw(&room)[CENTRE], (240 * 4 + 60 * 6 + 5) / 10);
    water->alpha = 32; /* the entity's alpha has precedence */
    cr_assert_eq(room_draw(&room)[CENTRE], mixed(240, 60, 32));
    room.scene.palette->liquid_clear[LIQUID_WATER] = 0;
    cr_assert_eq(room_draw(&room)[CENTRE], mixed(240, 60, 32));
    room.scene.palette->liquid_clear[LIQUID_WATER] = 6;
    water->alpha = 255; /* also an opaque one */
    water->own_alpha = true;
    cr_assert_eq(room_draw(&room)[CENTRE], 240);
    room_close(&room);
}

/* In front of everything, and of itself only once. */
Test(see_through, view_weapon)
{
    struct pane pane;
    struct mesh mesh;
    struct room room;
    pane_init(&pane, 64, 0, 240);
    mesh_square(&mesh, 0.2f, 60);
    room_open(&room);
    int wall = room_draw(&room)[CENTRE];
    room_add(&room, &pane.model, 15, 128);
    room.scene.palette->view_model =
        (struct palette_entity){.model = &mesh.model, .alpha = 128, .frame_lerp = 1};
    room.scene.palette->view_model.origin[0] = 20; /* its z is that of a third of it */
    cr_assert_eq(room_draw(&room)[CENTRE], mixed(60, mixed(240, wall, 128), 128));
    room.scene.palette->view_model.alpha = 0;
    cr_assert_eq(room_draw(&room)[CENTRE], mixed(240, wall, 128));
    room_close(&room);
}

/* ---- Fences ---- */

Test(see_through, a_fence_shows_what_is_behind_it)
{
    static uint8_t wall[PIXELS], without[PIXELS], fenced[PIXELS], alone[PIXELS];
    struct pane fence, behind;
    struct mesh mesh;
    struct room room;
    pane_init(&fence, 96, BSP_FACE_FENCE, 200);
    pane_pierce(&fence);
    pane_init(&behind, 64, 0, 150);
    mesh_square(&mesh, 0.1f, 90);
    for (uint8_t alpha = 128;; alpha = 255) {
        room_open(&room);
        room_draw_into(&room, wall);
        room_add(&room, &fence.model, 100, 255);
        room_draw_into(&room, alone);
        room.scene.palette->num_entities = 0;
        room_add(&room, &behind.model, 130, 255); /* a wall, a model and, before it, another */
        room_add(&room, &mesh.model, 120, 255);
        struct palette_entity *before = room_add(&room, &mesh.model, 90, 255);
        before->origin[1] = 40;
        room_draw_into(&room, without);
        room_add(&room, &fence.model, 100, alpha);
        room_draw_into(&room, fenced);
        int solid = 0, holes = 0, hidden = 0;
        for (int i = 0; i < PIXELS; i++) {
            bool bar = alone[i] == 200 && wall[i] != 200;
            bool nearer =
                without[i] == 90 && i % WIDTH < WIDTH / 2 - 30 && abs(i / WIDTH - HEIGHT / 2) < 30;
            int want = bar && !nearer ? mixed(200, without[i], alpha) : without[i];
            cr_assert_eq(fenced[i], want, "alpha %d, pixel %d %d: %d, not %d", alpha, i % WIDTH,
                         i / WIDTH, fenced[i], want);
            solid += bar;
            holes += !bar && (without[i] == 150 || without[i] == 90);
            hidden += bar && nearer;
        }
        cr_assert(solid > 5000 && holes > 4000 && hidden > 100, "%d %d %d", solid, holes, hidden);
        room_close(&room);
        if (alpha == 255) {
            break;
        }
    }
}

/* Liquids, translucent models and particles through the holes; bars hide them. */
Test(see_through, a_fence_in_front_of_translucent_entities)
{
    static uint8_t without[PIXELS], fenced[PIXELS];
    struct pane fence, liquid;
    struct mesh mesh;
    struct room room;
    pane_init(&fence, 96, BSP_FACE_FENCE, 200);
    pane_pierce(&fence);
    pane_init(&liquid, 64, BSP_FACE_TURB, 240);
    mesh_square(&mesh, 0.1f, 90);
    room_open(&room);
    room.scene.palette->liquid_clear[LIQUID_WATER] = 5;
    room_add(&room, &liquid.model, 130, 255);
    room_add(&room, &mesh.model, 120, 100);
    *palette_scene_add_particles(room.scene.palette, 1) = (struct palette_particle){{110, 9, 9}, 5};
    room_draw_into(&room, without);
    room_add(&room, &fence.model, 100, 255);
    room_draw_into(&room, fenced);
    int solid = 0, holes = 0;
    for (int i = 0; i < PIXELS; i++) {
        cr_assert(fenced[i] == 200 || fenced[i] == without[i]);
        solid += fenced[i] != without[i];
        holes += fenced[i] == without[i] && abs(i % WIDTH - 160) < 40 && abs(i / WIDTH - 100) < 40;
    }
    cr_assert(solid > 5000 && holes > 2000);
    room_close(&room);
}

/* The mean keeps off the holes' colour, and as much of the texture is hole at every level. */
Test(see_through, mips_of_fences_keep_their_holes)
{
    enum { SIDE = 64 };
    static uint8_t texels[SIDE * SIDE], mip[SIDE * SIDE];
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3);
    }
    struct blend *blend = blend_create(palette);
    cr_assert_not_null(blend);
    for (int bars = 1; bars < 16; bars++) { /* bars of 16 texels, at an angle */
        int64_t solid = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            bool bar = (i % SIDE + i / SIDE * 3) % 16 < bars;
            texels[i] = (uint8_t)(bar ? 100 + i % 2 * 20 : BSP_HOLE);
            solid += bar;
        }
        const struct surface_texture first = {texels, SIDE, SIDE};
        for (int level = 1; level < BSP_MIPS; level++) {
            const int count = (SIDE >> level) * (SIDE >> level);
            int64_t kept = 0;
            memset(mip, 7, sizeof mip);
            fence_mip(mip, &first, level, blend);
            for (int i = 0; i < count; i++) {
                kept += mip[i] != BSP_HOLE;
                cr_assert(mip[i] == BSP_HOLE || (mip[i] >= 100 && mip[i] <= 120));
            }
            cr_assert_eq(mip[count], 7);
            if (level == 1) {
                double share = (double)kept / count, want = (double)solid / (SIDE * SIDE);
                cr_assert(share > want - 0.26 && share < want + 0.26, "%d: %f", bars, share);
            }
        }
    }
    memset(texels, BSP_HOLE, sizeof texels);
    fence_mip(mip, &(struct surface_texture){texels, SIDE, SIDE}, 3, blend);
    cr_assert_eq(mip[0], BSP_HOLE);
    memset(texels, 3, sizeof texels);
    fence_mip(mip, &(struct surface_texture){texels, SIDE, SIDE}, 3, blend);
    cr_assert_eq(mip[0], 3);
    blend_destroy(blend);
}

Test(see_through, light_neither_fills_nor_makes_holes)
{
    static uint8_t map[COLORMAP_BYTES], out[COLORMAP_BYTES];
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3);
    }
    struct blend *blend = blend_create(palette);
    cr_assert_not_null(blend);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        map[i] = (uint8_t)(i * 7 + i / 256);
    }
    fence_colormap(out, map, blend);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        int want = i % 256 == 255 ? 255 : map[i] == 255 ? 254 : map[i];
        cr_assert_eq(out[i], want);
    }
    blend_destroy(blend);
}

/* Half of the skin is hole: there the model is not, also far away and at the border. */
Test(see_through, models_with_holes)
{
    static uint8_t wall[PIXELS];
    static const float distances[] = {40, 150, 3000};
    struct mesh mesh;
    struct room room;
    room_open(&room);
    room_draw_into(&room, wall);
    for (int i = 0; i < 3; i++) {
        int pixels[2] = {0};
        room.scene.palette->num_entities = 0;
        room_add(&room, &mesh.model, distances[i], 255);
        for (int holey = 0; holey < 2; holey++) {
            mesh_random(&mesh, 1, i == 2 ? 2.0f : 0.5f);
            mesh.mdl.flags = holey ? MDL_HOLEY : 0;
            memset(mesh.skin, 200, sizeof mesh.skin);
            for (size_t j = 0; j < sizeof mesh.skin; j += 2) {
                mesh.skin[j] = 255;
            }
            const uint8_t *seen = room_draw(&room);
            for (int j = 0; j < PIXELS; j++) {
                cr_assert(!holey || seen[j] == wall[j] || seen[j] == 200, "pixel %d: %d", j,
                          seen[j]);
                pixels[holey] += seen[j] != wall[j];
            }
        }
        cr_assert(pixels[1] > 50 && pixels[1] < pixels[0], "%d of %d", pixels[1], pixels[0]);
    }
    room_close(&room);
}

/* ---- Scale ---- */

/* Twice a model is the model of twice the size, bit for bit: the factor is a power of two. */
Test(see_through, scale_multiplies_size)
{
    static uint8_t want[PIXELS];
    struct pane small_pane, large_pane;
    struct mesh small_mesh, large_mesh;
    struct room room;
    pane_init(&small_pane, 32, BSP_FACE_FENCE, 200);
    pane_init(&large_pane, 64, BSP_FACE_FENCE, 200);
    pane_pierce(&small_pane);
    pane_pierce(&large_pane);
    small_pane.texinfo.mip_adjust = 0.5f; /* the file's texels a unit count for mips, as ever */
    mesh_random(&small_mesh, 9, 0.25f);
    mesh_random(&large_mesh, 9, 0.5f);
    large_mesh.mdl.size = small_mesh.mdl.size * 2;
    for (int i = 0; i < 8; i++) {
        static const float distances[] = {60, 100, 700, 3000};
        bool brush = i / 4 == 0;
        room_open(&room);
        struct palette_entity *entity =
            room_add(&room, brush ? &large_pane.model : &large_mesh.model, distances[i % 4], 255);
        entity->angles[1] = brush ? 20 : 70;
        entity->angles[2] = 10;
        entity->alpha = i % 2 ? 128 : 255;
        room_draw_into(&room, want);
        entity->scale = 32;
        entity->model = brush ? &small_pane.model : &small_mesh.model;
        cr_assert_arr_eq(room_draw(&room), want, PIXELS, "case %d", i);
        room_close(&room);
    }
}

Test(see_through, sprites_scale_too)
{
    struct card card;
    struct room room;
    int counts[3];
    card_init(&card, 200);
    room_open(&room);
    struct palette_entity *entity = room_add(&room, &card.model, 100, 255);
    for (int i = 0; i < 3; i++) {
        entity->scale = (uint8_t)(8 << i);
        const uint8_t *seen = room_draw(&room);
        counts[i] = 0;
        for (int j = 0; j < PIXELS; j++) {
            counts[i] += seen[j] == 200;
        }
    }
    cr_assert_gt(counts[0], 500);
    cr_assert(abs(counts[1] - counts[0] * 4) < counts[1] / 10);
    cr_assert(abs(counts[2] - counts[1] * 4) < counts[2] / 10);
    room_close(&room);
}

/* ---- All together ---- */

static void add_crowd(struct room *room, struct pane panes[4], struct mesh *mesh, struct card *card)
{
    pane_init(&panes[0], 96, BSP_FACE_FENCE, 200);
    pane_pierce(&panes[0]);
    pane_init(&panes[1], 64, 0, 150);
    pane_init(&panes[2], 80, BSP_FACE_TURB, 90);
    pane_init(&panes[3], 70, BSP_FACE_FENCE, 120);
    pane_pierce(&panes[3]);
    mesh_random(mesh, 11, 0.3f);
    mesh->mdl.flags = MDL_HOLEY;
    card_init(card, 30);
    for (int i = 0; i < 40; i++) {
        static const uint8_t alphas[] = {255, 60, 128, 200};
        const struct model *models[] = {&panes[0].model, &mesh->model, &panes[1].model,
                                        &panes[2].model, &card->model, &panes[3].model,
                                        &mesh->model};
        struct palette_entity *entity =
            room_add(room, models[i % 7], (float)(50 + i * i % 97 * 3), alphas[i % 4]);
        entity->origin[1] = (float)(i * 37 % 160 - 80);
        entity->origin[2] = (float)(i * 23 % 100 - 50);
        entity->angles[1] = (float)(i * 13 % 60 - 30);
        entity->scale = (uint8_t)(i % 4 * 12);
    }
    for (int i = 0; i < 200; i++) {
        *palette_scene_add_particles(room->scene.palette, 1) = (struct palette_particle){
            {(float)(40 + i), (float)(i * 7 % 90 - 45), (float)(i * 11 % 70 - 35)}, (uint8_t)i};
    }
    room->scene.palette->view_model = (struct palette_entity){
        .model = &mesh->model, .alpha = 60, .frame_lerp = 1, .origin = {20}};
    room->scene.palette->liquid_clear[LIQUID_WATER] = 4;
}

Test(see_through, same_bits_for_threads_and_kernels)
{
    static const int threads[] = {1, 2, 3, 7};
    struct pane panes[4];
    struct mesh mesh;
    struct card card;
    struct room room;
    room_open(&room);
    add_crowd(&room, panes, &mesh, &card);
    for (int look = LOOK_EXACT; look <= (int)LOOK_FAITHFUL; look++) {
        uint64_t want[2] = {0};
        for (int i = 0; i < 4; i++) {
            struct palette_stage *stage = make_stage((enum render_look)look, threads[i]);
            for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
                cpu_set_level((enum cpu_level)level);
                for (int draw = 0; draw < 4; draw++) { /* each picture twice, after the other */
                    int warp = draw % 2;
                    room.scene.palette->underwater_warp = warp;
                    uint64_t hash = palette_stage_hash(stage, &room.scene);
                    want[warp] = want[warp] == 0 ? hash : want[warp];
                    cr_assert_eq(hash, want[warp], "look %d, warp %d, level %d, %d threads", look,
                                 warp, level, threads[i]);
                }
            }
            palette_stage_destroy(stage);
        }
    }
    room_close(&room);
}

/* The BSP orders entities and the world's liquids: seen from above, an entity above water is in
 * front of it. */
Test(see_through, models_above_and_below_water)
{
    struct quake_data data;
    struct format_error err;
    const struct game_files_options options = {.builtin = true};
    struct mesh mesh;
    struct palette_scene part = {0};
    struct scene scene = {.kind = SCENE_PALETTE, .camera = {.fov_x = 90}, .palette = &part};
    struct view view;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0);
    part.world = model_store_get(data.models, "maps/reel.bsp", NULL);
    cr_assert_not_null(part.world);
    const struct bsp *bsp = part.world->bsp;
    const struct bsp_face *water = NULL;
    for (uint32_t i = 0; i < bsp->submodels[0].num_faces && water == NULL; i++) {
        const struct bsp_face *face = &bsp->faces[bsp->submodels[0].first_face + i];
        bool level = bsp->planes[face->plane].normal[2] == 1 && !face->back;
        water = face->flags & BSP_FACE_TURB && level ? face : NULL;
    }
    cr_assert_not_null(water);
    float middle[3] = {0};
    for (uint32_t i = 0; i < water->num_edges; i++) {
        int32_t edge = bsp->surfedges[water->first_surfedge + i];
        const float *vertex = bsp->vertices[bsp->edges[abs(edge)][edge < 0]];
        for (int j = 0; j < 3; j++) {
            middle[j] += vertex[j] / (float)water->num_edges;
        }
    }
    memcpy(scene.camera.origin, middle, sizeof middle);
    scene.camera.origin[2] += 60;
    scene.camera.angles[0] = 89;
    memset(part.liquid_clear, 5, sizeof part.liquid_clear);
    mesh_random(&mesh, 2, 0.03f);
    struct world *world = world_create(WIDTH, HEIGHT);
    struct surfaces *surfaces = surfaces_create(data.colormap, data.palette, LOOK_EXACT, false);
    struct entities *entities = entities_create(data.colormap, LOOK_EXACT);
    struct palette_entity *entity = palette_scene_add_entity(&part);
    cr_assert(world && surfaces && entities && entity);
    entity->model = &mesh.model;
    entity->alpha = 128;
    entity->frame_lerp = 1;
    uint32_t ranks[2];
    for (int above = 0; above < 2; above++) {
        memcpy(entity->origin, middle, sizeof middle);
        entity->origin[2] += above ? 8 : -8;
        view_setup(&view, &scene, WIDTH, HEIGHT);
        cr_assert_eq(world_begin(world, &part, &view), 0);
        cr_assert_eq(world_collect(world), 0);
        for (int b = 0; b < world_num_bands(world); b++) {
            world_scan_band(world, b);
        }
        cr_assert_eq(entities_prepare(entities, &part, &view, world), 0);
        cr_assert_eq(surfaces_prepare(surfaces, &part, &view, world), 0);
        cr_assert_eq(entities_place(entities, world, surfaces), 0);
        cr_assert_eq(entities_num_translucent(entities), 1);
        ranks[above] = entities_rank(entities, 0);
    }
    cr_assert_lt(ranks[0], ranks[1]);
    entities_destroy(entities);
    surfaces_destroy(surfaces);
    world_destroy(world);
    palette_scene_free(&part);
    quake_game_close(&data);
}
