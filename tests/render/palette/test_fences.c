/* Fences: a room that a fence of the world cuts in two, and a brush entity with a fence texture.
 * The holes show the background, in every map format. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/quake/model.h"
#include "formats/pictures/lmp.h"
#include "tests/support/map_bytes.h"
#include "tests/support/palette_stage.h"

enum { WIDTH = 320, HEIGHT = 200, PIXELS = WIDTH * HEIGHT, FOV = 90 };
enum { HALF = 128, SIDE = 64, BAR = 16 };
enum { WALLS = 6, SQUARES = WALLS + 4, WORLD_FACES = WALLS + 2 };
enum { PANE_X = -64, PANE_HALF = 48 };
enum { TEXTURES = 3, MIPTEX = 40 + SIDE * SIDE / 64 * 85, SAMPLES = 17 };
enum { EYE_SIDE = 30 }; /* the eye's y and z: both bars are visible */
enum { PLAIN = 100, WORLD_BAR = 150, PANE_BAR = 200 };

/* ---- The map, version 29 ---- */

/* Squares 0 to 5: walls across axis i / 2 at +HALF and -HALF, seen from inside. 6 and 7: the
 * world's fence at x = 0, from the front and from behind; 8 and 9: the pane at PANE_X. */
static int square_axis(int i)
{
    return i < WALLS ? i / 2 : 0;
}

static int square_dist(int i)
{
    return i < WALLS ? (i % 2 ? -HALF : HALF) : i < WORLD_FACES ? 0 : PANE_X;
}

static bool square_is_back(int i)
{
    return i < WALLS ? i % 2 == 0 : i % 2 == 1;
}

static uint32_t square_plane(int i)
{
    return (uint32_t)(i < WALLS ? i : WALLS + (i - WALLS) / 2);
}

static void write_planes(struct byte_writer *w)
{
    for (int i = 0; i < SQUARES; i += i < WALLS ? 1 : 2) {
        for (int j = 0; j < 3; j++) {
            byte_writer_f32(w, j == square_axis(i) ? 1.0f : 0.0f);
        }
        byte_writer_f32(w, (float)square_dist(i));
        byte_writer_u32(w, (uint32_t)square_axis(i));
    }
}

/* Fences have bars of BAR texels around each hole. */
static uint8_t texel(int texture, int x, int y)
{
    bool hole = texture > 0 && x % SIDE >= BAR && y % SIDE >= BAR;
    return (uint8_t)(hole ? BSP_HOLE : texture == 0 ? PLAIN : texture == 1 ? WORLD_BAR : PANE_BAR);
}

static void write_textures(struct byte_writer *w)
{
    static const char names[TEXTURES][16] = {"plain", "{world", "{pane"};
    byte_writer_u32(w, TEXTURES);
    for (uint32_t t = 0; t < TEXTURES; t++) {
        byte_writer_u32(w, 4 + 4 * TEXTURES + t * MIPTEX);
    }
    for (int t = 0; t < TEXTURES; t++) {
        uint32_t offset = 40;
        byte_writer_bytes(w, names[t], 16);
        byte_writer_u32(w, SIDE);
        byte_writer_u32(w, SIDE);
        for (int m = 0; m < BSP_MIPS; m++) {
            byte_writer_u32(w, offset);
            offset += (uint32_t)(SIDE >> m) * (uint32_t)(SIDE >> m);
        }
        for (int m = 0; m < BSP_MIPS; m++) {
            for (int i = 0; i < (SIDE >> m) * (SIDE >> m); i++) {
                int y = i / (SIDE >> m), x = i % (SIDE >> m);
                byte_writer_u8(w, texel(t, x << m, y << m));
            }
        }
    }
}

static void write_vertices(struct byte_writer *w)
{
    static const int corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < SQUARES; i++) {
        int axis = square_axis(i), half = i < WORLD_FACES ? HALF : PANE_HALF;
        int first = square_is_back(i) ? 1 : 2; /* so that they go clockwise, seen from its front */
        for (int c = 0; c < 4; c++) {
            int at[3];
            at[axis] = square_dist(i);
            at[(axis + first) % 3] = corners[c][0] * half;
            at[(axis + 3 - first) % 3] = corners[c][1] * half;
            for (int j = 0; j < 3; j++) {
                byte_writer_f32(w, (float)at[j]);
            }
        }
    }
}

