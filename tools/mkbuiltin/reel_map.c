/* The level: an entrance hall, a ramped corridor, a pool chamber, a lift, an open courtyard, and a
 * passage back. Everything is carved out of rock in the order of the calls. */
#include "tools/mkbuiltin/reel.h"

#include "tools/mkbuiltin/textures.h"

const struct reel_torch reel_torches[REEL_TORCHES] = {
    {10, 240, 96, 0},       {502, 240, 96, 180},   {10, 432, 96, 0},      {150, 630, 88, 270},
    {362, 630, 88, 270},    {-54, 1408, 160, 0},   {256, 1718, 160, 270}, {466, 1618, 160, 225},
    {46, 1618, 160, 315},   {1130, 842, 168, 90},  {1366, 842, 168, 90},  {1686, 1216, 168, 180},
    {1248, 1590, 168, 270}, {1318, 640, 160, 180},
};

/* Outline of a rectangle with cut corners, in map_prism's form. */
static void chamfered(double outline[8][2], double x0, double y0, double x1, double y1, double cut)
{
    const double points[8][2] = {{x0 + cut, y0}, {x1 - cut, y0}, {x1, y0 + cut}, {x1, y1 - cut},
                                 {x1 - cut, y1}, {x0 + cut, y1}, {x0, y1 - cut}, {x0, y0 + cut}};
    for (int i = 0; i < 8; i++) {
        outline[i][0] = points[i][0];
        outline[i][1] = points[i][1];
    }
}

/* An arched passage along an axis; a is the middle across, z the floor. */
static void arch(struct map *m, int contents, int axis, double a, double half, double z,
                 double height, double lo, double hi)
{
    double spring = z + height - half * 0.75;
    const double outline[8][2] = {
        {a - half, z},
        {a + half, z},
        {a + half, spring},
        {a + half * 0.75, z + height - half * 0.25},
        {a + half * 0.25, z + height},
        {a - half * 0.25, z + height},
        {a - half * 0.75, z + height - half * 0.25},
        {a - half, spring},
    };
    map_prism(m, contents, axis, 8, outline, lo, hi);
}

/* A portal of dressed stone around an arched passage: frames stand out `out` on both sides. */
static void arch_portal(struct map *m, int axis, double a, double half, double z, double height,
                        double lo, double hi, int floor_texture)
{
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_SAND);
    arch(m, CONTENTS_SOLID, axis, a, half + 24, z, height + 24, lo - 12, lo);
    arch(m, CONTENTS_SOLID, axis, a, half + 24, z, height + 24, hi, hi + 12);
    map_set_skin(m, TEX_SAND, floor_texture, TEX_SAND);
    arch(m, CONTENTS_EMPTY, axis, a, half, z, height, lo - 12, hi + 12);
}

/* A ring of `skin` along the walls of a prism room between z0 and z1. */
static void ring(struct map *m, const double (*outer)[2], const double (*inner)[2], double z0,
                 double z1, int side, int level)
{
    map_set_skin(m, side, side, side);
    map_prism(m, CONTENTS_SOLID, 2, 8, outer, z0, z1);
    map_set_skin(m, level, level, side);
    map_prism(m, CONTENTS_EMPTY, 2, 8, inner, z0, z1);
}

static void pillar(struct map *m, double x, double y, double z0, double z1)
{
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_BLOCK);
    map_column(m, CONTENTS_SOLID, x, y, 8, 26, z0 + 24, z1 - 24);
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_SAND);
    map_box(m, CONTENTS_SOLID, x - 38, y - 38, z0, x + 38, y + 38, z0 + 24);
    map_box(m, CONTENTS_SOLID, x - 38, y - 38, z1 - 24, x + 38, y + 38, z1);
}

/* A square lamp: face down (z is its lower side). */
static void ceiling_lamp(struct map *m, double x, double y, double z, double reach, int style)
{
    m->fit = 1;
    map_set_skin(m, TEX_TRIM, TEX_LAMP, TEX_TRIM);
    map_box(m, CONTENTS_SOLID, x - 16, y - 16, z, x + 16, y + 16, z + 8);
    m->fit = 0;
    map_light(m, x, y, z - 10, reach, 215, style);
}

