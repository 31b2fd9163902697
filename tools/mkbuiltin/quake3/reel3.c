#include "tools/mkbuiltin/quake3/reel3.h"

#include <string.h>

enum { SOLID = 1, WATER = 32, FOG = 64, TRANSLUCENT = 0x20000000 };
enum {
    SKY = 4,
    NO_IMPACT = 16,
    NO_MARKS = 32,
    NO_DRAW = 128,
    NO_LIGHTMAP = 1024,
    METAL_STEPS = 4096,
    NON_SOLID = 0x4000
};

#define T "textures/reel3/"

const struct reel3_shader_facts reel3_shaders[S_COUNT] = {
    [S_BLOCK] = {T "block", 128, 128, 0, 0, SOLID},
    [S_BRICK] = {T "brick", 128, 128, 0, 0, SOLID},
    [S_FLOOR] = {T "floor", 128, 128, 0, 0, SOLID},
    [S_COBBLE] = {T "cobble", 128, 128, 0, 0, SOLID},
    [S_CEILING] = {T "ceiling", 128, 128, 0, 0, SOLID},
    [S_METAL] = {T "metal", 128, 128, 0, METAL_STEPS, SOLID},
    [S_TRIM] = {T "trim", 64, 32, 0, METAL_STEPS, SOLID},
    [S_DOOR] = {T "door", 128, 128, 0, METAL_STEPS, SOLID},
    [S_LAMP] = {T "lamp", 64, 64, 0, NO_MARKS, SOLID},
    [S_LAMP_PULSE] = {T "lamp_pulse", 64, 64, 0, NO_MARKS, SOLID},
    [S_MARBLE] = {T "marble", 128, 128, 0, 0, SOLID},
    [S_BEAM] = {T "beam", 64, 64, 0, 0, SOLID},
    [S_ENERGY] = {T "energy", 64, 64, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP, SOLID},
    [S_SCREEN] = {T "screen", 64, 64, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP, SOLID},
    [S_PIPE] = {T "pipe", 64, 64, 0, 0, SOLID},
    [S_CRYSTAL] = {T "crystal", 64, 64, REEL3_UNLIT, NO_MARKS, SOLID},
    [S_GRATE] = {T "grate", 64, 64, 0, NO_MARKS, SOLID | TRANSLUCENT},
    [S_JUMPPAD] = {T "jumppad", 128, 128, 0, NO_MARKS, SOLID},
    [S_WATER] = {T "water", 128, 128, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP, WATER | TRANSLUCENT},
    [S_FOG] = {T "fog", 64, 64, REEL3_UNLIT, NON_SOLID | NO_LIGHTMAP, FOG | TRANSLUCENT},
    [S_SKY] = {T "sky", 128, 128, REEL3_UNLIT, SKY | NO_IMPACT | NO_MARKS | NO_LIGHTMAP, SOLID},
    [S_FLAME] = {T "flame", 32, 64, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP | NON_SOLID, TRANSLUCENT},
    [S_GLOW] = {T "glow", 64, 64, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP | NON_SOLID, TRANSLUCENT},
    [S_GLOW_COLD] = {T "glow_cold", 64, 64, REEL3_UNLIT, NO_MARKS | NO_LIGHTMAP | NON_SOLID,
                     TRANSLUCENT},
    [S_CAULK] = {T "caulk", 64, 64, REEL3_UNLIT | REEL3_HIDDEN, NO_DRAW | NO_LIGHTMAP | NO_MARKS,
                 SOLID},
};

static int is_unlit(int shader)
{
    return reel3_shaders[shader].flags & REEL3_UNLIT;
}

static void begin(struct map *m, int contents)
{
    enum { LARGEST_FACE = 960 };
    map_init(m, contents);
    m->is_special = is_unlit;
    m->face_max = LARGEST_FACE;
}

static void all(struct map *m, int shader)
{
    map_set_skin(m, shader, shader, shader);
}