static void write_box(struct byte_writer *w, int low_x, int high_x)
{
    for (int i = 0; i < 6; i++) {
        int v = i == 0 ? low_x : i == 3 ? high_x : i < 3 ? -HALF : HALF;
        byte_writer_u16(w, (uint32_t)v & 0xffff);
    }
}

/* A chain: outside each wall is leaf 0, inside comes the next wall, at last the fence between
 * leafs 1 and 2. The pane's tree is one node, with leaf 3 on both sides. */
static void write_nodes(struct byte_writer *w)
{
    for (int i = 0; i <= WALLS + 1; i++) {
        uint32_t inside = (uint32_t)i + 1;
        uint32_t front = i == WALLS ? 0xfffe : 0xfffc, back = i == WALLS ? 0xfffd : 0xfffc;
        if (i < WALLS) {
            front = i % 2 ? inside : 0xffff;
            back = i % 2 ? 0xffff : inside;
        }
        byte_writer_u32(w, (uint32_t)i);
        byte_writer_u16(w, front);
        byte_writer_u16(w, back);
        write_box(w, -HALF, HALF);
        byte_writer_u16(w, (uint32_t)(i < WALLS ? i : i == WALLS ? WALLS : WORLD_FACES));
        byte_writer_u16(w, i < WALLS ? 1 : 2);
    }
}

static void write_texinfo(struct byte_writer *w)
{
    for (uint32_t i = 0; i < 3 * TEXTURES; i++) { /* along each axis, with each texture */
        for (uint32_t j = 0; j < 2; j++) {
            for (uint32_t k = 0; k < 4; k++) {
                byte_writer_f32(w, k < 3 && k == (i / TEXTURES + 1 + j) % 3 ? 1.0f : 0.0f);
            }
        }
        byte_writer_u32(w, i % TEXTURES);
        byte_writer_u32(w, 0);
    }
}

static void write_faces(struct byte_writer *w)
{
    for (int i = 0; i < SQUARES; i++) {
        int texture = i < WALLS ? 0 : i < WORLD_FACES ? 1 : 2;
        byte_writer_u16(w, square_plane(i));
        byte_writer_u16(w, square_is_back(i));
        byte_writer_u32(w, (uint32_t)i * 4);
        byte_writer_u16(w, 4);
        byte_writer_u16(w, (uint32_t)(square_axis(i) * TEXTURES + texture));
        byte_writer_u32(w, 0xffffff00); /* style 0 only */
        byte_writer_u32(w, 0);          /* all share one lightmap */
    }
}

static void write_leafs(struct byte_writer *w)
{
    for (int i = 0; i < 4; i++) {
        byte_writer_u32(w, (uint32_t)(i ? CONTENTS_EMPTY : CONTENTS_SOLID));
        byte_writer_u32(w, UINT32_MAX);
        write_box(w, i == 1 ? 0 : -HALF, i == 2 ? 0 : HALF);
        byte_writer_u16(w, 0);
        byte_writer_u16(w, i == 1 || i == 2 ? WORLD_FACES : 0);
        byte_writer_u32(w, 0);
    }
}

/* Collision hulls: the room alone. */
static void write_clipnodes(struct byte_writer *w)
{
    for (int i = 0; i < WALLS; i++) {
        uint32_t inside = i + 1 < WALLS ? (uint32_t)i + 1 : 0xffff, outside = 0xfffe;
        byte_writer_u32(w, (uint32_t)i);
        byte_writer_u16(w, i % 2 ? inside : outside);
        byte_writer_u16(w, i % 2 ? outside : inside);
    }
}

