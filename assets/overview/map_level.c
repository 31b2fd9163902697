#include "assets/overview/map_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/overview/map_level_parts.h"
#include "formats/base/arrays.h"
#include "formats/base/bytes.h"
#include "formats/maps/entity_text.h"

/* Part of the floors' area, at each end, that does not count for low and high: the bottom of a pit
 * or a ledge below the sky would leave all else in one shade. */
#define LEFT_OUT 0.02

const char *map_spot_words(enum map_spot_kind kind)
{
    static const char *const words[MAP_SPOT_KINDS] = {
#define MAP_SPOT_WORDS(NAME, text) text,
        MAP_SPOTS(MAP_SPOT_WORDS)
#undef MAP_SPOT_WORDS
    };
    return words[kind];
}

void map_level_free(struct map_level *level)
{
    free(level->points);
    free(level->areas);
    free(level->walls);
    free(level->spots);
    *level = (struct map_level){.is_there = false};
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Files may have any numbers. Those that are none cannot be sorted. */
static bool is_finite(float (*points)[3], uint32_t count)
{
    bool finite = true;
    for (uint32_t i = 0; i < count; i++) {
        finite &= isfinite(points[i][0]) && isfinite(points[i][1]) && isfinite(points[i][2]);
    }
    return finite;
}

/* By the sum over the edges (Newell). An upright polygon, or one without an area, is level. */
static void find_plane(struct map_area *area, float (*points)[3])
{
    double normal[3] = {0.0, 0.0, 0.0}, middle[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < area->count; i++) {
        const float *a = points[i], *b = points[(i + 1) % area->count];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += ((double)a[u] - (double)b[u]) * ((double)a[v] + (double)b[v]);
            middle[k] += (double)a[k] / area->count;
        }
    }
    area->height = area->plane[0] = (float)middle[2];
    if (fabs(normal[2]) > 1e-6) {
        area->plane[1] = (float)(-normal[0] / normal[2]);
        area->plane[2] = (float)(-normal[1] / normal[2]);
        area->plane[0] = (float)(middle[2] - (double)area->plane[1] * middle[0] -
                                 (double)area->plane[2] * middle[1]);
    }
}

int map_level_add_area(struct map_level *level, enum map_area_kind kind, float (*points)[3],
                       uint32_t count)
{
    if (!is_finite(points, count)) {
        return 0;
    }
    if (array_reserve(&level->areas, &level->area_capacity, level->num_areas + 1,
                      sizeof(*level->areas)) < 0 ||
        level->num_points > UINT32_MAX - count ||
        array_reserve(&level->points, &level->point_capacity, level->num_points + count,
                      sizeof(*level->points)) < 0) {
        return FORMAT_MEMORY;
    }
    struct map_area *area = &level->areas[level->num_areas++];
    *area = (struct map_area){.kind = kind, .first = (uint32_t)level->num_points, .count = count};
    for (uint32_t i = 0; i < count; i++) {
        memcpy(level->points[level->num_points++], points[i], sizeof(level->points[0]));
        for (int k = 0; k < 3; k++) {
            level->mins[k] = level->is_there ? fminf(level->mins[k], points[i][k]) : points[i][k];
            level->maxs[k] = level->is_there ? fmaxf(level->maxs[k], points[i][k]) : points[i][k];
        }
        level->is_there = true;
    }
    find_plane(area, points);
    return 0;
}

static int compare_floats(const float *a, const float *b, int count)
{
    int order = 0;
    for (int i = 0; order == 0 && i < count; i++) {
        order = (a[i] > b[i]) - (a[i] < b[i]);
    }
    return order;
}