static void light(struct reel3 *r, double x, double y, double z, struct rgb colour,
                  double intensity, double reach)
{
    if (r->light_count >= REEL3_LIGHTS) {
        mkb_fail("too many lights");
    }
    r->lights[r->light_count++] = (struct reel3_light){{x, y, z}, colour, intensity, reach};
}

static const struct rgb warm = {1, 0.72, 0.42};
static const struct rgb white = {1, 0.93, 0.8};
static const struct rgb cold = {0.35, 0.9, 0.9};
static const struct rgb blue = {0.3, 0.55, 1};

/* Outline of a rectangle with cut corners, in map_prism's form. */
static void chamfered(double outline[8][2], double half, double cut)
{
    const double points[8][2] = {{cut - half, -half}, {half - cut, -half}, {half, cut - half},
                                 {half, half - cut},  {half - cut, half},  {cut - half, half},
                                 {-half, half - cut}, {-half, cut - half}};
    memcpy(outline, points, sizeof points);
}

static void yard_band(struct map *m, double z0, double z1, double depth, int side)
{
    double outer[8][2];
    double inner[8][2];
    chamfered(outer, 512, 160);
    chamfered(inner, 512 - depth, 160 - depth * 0.586);
    all(m, side);
    map_prism(m, CONTENTS_SOLID, 2, 8, (const double(*)[2])outer, z0, z1);
    map_set_skin(m, S_MARBLE, z0 > 0 ? S_MARBLE : S_COBBLE, side);
    map_prism(m, CONTENTS_EMPTY, 2, 8, (const double(*)[2])inner, z0, z1);
}

static void yard_walls(struct map *m)
{
    double outline[8][2];
    chamfered(outline, 512, 160);
    map_set_skin(m, S_BRICK, S_COBBLE, S_BLOCK);
    map_prism(m, CONTENTS_EMPTY, 2, 8, (const double(*)[2])outline, 0, 272);
    map_set_skin(m, S_BRICK, S_COBBLE, S_BRICK);
    map_prism(m, CONTENTS_EMPTY, 2, 8, (const double(*)[2])outline, 272, 512);
    all(m, S_SKY);
    map_prism(m, CONTENTS_SKY, 2, 8, (const double(*)[2])outline, 512, 576);
    yard_band(m, 0, 24, 12, S_MARBLE);
    yard_band(m, 256, 288, 14, S_TRIM);
    yard_band(m, 472, 496, 20, S_MARBLE);
    /* Buttresses and their footprints. */
    for (int i = 0; i < 6; i++) {
        static const double at[6][2] = {{-200, 1}, {200, 1},  {-200, -1},
                                        {200, -1}, {-240, 0}, {240, 0}};
        double a = at[i][0];
        double side = at[i][1];
        double y0 = side > 0 ? 440 : -512;
        const double low[4] = {side != 0 ? a - 36 : -512, side != 0 ? y0 : a - 36,
                               side != 0 ? a + 36 : -440, side != 0 ? y0 + 72 : a + 36};
        const double high[4] = {side != 0 ? a - 24 : -512,
                                side > 0   ? 484
                                : side < 0 ? -512
                                           : a - 24,
                                side != 0 ? a + 24 : -484,
                                side > 0   ? 512
                                : side < 0 ? -484
                                           : a + 24};
        all(m, S_BLOCK);
        map_taper(m, CONTENTS_SOLID, low, 0, high, 420);
    }
}

static void yard_pool(struct reel3 *r)
{
    struct map *m = &r->world;
    all(m, S_MARBLE);
    map_column(m, CONTENTS_SOLID, 0, 0, 8, 212, 0, 14);
    map_set_skin(m, S_MARBLE, S_COBBLE, S_BLOCK);
    map_column(m, CONTENTS_EMPTY, 0, 0, 8, 184, -112, 14);
    map_set_skin(m, S_WATER, S_COBBLE, S_BLOCK);
    map_column(m, CONTENTS_WATER, 0, 0, 8, 184, -112, -6);
    all(m, S_MARBLE);
    map_column(m, CONTENTS_SOLID, 0, 0, 8, 64, -112, -24);
    map_column(m, CONTENTS_SOLID, 0, 0, 8, 40, -24, 24);
    light(r, 0, 0, 190, cold, 150, 420);
    light(r, 110, 110, -70, cold, 150, 260);
    light(r, -110, -110, -70, cold, 150, 260);
    light(r, 110, -110, -70, cold, 120, 240);
    light(r, -110, 110, -70, cold, 120, 240);
}