static void build_hall(struct map *m)
{
    double outline[8][2];
    double inset[8][2];
    chamfered(outline, 0, 0, 512, 640, 64);
    map_set_skin(m, TEX_CEILING, TEX_FLOOR2, TEX_BLOCK);
    map_prism(m, CONTENTS_EMPTY, 2, 8, (const double(*)[2])outline, 0, 256);
    chamfered(inset, 8, 8, 504, 632, 64 - 8 * 0.5);
    ring(m, (const double(*)[2])outline, (const double(*)[2])inset, 0, 16, TEX_TRIM, TEX_FLOOR2);
    chamfered(inset, 16, 16, 496, 624, 64 - 16 * 0.5);
    ring(m, (const double(*)[2])outline, (const double(*)[2])inset, 224, 256, TEX_BEAM,
         TEX_CEILING);
    for (int i = 0; i < 3; i++) {
        double y = 144 + 192 * i;
        map_set_skin(m, TEX_BEAM, TEX_BEAM, TEX_BEAM);
        map_box(m, CONTENTS_SOLID, 0, y - 16, 224, 512, y + 16, 256);
        pillar(m, 112, y, 0, 224);
        pillar(m, 400, y, 0, 224);
        ceiling_lamp(m, 256, y, 216, 400, 0);
    }
    /* Carved pilasters between the pillars, and the dais where the player starts. */
    m->fit = 1;
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_CARVED);
    map_box(m, CONTENTS_SOLID, 0, 208, 16, 8, 272, 208);
    map_box(m, CONTENTS_SOLID, 0, 400, 16, 8, 464, 208);
    map_box(m, CONTENTS_SOLID, 504, 208, 16, 512, 272, 208);
    m->fit = 0;
    map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_TRIM);
    map_box(m, CONTENTS_SOLID, 144, 8, 0, 368, 104, 16);
    map_box(m, CONTENTS_SOLID, 176, 8, 16, 336, 80, 32);
    /* Crates; the second one stands askew. */
    map_set_skin(m, TEX_WOOD, TEX_WOOD, TEX_WOOD);
    map_box(m, CONTENTS_SOLID, 432, 560, 0, 480, 608, 48);
    const double crate[4][2] = {{400, 584}, {424, 552}, {392, 528}, {368, 560}};
    map_prism(m, CONTENTS_SOLID, 2, 4, crate, 0, 40);
}

static void build_corridor(struct map *m)
{
    const double profile[6][2] = {{176, 0},   {336, 0},   {336, 160},
                                  {304, 208}, {208, 208}, {176, 160}};
    const double inner[6][2] = {{188, 0}, {324, 0}, {324, 155}, {298, 194}, {214, 194}, {188, 155}};
    map_set_skin(m, TEX_CEILING, TEX_FLOOR, TEX_BRICK);
    map_prism(m, CONTENTS_EMPTY, 1, 6, profile, 672, 1056);
    for (int i = 0; i < 3; i++) {
        double y = 720 + 136 * i;
        map_set_skin(m, TEX_METAL, TEX_METAL, TEX_METAL);
        map_prism(m, CONTENTS_SOLID, 1, 6, profile, y, y + 16);
        map_set_skin(m, TEX_METAL, TEX_FLOOR, TEX_METAL);
        map_prism(m, CONTENTS_EMPTY, 1, 6, inner, y, y + 16);
    }
    map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_FLOOR);
    const double ramp[3][2] = {{752, 0}, {976, 0}, {976, 64}};
    map_prism(m, CONTENTS_SOLID, 0, 3, ramp, 176, 336);
    map_box(m, CONTENTS_SOLID, 176, 976, 0, 336, 1056, 64);
    ceiling_lamp(m, 256, 792, 200, 400, REEL_STYLE_SWITCH);
    ceiling_lamp(m, 256, 928, 200, 400, REEL_STYLE_SWITCH);
    map_light(m, 256, 1024, 170, 200, 90, 0);
    /* Running-light panels. */
    m->fit = 1;
    map_set_skin(m, TEX_TRIM, TEX_TRIM, TEX_PANEL0);
    map_box(m, CONTENTS_SOLID, 176, 764, 72, 180, 828, 136);
    map_box(m, CONTENTS_SOLID, 332, 764, 72, 336, 828, 136);
    m->fit = 0;
    map_light(m, 196, 796, 100, 130, 80, 4);
    map_light(m, 316, 796, 100, 130, 80, 4);
    arch_portal(m, 1, 256, 64, 0, 144, 640, 672, TEX_FLOOR);
    /* Door frame. */
    map_set_skin(m, TEX_METAL, TEX_METAL, TEX_METAL);
    map_box(m, CONTENTS_SOLID, 176, 1044, 64, 336, 1056, 208);
    map_box(m, CONTENTS_SOLID, 168, 1088, 64, 344, 1100, 216);
    map_set_skin(m, TEX_METAL, TEX_LIFT, TEX_METAL);
    map_box(m, CONTENTS_EMPTY, 192, 1044, 64, 320, 1100, 192);
}