static void write_models(struct byte_writer *w)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 9; j++) {
            int v = i == 0 ? HALF : j % 3 == 0 ? 1 : PANE_HALF;
            float middle = i == 1 && j % 3 == 0 ? PANE_X : 0.0f;
            byte_writer_f32(w, j < 3 ? middle - (float)v : j < 6 ? middle + (float)v : 0.0f);
        }
        byte_writer_u32(w, i == 0 ? 0 : WALLS + 1);
        for (int j = 1; j < BSP_HULLS; j++) {
            byte_writer_u32(w, i == 0 ? 0 : (uint32_t)CONTENTS_EMPTY);
        }
        byte_writer_u32(w, i == 0 ? 2 : 0);
        byte_writer_u32(w, i == 0 ? 0 : WORLD_FACES);
        byte_writer_u32(w, i == 0 ? WORLD_FACES : SQUARES - WORLD_FACES);
    }
}

static void write_lump(struct byte_writer *w, int lump)
{
    static const char entities[] =
        "{\n\"classname\" \"worldspawn\"\n}\n"
        "{\n\"classname\" \"info_player_start\"\n\"origin\" \"100 0 -100\"\n\"angle\" \"180\"\n}\n"
        "{\n\"classname\" \"func_illusionary\"\n\"model\" \"*1\"\n}\n";
    static void (*const writers[MAP_LUMPS])(struct byte_writer *) = {
        [1] = write_planes,
        [2] = write_textures,
        [3] = write_vertices,
        [MAP_NODES] = write_nodes,
        [6] = write_texinfo,
        [MAP_FACES] = write_faces,
        [MAP_CLIPNODES] = write_clipnodes,
        [MAP_LEAFS] = write_leafs,
        [14] = write_models,
    };
    if (lump == 0) {
        byte_writer_bytes(w, entities, sizeof entities);
    } else if (lump == MAP_LIGHT) {
        for (int i = 0; i < SAMPLES * SAMPLES; i++) {
            byte_writer_u8(w, 255);
        }
    } else if (lump == MAP_MARKS) {
        for (uint32_t i = 0; i < WORLD_FACES; i++) {
            byte_writer_u16(w, i);
        }
    } else if (lump == MAP_EDGES) {
        byte_writer_u32(w, 0); /* edge 0 has no negative */
        for (uint32_t i = 0; i < SQUARES * 4; i++) {
            byte_writer_u16(w, i);
            byte_writer_u16(w, i / 4 * 4 + (i + 1) % 4);
        }
    } else if (lump == 13) {
        for (uint32_t i = 0; i < SQUARES * 4; i++) {
            byte_writer_u32(w, i + 1);
        }
    } else if (writers[lump] != NULL) {
        writers[lump](w);
    }
}

static struct byte_writer make_map(uint32_t version)
{
    struct byte_writer head = {0}, body = {0};
    byte_writer_u32(&head, BSP_VERSION_29);
    for (int i = 0; i < MAP_LUMPS; i++) {
        size_t start = body.size;
        write_lump(&body, i);
        byte_writer_u32(&head, (uint32_t)(MAP_HEADER + start));
        byte_writer_u32(&head, (uint32_t)(body.size - start));
    }
    byte_writer_bytes(&head, body.data, body.size);
    struct byte_writer out = map_convert(head.data, version);
    byte_writer_free(&head);
    byte_writer_free(&body);
    return out;
}

/* ---- What is seen ---- */

/* The colour of a bar at a place of a square, -1 where there is nothing, UNSURE within two units of
 * where one begins. */
enum { UNSURE = -2 };

static int bar_at(float y, float z, int half, int color)
{
    bool bar = false;
    const float place[2] = {y, z};
    for (int i = 0; i < 2; i++) {
        float in_bar = fmodf(place[i] + 16 * SIDE, SIDE);
        if (in_bar < 2 || in_bar > SIDE - 2 || fabsf(in_bar - BAR) < 2 ||
            fabsf(fabsf(place[i]) - (float)half) < 2) {
            return UNSURE;
        }
        bar = bar || in_bar < BAR;
    }
    bool inside = fabsf(y) < (float)half && fabsf(z) < (float)half;
    return bar && inside ? color : -1;
}