/* The core, base and head of a round pillar; its shaft is a patch. */
static void pillar_stones(struct map *m, double x, double y, double z0, double z1, double half)
{
    all(m, S_CAULK);
    map_box(m, CONTENTS_SOLID, x - half * 0.45, y - half * 0.45, z0, x + half * 0.45,
            y + half * 0.45, z1);
    all(m, S_MARBLE);
    map_box(m, CONTENTS_SOLID, x - half, y - half, z0, x + half, y + half, z0 + 24);
    map_box(m, CONTENTS_SOLID, x - half, y - half, z1 - 20, x + half, y + half, z1);
    map_box(m, CONTENTS_SOLID, x - half + 6, y - half + 6, z1 - 32, x + half - 6, y + half - 6,
            z1 - 20);
}

static void yard_pillars(struct reel3 *r)
{
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 272 : -272;
        double y = i & 2 ? 300 : -300;
        pillar_stones(&r->world, x, y, 0, 288, 44);
        all(&r->world, S_METAL);
        const double low[4] = {x - 12, y - 12, x + 12, y + 12};
        const double high[4] = {x - 24, y - 24, x + 24, y + 24};
        map_taper(&r->world, CONTENTS_SOLID, low, 288, high, 304);
        light(r, x, y, 350, warm, 330, 620);
    }
}

static void yard_balcony(struct reel3 *r)
{
    struct map *m = &r->world;
    map_set_skin(m, S_FLOOR, S_METAL, S_TRIM);
    map_box(m, CONTENTS_SOLID, 336, -256, 144, 512, 256, 168);
    all(m, S_METAL);
    for (int i = 0; i < 4; i++) {
        double y = -232 + i * 154.0;
        map_box(m, CONTENTS_SOLID, 348, y - 10, 0, 368, y + 10, 144);
        const double brace[3][2] = {{368, 144}, {368, 96}, {416, 144}};
        map_prism(m, CONTENTS_SOLID, 1, 3, brace, y - 6, y + 6);
        map_box(m, CONTENTS_SOLID, 336, y - 4, 168, 344, y + 4, 212);
    }
    map_box(m, CONTENTS_SOLID, 337, -256, 208, 343, -70, 214);
    map_box(m, CONTENTS_SOLID, 337, 70, 208, 343, 256, 214);
    m->fit = 1;
    map_set_skin(m, S_METAL, S_LAMP, S_METAL);
    for (int i = 0; i < 3; i++) {
        double y = -154 + i * 154.0;
        map_box(m, CONTENTS_SOLID, 432, y - 32, 138, 496, y + 32, 144);
        light(r, 460, y, 118, white, 300, 340);
    }
    m->fit = 0;
    /* The niche on the balcony, where power waits. */
    map_set_skin(m, S_MARBLE, S_FLOOR, S_ENERGY);
    map_box(m, CONTENTS_EMPTY, 512, -64, 168, 584, 64, 252);
    all(m, S_TRIM);
    map_box(m, CONTENTS_SOLID, 512, -64, 168, 576, -56, 252);
    map_box(m, CONTENTS_SOLID, 512, 56, 168, 576, 64, 252);
    all(m, S_MARBLE);
    map_column(m, CONTENTS_SOLID, 552, 0, 8, 24, 168, 176);
    light(r, 548, 0, 230, blue, 320, 360);
}