/* The line between the two corners that are farthest apart, seen from above. */
int map_level_add_wall(struct map_level *level, float (*points)[3], uint32_t count)
{
    double dx = 0.0, dy = 0.0; /* along the longest edge, from above */
    for (uint32_t i = 0; i < count; i++) {
        const float *a = points[i], *b = points[(i + 1) % count];
        const double x = (double)b[0] - (double)a[0], y = (double)b[1] - (double)a[1];
        if (x * x + y * y > dx * dx + dy * dy) {
            dx = x;
            dy = y;
        }
    }
    if (!(dx * dx + dy * dy > 0.0) || !is_finite(points, count)) {
        return 0;
    }
    if (array_reserve(&level->walls, &level->wall_capacity, level->num_walls + 1,
                      sizeof(*level->walls)) < 0) {
        return FORMAT_MEMORY;
    }
    struct map_wall *wall = &level->walls[level->num_walls++];
    double least = INFINITY, most = -INFINITY;
    *wall = (struct map_wall){.bottom = points[0][2], .top = points[0][2]};
    for (uint32_t i = 0; i < count; i++) {
        const double along = (double)points[i][0] * dx + (double)points[i][1] * dy;
        wall->bottom = fminf(wall->bottom, points[i][2]);
        wall->top = fmaxf(wall->top, points[i][2]);
        if (along < least) {
            least = along;
            memcpy(wall->from, points[i], sizeof(wall->from));
        }
        if (along > most) {
            most = along;
            memcpy(wall->to, points[i], sizeof(wall->to));
        }
    }
    if (compare_floats(wall->from, wall->to, 2) > 0) { /* so that equal ones are found */
        const struct map_wall turned = {
            {wall->to[0], wall->to[1]}, {wall->from[0], wall->from[1]}, wall->bottom, wall->top};
        *wall = turned;
    }
    return 0;
}

static int compare_walls(const void *a, const void *b)
{
    const struct map_wall *one = a, *other = b;
    int order = compare_floats(one->from, other->from, 2);
    order = order ? order : compare_floats(one->to, other->to, 2);
    return order ? order : compare_floats(&one->bottom, &other->bottom, 1);
}

/* Walls over one another that begin at one height are one: both sides of a thin wall, triangles of
 * a square. */
static void merge_walls(struct map_level *level)
{
    size_t kept = 0;
    qsort(level->walls, level->num_walls, sizeof(*level->walls), compare_walls);
    for (size_t i = 0; i < level->num_walls; i++) {
        if (kept > 0 && compare_walls(&level->walls[kept - 1], &level->walls[i]) == 0) {
            struct map_wall *wall = &level->walls[kept - 1];
            wall->top = fmaxf(wall->top, level->walls[i].top);
        } else {
            level->walls[kept++] = level->walls[i];
        }
    }
    level->num_walls = kept;
}

/* The level's rectangle holds its walls, too. */
static void bound_walls(struct map_level *level)
{
    for (size_t i = 0; level->is_there && i < level->num_walls; i++) {
        const struct map_wall *wall = &level->walls[i];
        for (int k = 0; k < 2; k++) {
            level->mins[k] = fminf(level->mins[k], fminf(wall->from[k], wall->to[k]));
            level->maxs[k] = fmaxf(level->maxs[k], fmaxf(wall->from[k], wall->to[k]));
        }
    }
}

/* --- items and spawn points ------------------------------------------------------------------- */

struct spot_class {
    const char *name; /* of the class; a '*' at its end stands for any text */
    enum map_spot_kind kind;
    const char *label;
};