static void build_pool(struct map *m)
{
    const double cx = 256;
    const double cy = 1408;
    map_set_skin(m, TEX_CEILING, TEX_FLOOR, TEX_BLOCK);
    map_column(m, CONTENTS_EMPTY, cx, cy, 8, 320, 64, 352);
    map_column(m, CONTENTS_EMPTY, cx, cy, 8, 240, 352, 416);
    /* A band below the ceiling drum. */
    map_set_skin(m, TEX_TRIM, TEX_TRIM, TEX_BEAM);
    map_column(m, CONTENTS_SOLID, cx, cy, 8, 320, 288, 320);
    map_set_skin(m, TEX_CEILING, TEX_CEILING, TEX_BEAM);
    map_column(m, CONTENTS_EMPTY, cx, cy, 8, 304, 288, 320);
    /* Coping, pit and water. */
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_SAND);
    map_column(m, CONTENTS_SOLID, cx, cy, 8, 240, 64, 72);
    map_set_skin(m, TEX_BRICK, TEX_ROCK, TEX_BRICK);
    map_column(m, CONTENTS_EMPTY, cx, cy, 8, 216, -96, 72);
    map_set_skin(m, TEX_WATER, TEX_WATER, TEX_WATER);
    map_column(m, CONTENTS_WATER, cx, cy, 8, 216, -96, REEL_WATER_LEVEL);
    /* Stairs out of the water: a ramp to the east. */
    map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_BRICK);
    const double ramp[4][2] = {{312, -96}, {472, -96}, {472, 72}, {456, 72}};
    map_prism(m, CONTENTS_SOLID, 1, 4, ramp, 1368, 1448);
    /* Bridge with rails; players can drop through the gap in the east rail. */
    map_set_skin(m, TEX_WOOD, TEX_WOOD, TEX_BEAM);
    map_box(m, CONTENTS_SOLID, 224, 1184, 56, 288, 1632, 72);
    map_set_skin(m, TEX_BEAM, TEX_BEAM, TEX_BEAM);
    map_box(m, CONTENTS_SOLID, 224, 1188, 96, 230, 1628, 102);
    map_box(m, CONTENTS_SOLID, 282, 1188, 96, 288, 1320, 102);
    map_box(m, CONTENTS_SOLID, 282, 1496, 96, 288, 1628, 102);
    for (int i = 0; i < 4; i++) {
        double y = 1188 + 145 * i - (i == 3 ? 3 : 0);
        map_box(m, CONTENTS_SOLID, 224, y, 72, 230, y + 8, 96);
        if (i == 0 || i == 3) {
            map_box(m, CONTENTS_SOLID, 282, y, 72, 288, y + 8, 96);
        }
    }
    map_box(m, CONTENTS_SOLID, 282, 1312, 72, 288, 1320, 96);
    map_box(m, CONTENTS_SOLID, 282, 1496, 72, 288, 1504, 96);
    map_set_skin(m, TEX_METAL, TEX_METAL, TEX_METAL);
    map_column(m, CONTENTS_SOLID, 256, 1408, 8, 20, -96, 56);
    ceiling_lamp(m, 256, 1408, 408, 640, 0);
    map_light(m, 180, 1300, 0, 240, 110, 2);
    map_light(m, 340, 1540, 0, 240, 110, 2);
}