static void yard_things(struct reel3 *r)
{
    struct map *m = &r->world;
    m->fit = 1;
    m->scale = 0.625;
    map_set_skin(m, S_JUMPPAD, S_METAL, S_METAL);
    map_box(m, CONTENTS_SOLID, 196, -236, 0, 276, -156, 8);
    m->scale = 1;
    map_set_skin(m, S_METAL, S_METAL, S_SCREEN);
    map_box(m, CONTENTS_SOLID, -512, -64, 64, -504, 64, 192);
    m->fit = 0;
    all(m, S_METAL);
    map_box(m, CONTENTS_SOLID, -512, -76, 52, -500, 76, 64);
    map_box(m, CONTENTS_SOLID, -512, -76, 192, -500, 76, 204);
    map_box(m, CONTENTS_SOLID, -512, -76, 64, -500, -64, 192);
    map_box(m, CONTENTS_SOLID, -512, 64, 64, -500, 76, 192);
    light(r, -470, 0, 128, (struct rgb){0.4, 1, 0.7}, 110, 220);
    light(r, 236, -196, 40, warm, 130, 160);
    /* A dais in the south with two steps, and a blind window above it. */
    map_set_skin(m, S_FLOOR, S_FLOOR, S_MARBLE);
    map_box(m, CONTENTS_SOLID, -128, -512, 0, 128, -392, 12);
    map_box(m, CONTENTS_SOLID, -104, -512, 12, 104, -416, 24);
    map_set_skin(m, S_MARBLE, S_MARBLE, S_ENERGY);
    map_box(m, CONTENTS_EMPTY, -40, -536, 72, 40, -500, 232);
    all(m, S_TRIM);
    map_box(m, CONTENTS_SOLID, -48, -512, 64, 48, -496, 72);
    map_box(m, CONTENTS_SOLID, -48, -512, 232, 48, -496, 240);
    map_box(m, CONTENTS_SOLID, -48, -512, 72, -40, -496, 232);
    map_box(m, CONTENTS_SOLID, 40, -512, 72, 48, -496, 232);
    light(r, 0, -470, 150, blue, 260, 340);
    /* Crates. */
    all(m, S_BEAM);
    m->fit = 1;
    map_box(m, CONTENTS_SOLID, -420, 300, 0, -356, 364, 64);
    map_box(m, CONTENTS_SOLID, -408, 304, 64, -360, 352, 112);
    const double askew[4][2] = {{-356, 372}, {-312, 392}, {-332, 436}, {-376, 416}};
    map_prism(m, CONTENTS_SOLID, 2, 4, askew, 0, 48);
    m->fit = 0;
}

/* A passage of 128 by 160 through a wall; patches round its top. */
static void gate(struct map *m, double y0, double y1)
{
    map_set_skin(m, S_BLOCK, S_FLOOR, S_MARBLE);
    map_box(m, CONTENTS_EMPTY, -64, y0, 0, 64, y1, 160);
}

static void corridor(struct reel3 *r)
{
    struct map *m = &r->world;
    map_set_skin(m, S_CEILING, S_FLOOR, S_METAL);
    map_box(m, CONTENTS_EMPTY, -80, 544, 0, 80, 896, 176);
    gate(m, 492, 544);
    gate(m, 896, 928);
    /* Ribs. */
    for (int i = 0; i < 4; i++) {
        static const double at[4] = {560, 656, 768, 864};
        double y = at[i];
        all(m, S_TRIM);
        map_box(m, CONTENTS_SOLID, -80, y, 0, -68, y + 16, 176);
        map_box(m, CONTENTS_SOLID, 68, y, 0, 80, y + 16, 176);
        map_box(m, CONTENTS_SOLID, -80, y, 160, 80, y + 16, 176);
    }
    /* Force behind the walls. */
    for (int i = 0; i < 4; i++) {
        double y = i & 1 ? 796 : 588;
        map_set_skin(m, S_METAL, S_METAL, S_ENERGY);
        if (i < 2) {
            map_box(m, CONTENTS_EMPTY, 80, y, 32, 92, y + 56, 128);
        } else {
            map_box(m, CONTENTS_EMPTY, -92, y, 32, -80, y + 56, 128);
        }
        light(r, i < 2 ? 68 : -68, y + 28, 80, blue, 170, 170);
    }
    /* The door's frame and the slot it goes up into. */
    map_set_skin(m, S_METAL, S_FLOOR, S_METAL);
    map_box(m, CONTENTS_SOLID, -80, 688, 0, 80, 736, 176);
    map_box(m, CONTENTS_EMPTY, -56, 688, 0, 56, 736, 128);
    map_set_skin(m, S_CAULK, S_CAULK, S_METAL);
    map_box(m, CONTENTS_EMPTY, -56, 702, 128, 56, 722, 256);
    /* A shaft in the floor under a grating. */
    map_set_skin(m, S_METAL, S_METAL, S_METAL);
    map_box(m, CONTENTS_EMPTY, -40, 592, -56, 40, 656, 0);
    light(r, 0, 624, -36, warm, 260, 150);
    m->fit = 1;
    map_set_skin(m, S_METAL, S_LAMP, S_METAL);
    map_box(m, CONTENTS_SOLID, -32, 590, 168, 32, 654, 176);
    map_box(m, CONTENTS_SOLID, -32, 796, 168, 32, 860, 176);
    m->fit = 0;
    light(r, 0, 622, 140, white, 260, 320);
    light(r, 0, 828, 140, white, 260, 320);
}