/* The first that fits counts. */
static const struct spot_class classes[] = {
    {"info_player_start*", MAP_SPAWN, ""},
    {"info_player_deathmatch", MAP_SPAWN, ""},
    {"info_player_coop", MAP_SPAWN, ""},
    {"info_player_team*", MAP_SPAWN, ""},
    {"team_ctf_redplayer", MAP_SPAWN, ""},
    {"team_ctf_blueplayer", MAP_SPAWN, ""},
    {"team_ctf_redspawn", MAP_SPAWN, ""},
    {"team_ctf_bluespawn", MAP_SPAWN, ""},
    {"info_teleport_destination", MAP_TELEPORT, ""},
    {"misc_teleporter_dest", MAP_TELEPORT, ""},
    {"weapon_supershotgun", MAP_WEAPON, "SSG"},
    {"weapon_nailgun", MAP_WEAPON, "NG"},
    {"weapon_supernailgun", MAP_WEAPON, "SNG"},
    {"weapon_grenadelauncher", MAP_WEAPON, "GL"},
    {"weapon_rocketlauncher", MAP_WEAPON, "RL"},
    {"weapon_lightning", MAP_WEAPON, "LG"},
    {"weapon_shotgun", MAP_WEAPON, "SG"},
    {"weapon_machinegun", MAP_WEAPON, "MG"},
    {"weapon_railgun", MAP_WEAPON, "RG"},
    {"weapon_plasmagun", MAP_WEAPON, "PG"},
    {"weapon_bfg", MAP_WEAPON, "BFG"},
    {"weapon_chaingun", MAP_WEAPON, "CG"},
    {"weapon_prox_launcher", MAP_WEAPON, "PM"},
    {"weapon_*", MAP_WEAPON, ""},
    {"item_armor1", MAP_ARMOR, "GA"},
    {"item_armor2", MAP_ARMOR, "YA"},
    {"item_armorinv", MAP_ARMOR, "RA"},
    {"item_armor_combat", MAP_ARMOR, "YA"},
    {"item_armor_body", MAP_ARMOR, "RA"},
    {"item_armor_jacket", MAP_ARMOR, "GA"},
    {"item_armor*", MAP_ARMOR, ""},
    {"item_health_mega", MAP_HEALTH, "MH"},
    {"item_health*", MAP_HEALTH, ""},
    {"item_artifact_super_damage", MAP_POWERUP, "Quad"},
    {"item_artifact_invulnerability", MAP_POWERUP, "Pent"},
    {"item_artifact_invisibility", MAP_POWERUP, "Ring"},
    {"item_artifact_envirosuit", MAP_POWERUP, "Suit"},
    {"item_artifact_*", MAP_POWERUP, ""},
    {"item_quad", MAP_POWERUP, "Quad"},
    {"item_haste", MAP_POWERUP, "Haste"},
    {"item_invis", MAP_POWERUP, "Invis"},
    {"item_regen", MAP_POWERUP, "Regen"},
    {"item_enviro", MAP_POWERUP, "Suit"},
    {"item_flight", MAP_POWERUP, "Flight"},
    {"holdable_*", MAP_POWERUP, ""},
    {"item_key*", MAP_KEY, ""},
    {"item_sigil", MAP_KEY, "Rune"},
    {"item_flag_team*", MAP_KEY, "Flag"},
    {"team_ctf_redflag", MAP_KEY, "Red flag"},
    {"team_ctf_blueflag", MAP_KEY, "Blue flag"},
    {"team_ctf_neutralflag", MAP_KEY, "Flag"},
    {"monster_*", MAP_MONSTER, ""},
    {"ammo_*", MAP_AMMO, ""},
    {"item_shells", MAP_AMMO, ""},
    {"item_spikes", MAP_AMMO, ""},
    {"item_rockets", MAP_AMMO, ""},
    {"item_cells", MAP_AMMO, ""},
};

static char fold_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* pattern: as spot_class.name. */
static bool fits_class(const char *name, const char *pattern)
{
    while (*pattern != '\0' && *pattern != '*' && fold_case(*name) == *pattern) {
        name++;
        pattern++;
    }
    return *pattern == '*' || (*pattern == '\0' && *name == '\0');
}

static const struct spot_class *find_class(const char *name)
{
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        if (fits_class(name, classes[i].name)) {
            return &classes[i];
        }
    }
    return NULL;
}