static void build_lift_shaft(struct map *m)
{
    map_set_skin(m, TEX_CEILING, TEX_METAL, TEX_METAL);
    map_box(m, CONTENTS_EMPTY, 608, 1328, 64, 768, 1488, 448);
    map_set_skin(m, TEX_METAL, TEX_METAL, TEX_METAL);
    map_box(m, CONTENTS_EMPTY, 616, 1336, 40, 760, 1480, 64);
    arch_portal(m, 0, 1408, 64, 64, 144, 576, 608, TEX_FLOOR);
    arch_portal(m, 0, 1408, 64, 256, 144, 768, 800, TEX_FLOOR);
    ceiling_lamp(m, 688, 1408, 432, 480, 0);
    /* Warning lights that strobe while the lift hangs in its shaft. */
    m->fit = 1;
    map_set_skin(m, TEX_TRIM, TEX_TRIM, TEX_PANELA);
    map_box(m, CONTENTS_SOLID, 656, 1484, 128, 720, 1488, 192);
    map_set_skin(m, TEX_TRIM, TEX_TRIM, TEX_PANEL0);
    map_box(m, CONTENTS_SOLID, 656, 1328, 128, 720, 1332, 192);
    m->fit = 0;
    map_light(m, 688, 1348, 160, 180, 150, 4);
    map_light(m, 688, 1440, 150, 220, 130, 0);
}

static void build_courtyard_ground(struct map *m)
{
    /* Moat of lava with an island that carries the obelisk. */
    const double cx = 1376;
    const double cy = 1216;
    map_set_skin(m, TEX_ROCK, TEX_ROCK, TEX_BRICK);
    map_column(m, CONTENTS_EMPTY, cx, cy, 8, 168, 24, 64);
    map_set_skin(m, TEX_LAVA, TEX_LAVA, TEX_LAVA);
    map_column(m, CONTENTS_LAVA, cx, cy, 8, 168, 24, 52);
    map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_TRIM);
    map_column(m, CONTENTS_SOLID, cx, cy, 8, 96, 24, 80);
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_SAND);
    map_column(m, CONTENTS_SOLID, cx, cy, 8, 64, 80, 104);
    m->fit = 1;
    map_set_skin(m, TEX_CARVED, TEX_CARVED, TEX_CARVED);
    const double low[4] = {cx - 32, cy - 32, cx + 32, cy + 32};
    const double high[4] = {cx - 18, cy - 18, cx + 18, cy + 18};
    const double tip[4] = {cx - 2, cy - 2, cx + 2, cy + 2};
    map_taper(m, CONTENTS_SOLID, low, 104, high, 344);
    m->fit = 0;
    map_set_skin(m, TEX_METAL, TEX_METAL, TEX_METAL);
    map_taper(m, CONTENTS_SOLID, high, 344, tip, 384);
    for (int i = 0; i < 4; i++) {
        double dx = i == 0 ? 132 : i == 1 ? -132 : 0;
        double dy = i == 2 ? 132 : i == 3 ? -132 : 0;
        map_light(m, cx + dx, cy + dy, 76, 260, 130, 2);
    }
}