static void hall_walls(struct map *m)
{
    map_set_skin(m, S_CEILING, S_COBBLE, S_BRICK);
    map_box(m, CONTENTS_EMPTY, -352, 928, -192, 352, 1568, 320);
    all(m, S_BEAM);
    for (int i = 0; i < 4; i++) {
        double y = 992 + 144 * i;
        map_box(m, CONTENTS_SOLID, -352, y, 296, 352, y + 24, 320);
    }
    all(m, S_MARBLE);
    for (int i = 0; i < 6; i++) {
        double y = i % 3 == 0 ? 1064 : i % 3 == 1 ? 1204 : 1344;
        double x = i < 3 ? -352 : 336;
        map_box(m, CONTENTS_SOLID, x, y, -192, x + 16, y + 24, 296);
    }
    all(m, S_TRIM);
    map_box(m, CONTENTS_SOLID, -352, 928, 160, 352, 936, 176);
    map_box(m, CONTENTS_SOLID, -352, 1560, 160, 352, 1568, 176);
}

static void hall_mist(struct reel3 *r)
{
    r->mist_mins = v_make(-352, 928, -192);
    r->mist_maxs = v_make(352, 1568, -80);
    map_set_skin(&r->world, S_FOG, S_COBBLE, S_BRICK);
    map_box(&r->world, CONTENTS_MIST, -352, 928, -192, 352, 1568, -80);
}

static void hall_ways(struct map *m)
{
    map_set_skin(m, S_FLOOR, S_BLOCK, S_BLOCK);
    map_box(m, CONTENTS_SOLID, -352, 1440, -192, 352, 1568, 0);
    map_box(m, CONTENTS_SOLID, -352, 928, -192, 352, 992, 0);
    map_column(m, CONTENTS_SOLID, 0, 1216, 8, 128, -24, 0);
    map_column(m, CONTENTS_SOLID, 0, 1216, 8, 64, -192, -24);
    map_set_skin(m, S_FLOOR, S_BEAM, S_TRIM);
    map_box(m, CONTENTS_SOLID, -48, 992, -20, 48, 1090, 0);
    map_box(m, CONTENTS_SOLID, -48, 1342, -20, 48, 1440, 0);
    all(m, S_MARBLE);
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 48 : -64;
        double y = i & 2 ? 1428 : 988;
        map_box(m, CONTENTS_SOLID, x, y, 0, x + 16, y + 16, 40);
    }
}