static int add_spot(struct map_level *level, const struct map_entity *entity)
{
    enum { MEGAHEALTH = 2 /* spawnflag of Quake's item_health */ };
    const struct spot_class *class = find_class(entity->class_name);
    if (!class || !entity->has_origin) {
        return 0;
    }
    if (array_reserve(&level->spots, &level->spot_capacity, level->num_spots + 1,
                      sizeof(*level->spots)) < 0) {
        return FORMAT_MEMORY;
    }
    struct map_spot *spot = &level->spots[level->num_spots++];
    const bool mega =
        strcmp(entity->class_name, "item_health") == 0 && (entity->spawn_flags & MEGAHEALTH) != 0;
    *spot = (struct map_spot){.kind = class->kind, .label = mega ? "MH" : class->label};
    memcpy(spot->origin, entity->origin, sizeof(spot->origin));
    memcpy(spot->class_name, entity->class_name, sizeof(spot->class_name));
    return 0;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* A map of either kind. */
struct map_file {
    const struct bsp *quake;
    const struct q3_bsp *quake3; /* one of the two */
};

static int add_model(struct map_level *level, const struct map_file *map, uint32_t model,
                     const float origin[3])
{
    if (map->quake) {
        return model < map->quake->num_submodels
                   ? map_level_add_quake(level, map->quake, model, origin)
                   : 0;
    }
    return model < map->quake3->num_models ? map_level_add_q3(level, map->quake3, model, origin)
                                           : 0;
}

/* Doors, plats, bridges: brush models that are seen. A file may name one often. */
static int add_entities(struct map_level *level, const struct map_file *map, const char *text)
{
    struct map_entity entity;
    uint32_t last = 0;
    int status = 0;
    while (status == 0 && entity_text_next(&text, &entity)) {
        if (entity.model > last && strncmp(entity.class_name, "func_", 5) == 0) {
            status = add_model(level, map, entity.model, entity.origin);
            last = entity.model; /* compilers number them in this order: none comes twice */
        } else if (entity.model == 0) {
            status = add_spot(level, &entity);
        }
    }
    return status;
}

struct weighed {
    float height;
    double weight;
};

/* Areas of one height by their size, so that sums do not depend on how a C library sorts. */
static int compare_heights(const void *a, const void *b)
{
    const struct weighed *one = a, *other = b;
    const int order = (one->height > other->height) - (one->height < other->height);
    return order ? order : (one->weight > other->weight) - (one->weight < other->weight);
}

static double measure_area(const struct map_level *level, const struct map_area *area)
{
    double twice = 0.0;
    for (uint32_t i = 0; i < area->count; i++) {
        const float *a = level->points[area->first + i];
        const float *b = level->points[area->first + (i + 1) % area->count];
        twice += (double)a[0] * (double)b[1] - (double)b[0] * (double)a[1];
    }
    return fabs(twice) * 0.5;
}

static int find_heights(struct map_level *level)
{
    double whole = 0.0, sum = 0.0;
    level->low = level->mins[2];
    level->high = level->maxs[2];
    struct weighed *list = calloc(level->num_areas + 1, sizeof(*list));
    if (!list) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < level->num_areas; i++) {
        list[i] = (struct weighed){level->areas[i].height, measure_area(level, &level->areas[i])};
        whole += list[i].weight;
    }
    qsort(list, level->num_areas, sizeof(*list), compare_heights);
    for (size_t i = 0; i < level->num_areas; i++) {
        if (sum <= whole * LEFT_OUT) {
            level->low = list[i].height;
        }
        if (sum <= whole * (1.0 - LEFT_OUT)) {
            level->high = list[i].height;
        }
        sum += list[i].weight;
    }
    free(list);
    return 0;
}

static int take_map(struct map_level *level, const struct map_file *map, const char *entities)
{
    static const float still[3] = {0.0f, 0.0f, 0.0f};
    *level = (struct map_level){.is_there = false};
    int status = add_model(level, map, 0, still);
    status = status < 0 ? status : add_entities(level, map, entities ? entities : "");
    status = status < 0 ? status : find_heights(level);
    if (status < 0) {
        map_level_free(level);
        return status;
    }
    if (level->num_walls > 0) {
        merge_walls(level);
        bound_walls(level);
    }
    return 0;
}

int map_level_of_quake(struct map_level *level, const struct bsp *bsp)
{
    return take_map(level, &(struct map_file){.quake = bsp}, bsp->entities);
}

int map_level_of_q3(struct map_level *level, const struct q3_bsp *bsp)
{
    return take_map(level, &(struct map_file){.quake3 = bsp}, bsp->entities);
}

static int read_quake(struct map_level *level, const uint8_t *data, size_t size,
                      struct format_error *err)
{
    struct bsp bsp;
    int status = bsp_read(&bsp, data, size, err);
    if (status == 0) {
        status = map_level_of_quake(level, &bsp);
        bsp_free(&bsp);
        return status < 0 ? format_fail(err, status, 0, "out of memory") : 0;
    }
    return status;
}

static int read_q3(struct map_level *level, const uint8_t *data, size_t size,
                   struct format_error *err)
{
    struct q3_bsp bsp;
    int status = q3_bsp_read(&bsp, data, size, err);
    if (status == 0) {
        status = map_level_of_q3(level, &bsp);
        q3_bsp_free(&bsp);
        return status < 0 ? format_fail(err, status, 0, "out of memory") : 0;
    }
    return status;
}

int map_level_read(struct map_level *level, const uint8_t *data, size_t size,
                   struct format_error *err)
{
    *level = (struct map_level){.is_there = false};
    const bool is_q3 =
        size >= 4 && bytes_u32(data) == ('I' | 'B' << 8 | 'S' << 16 | (uint32_t)'P' << 24);
    return is_q3 ? read_q3(level, data, size, err) : read_quake(level, data, size, err);
}