static void build_courtyard(struct map *m)
{
    double outline[8][2];
    double inset[8][2];
    chamfered(outline, 800, 832, 1696, 1600, 160);
    map_set_skin(m, TEX_SAND, TEX_ROCK, TEX_SAND);
    map_prism(m, CONTENTS_EMPTY, 2, 8, (const double(*)[2])outline, 64, 640);
    chamfered(inset, 816, 848, 1680, 1584, 160 - 16 * 0.586);
    ring(m, (const double(*)[2])outline, (const double(*)[2])inset, 416, 448, TEX_BEAM, TEX_SAND);
    map_set_skin(m, TEX_SKY, TEX_SKY, TEX_SKY);
    map_prism(m, CONTENTS_SKY, 2, 8, (const double(*)[2])outline, 640, 704);
    build_courtyard_ground(m);
    /* Balcony on pillars, its parapet, and a flight of steps. */
    map_set_skin(m, TEX_FLOOR, TEX_WOOD, TEX_BEAM);
    const double slab[4][2] = {{800, 1216}, {928, 1216}, {928, 1600}, {800, 1600}};
    map_prism(m, CONTENTS_SOLID, 2, 4, slab, 224, 256);
    map_set_skin(m, TEX_SAND, TEX_SAND, TEX_SAND);
    const double corner[3][2] = {{800, 1440}, {960, 1600}, {800, 1600}};
    map_prism(m, CONTENTS_SOLID, 2, 3, corner, 64, 640);
    pillar(m, 884, 1376, 64, 224);
    map_set_skin(m, TEX_TRIM, TEX_TRIM, TEX_SAND);
    map_box(m, CONTENTS_SOLID, 916, 1312, 256, 928, 1568, 272);
    for (int i = 0; i < 11; i++) {
        double x = 928 + 24 * i;
        map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_BRICK);
        map_box(m, CONTENTS_SOLID, x, 1216, 64, x + 24, 1312, 240 - 16 * i);
    }
    const double cheek[4][2] = {{928, 64}, {1200, 64}, {1200, 80}, {928, 272}};
    map_set_skin(m, TEX_TRIM, TEX_SAND, TEX_SAND);
    map_prism(m, CONTENTS_SOLID, 1, 4, cheek, 1200, 1216);
    map_box(m, CONTENTS_SOLID, 800, 1200, 224, 928, 1216, 288);
    /* Buttresses on the long walls. */
    for (int i = 0; i < 2; i++) {
        double x = i ? 1472 : 1056;
        const double low[4] = {x - 40, 1544, x + 40, 1600};
        const double high[4] = {x - 24, 1584, x + 24, 1600};
        map_set_skin(m, TEX_SAND, TEX_SAND, TEX_BLOCK);
        map_taper(m, CONTENTS_SOLID, low, 64, high, 416);
    }
}

static void build_passage(struct map *m)
{
    map_set_skin(m, TEX_CEILING, TEX_FLOOR, TEX_BRICK);
    map_box(m, CONTENTS_EMPTY, 1168, 352, 64, 1328, 800, 256);
    map_box(m, CONTENTS_EMPTY, 544, 352, 0, 1328, 480, 224);
    map_set_skin(m, TEX_FLOOR, TEX_FLOOR, TEX_FLOOR);
    map_box(m, CONTENTS_SOLID, 992, 352, 0, 1328, 480, 64);
    const double ramp[3][2] = {{672, 0}, {992, 0}, {992, 64}};
    map_prism(m, CONTENTS_SOLID, 1, 3, ramp, 352, 480);
    for (int i = 0; i < 4; i++) {
        double x = 640 + 144 * i;
        map_set_skin(m, TEX_BEAM, TEX_BEAM, TEX_BEAM);
        map_box(m, CONTENTS_SOLID, x, 352, 192, x + 32, 480, 224);
        if (i & 1) {
            ceiling_lamp(m, x + 16, 416, 184, 400, i == 1 ? 0 : 10);
        }
    }
    /* The bend: a cut corner and stacked crates. */
    map_set_skin(m, TEX_BRICK, TEX_BRICK, TEX_BRICK);
    const double cut[3][2] = {{1328, 352}, {1328, 432}, {1248, 352}};
    map_prism(m, CONTENTS_SOLID, 2, 3, cut, 64, 256);
    map_set_skin(m, TEX_WOOD, TEX_WOOD, TEX_WOOD);
    const double crate[4][2] = {{1184, 720}, {1216, 744}, {1240, 712}, {1208, 688}};
    map_prism(m, CONTENTS_SOLID, 2, 4, crate, 64, 104);
    arch_portal(m, 1, 1248, 64, 64, 144, 800, 832, TEX_FLOOR);
    arch_portal(m, 0, 416, 48, 0, 136, 512, 544, TEX_FLOOR);
    map_light(m, 1248, 600, 230, 420, 170, 0);
}