static void hall(struct reel3 *r)
{
    struct map *m = &r->world;
    hall_walls(m);
    hall_mist(r);
    hall_ways(m);
    for (int i = 0; i < 4; i++) {
        pillar_stones(m, i & 1 ? 224 : -224, i & 2 ? 1344 : 1088, -192, 296, 48);
    }
    /* Daylight on the middle. */
    map_set_skin(m, S_CEILING, S_CEILING, S_MARBLE);
    map_column(m, CONTENTS_EMPTY, 0, 1216, 8, 104, 320, 368);
    all(m, S_SKY);
    map_column(m, CONTENTS_SKY, 0, 1216, 8, 104, 368, 400);
    all(m, S_TRIM);
    map_column(m, CONTENTS_SOLID, 0, 1216, 8, 120, 308, 320);
    map_column(m, CONTENTS_EMPTY, 0, 1216, 8, 104, 308, 320);
    /* Lamps on the walls, and dials in the north. */
    m->fit = 1;
    map_set_skin(m, S_METAL, S_METAL, S_LAMP_PULSE);
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? 344 : -352;
        double y = i & 2 ? 1264 : 1120;
        map_box(m, CONTENTS_SOLID, x, y, 72, x + 8, y + 64, 136);
        light(r, i & 1 ? 318 : -318, y + 32, 104, warm, 360, 560);
    }
    map_set_skin(m, S_METAL, S_METAL, S_SCREEN);
    map_box(m, CONTENTS_SOLID, -32, 1560, 64, 32, 1568, 128);
    map_set_skin(m, S_METAL, S_METAL, S_LAMP);
    map_box(m, CONTENTS_SOLID, -200, 1560, 64, -136, 1568, 128);
    map_box(m, CONTENTS_SOLID, 136, 1560, 64, 200, 1568, 128);
    m->fit = 0;
    light(r, -168, 1536, 96, white, 330, 460);
    light(r, 168, 1536, 96, white, 330, 460);
    light(r, 0, 1010, 190, white, 240, 420);
    light(r, 0, 1216, 250, (struct rgb){0.8, 0.9, 1}, 260, 460);
    light(r, -240, 1216, -110, (struct rgb){0.5, 1, 0.8}, 240, 380);
    light(r, 240, 1216, -110, (struct rgb){0.5, 1, 0.8}, 240, 380);
}

static void entities(struct map *m)
{
    map_entity(m, "{\n\"classname\" \"worldspawn\"\n\"message\" \"The Third Reel\"\n"
                  "\"gridsize\" \"64 64 96\"\n}\n");
    static const double spawns[4][4] = {
        {0, 1520, 32, 270}, {0, -440, 48, 90}, {-420, 0, 32, 0}, {440, 180, 200, 180}};
    for (int i = 0; i < 4; i++) {
        map_entity(m,
                   "{\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"%g %g %g\"\n"
                   "\"angle\" \"%g\"\n}\n",
                   spawns[i][0], spawns[i][1], spawns[i][2], spawns[i][3]);
    }
    map_entity(m, "{\n\"classname\" \"info_player_intermission\"\n\"origin\" \"-380 -380 260\"\n"
                  "\"angles\" \"18 45 0\"\n}\n");
    map_entity(
        m,
        "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n\"angle\" \"-1\"\n\"lip\" \"8\"\n}\n");
}

void reel3_build(struct reel3 *r)
{
    begin(&r->world, CONTENTS_SOLID);
    struct map *m = &r->world;
    m->sun = v_unit(v_make(0.48, -0.40, 0.86));
    r->sun = rgb_make(250, 214, 168);
    r->sky = rgb_make(74, 84, 112);
    r->ambient = rgb_make(52, 49, 52);
    yard_walls(m);
    corridor(r);
    yard_pool(r);
    yard_pillars(r);
    yard_balcony(r);
    yard_things(r);
    hall(r);
    reel3_add_shapes(r);
    entities(m);
    begin(&r->door, CONTENTS_EMPTY);
    r->door.fit = 1;
    map_set_skin(&r->door, S_METAL, S_METAL, S_DOOR);
    map_box(&r->door, CONTENTS_SOLID, -56, 704, 0, 56, 720, 128);
}

void reel3_free(struct reel3 *r)
{
    map_free(&r->world);
    map_free(&r->door);
}