/* Colour that the ray from the eye at x hits; slope: its y and z per unit of x. */
static int color_of_ray(float x, const float slope[2])
{
    static const struct {
        float x;
        int half, color;
    } panes[2] = {{0, HALF, WORLD_BAR}, {PANE_X, PANE_HALF, PANE_BAR}};
    for (int i = 0; i < 2; i++) {
        int which = x > 0 ? i : 1 - i; /* the nearer first */
        float distance = fabsf(x - panes[which].x);
        int seen = bar_at(EYE_SIDE + slope[0] * distance, EYE_SIDE + slope[1] * distance,
                          panes[which].half, panes[which].color);
        if (seen != -1) {
            return seen;
        }
    }
    return PLAIN;
}

static void check_picture(const uint8_t *frame, float eye, const char *what)
{
    int counts[256] = {0}, unsure = 0;
    for (int i = 0; i < PIXELS; i++) {
        float right = ((float)(i % WIDTH) + 0.5f - WIDTH / 2) / (WIDTH / 2);
        float down = ((float)(i / WIDTH) + 0.5f - HEIGHT / 2) / (WIDTH / 2);
        const float slope[2] = {eye > 0 ? right : -right, -down};
        int want = color_of_ray(eye, slope);
        unsure += want == UNSURE;
        if (want != UNSURE) {
            cr_assert_eq(frame[i], want, "%s, pixel %d %d: %d, not %d", what, i % WIDTH, i / WIDTH,
                         frame[i], want);
            counts[want]++;
        }
    }
    cr_assert(counts[PLAIN] > 10000 && counts[WORLD_BAR] > 1000 && counts[PANE_BAR] > 100,
              "%s: %d %d %d", what, counts[PLAIN], counts[WORLD_BAR], counts[PANE_BAR]);
    cr_assert_lt(unsure, PIXELS / 2, "%s: %d", what, unsure);
}

static void draw_from_both_sides(const struct bsp *bsp, enum render_look look, const char *what)
{
    static uint8_t palette[PALETTE_BYTES], colormap[COLORMAP_BYTES];
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i / 3);
    }
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)i; /* all is as bright as it can be */
    }
    const struct palette_options options = {.look = look, .palette = palette, .colormap = colormap};
    const struct model world = {.kind = MODEL_BRUSH, .bsp = bsp};
    const struct model pane = {.kind = MODEL_BRUSH,
                               .bsp = bsp,
                               .submodel = 1,
                               .mins = {PANE_X - 1, -PANE_HALF, -PANE_HALF},
                               .maxs = {PANE_X + 1, PANE_HALF, PANE_HALF}};
    struct palette_stage *stage = palette_stage_create(WIDTH, HEIGHT, 1, &options);
    struct palette_scene part = {.world = &world};
    struct scene scene = {.kind = SCENE_PALETTE, .camera = {.fov_x = FOV}, .palette = &part};
    struct palette_entity *entity = palette_scene_add_entity(&part);
    cr_assert_not_null(entity);
    entity->model = &pane;
    entity->alpha = 255;
    for (int side = 0; side < 2; side++) {
        float eye = side == 0 ? 60.0f : -100.0f;
        scene.camera.origin[0] = eye;
        scene.camera.origin[1] = scene.camera.origin[2] = EYE_SIDE;
        scene.camera.angles[1] = side == 0 ? 180.0f : 0.0f;
        check_picture(palette_stage_draw(stage, &scene).indices, eye, what);
    }
    palette_scene_free(&part);
    palette_stage_destroy(stage);
}

Test(fences, holes_in_the_world_and_in_brush_entities)
{
    static const struct {
        uint32_t version;
        const char *name;
    } kinds[] = {{BSP_VERSION_29, "29"}, {BSP_VERSION_2PSB, "2PSB"}, {BSP_VERSION_2, "BSP2"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct byte_writer map = make_map(kinds[i].version);
        struct format_error err = {0};
        struct bsp bsp;
        cr_assert_eq(bsp_read(&bsp, map.data, map.size, &err), FORMAT_OK, "%s", err.what);
        cr_assert_eq(bsp.num_damages, 0);
        draw_from_both_sides(&bsp, LOOK_EXACT, kinds[i].name);
        draw_from_both_sides(&bsp, LOOK_FAITHFUL, kinds[i].name);
        bsp_free(&bsp);
        byte_writer_free(&map);
    }
}