static void add_entities(struct map *m)
{
    map_entity(m, "{\n\"classname\" \"worldspawn\"\n\"message\" \"The Reel\"\n\"sounds\" \"4\"\n"
                  "\"worldtype\" \"0\"\n}\n");
    map_entity(m, "{\n\"classname\" \"info_player_start\"\n\"origin\" \"256 56 56\"\n"
                  "\"angle\" \"90\"\n}\n");
    map_entity(m, "{\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"1248 920 88\"\n"
                  "\"angle\" \"90\"\n}\n");
    map_entity(m, "{\n\"classname\" \"info_intermission\"\n\"origin\" \"900 900 420\"\n"
                  "\"mangle\" \"20 35 0\"\n}\n");
    map_entity(m, "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n\"angle\" \"-1\"\n"
                  "\"lip\" \"8\"\n}\n");
    map_entity(m, "{\n\"classname\" \"func_plat\"\n\"model\" \"*2\"\n\"height\" \"192\"\n}\n");
    for (int i = 0; i < m->light_count; i++) {
        const struct map_light *l = &m->lights[i];
        map_entity(m,
                   "{\n\"classname\" \"light\"\n\"origin\" \"%d %d %d\"\n\"light\" \"%d\"\n"
                   "\"style\" \"%d\"\n}\n",
                   (int)l->origin.x, (int)l->origin.y, (int)l->origin.z, (int)l->reach, l->style);
    }
}

void reel_build_world(struct map *m)
{
    map_init(m, CONTENTS_SOLID);
    m->ambient = 28;
    m->sun = v_unit(v_make(-0.45, -0.38, 0.8));
    m->sun_intensity = 128;
    m->sky_intensity = 90;
    build_hall(m);
    build_corridor(m);
    build_pool(m);
    build_courtyard(m);
    build_lift_shaft(m);
    build_passage(m);
    for (int i = 0; i < REEL_TORCHES; i++) {
        const struct reel_torch *t = &reel_torches[i];
        double a = t->yaw * MKB_PI / 180;
        map_light(m, t->x + 14 * mkb_cos(a), t->y + 14 * mkb_sin(a), t->z + 26, 300, 170, 1);
    }
    add_entities(m);
}

void reel_build_door(struct map *m)
{
    map_init(m, CONTENTS_EMPTY);
    m->fit = 1;
    map_set_skin(m, TEX_METAL, TEX_METAL, TEX_DOOR);
    map_box(m, CONTENTS_SOLID, 192, 1064, 64, 320, 1080, 192);
}

void reel_build_lift(struct map *m)
{
    map_init(m, CONTENTS_EMPTY);
    map_set_skin(m, TEX_LIFT, TEX_METAL, TEX_TRIM);
    m->fit = 1;
    map_box(m, CONTENTS_SOLID, 617, 1337, 48, 759, 1479, 64);
}

void reel_build_health_box(struct map *m)
{
    map_init(m, CONTENTS_EMPTY);
    m->ambient = 120;
    map_set_skin(m, TEX_HEALTH_TOP, TEX_HEALTH_TOP, TEX_HEALTH);
    m->fit = 1;
    map_box(m, CONTENTS_SOLID, 0, 0, 0, 32, 32, 32);
}
