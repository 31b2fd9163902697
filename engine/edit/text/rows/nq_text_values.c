/* Names of NetQuake's numbers and bits. */
#include "engine/edit/text/rows/nq_text_tables.h"

static const struct text_value item_values[] = {
    {"sg", 1},           {"ssg", 2},          {"ng", 4},
    {"sng", 8},          {"gl", 16},          {"rl", 32},
    {"lg", 64},          {"slg", 128},        {"shells", 256},
    {"nails", 512},      {"rockets", 1024},   {"cells", 2048},
    {"axe", 4096},       {"ga", 8192},        {"ya", 16384},
    {"ra", 32768},       {"mh", 65536},       {"key1", 131072},
    {"key2", 262144},    {"ring", 524288},    {"pent", 1048576},
    {"suit", 2097152},   {"quad", 4194304},   {"sigil1", 1 << 28},
    {"sigil2", 1 << 29}, {"sigil3", 1 << 30}, {"sigil4", (int64_t)1 << 31},
};
const struct text_values nq_text_items = {"items", item_values, COUNT(item_values), true};

static const struct text_value effect_values[] = {
    {"brightfield", 1},
    {"muzzleflash", 2},
    {"brightlight", 4},
    {"dimlight", 8},
};
const struct text_values nq_text_effects = {"effects", effect_values, COUNT(effect_values), true};

static const struct text_value stat_values[] = {
    {"health", 0},         {"frags", 1},       {"weapon", 2},        {"ammo", 3},
    {"armor", 4},          {"weaponframe", 5}, {"shells", 6},        {"nails", 7},
    {"rockets", 8},        {"cells", 9},       {"activeweapon", 10}, {"totalsecrets", 11},
    {"totalmonsters", 12}, {"secrets", 13},    {"monsters", 14},     {"items", 15},
    {"viewheight", 16},
};
const struct text_values nq_text_stats = {"stats", stat_values, COUNT(stat_values), false};

static const struct text_value temp_values[] = {
    {"spike", NQ_TE_SPIKE},
    {"superspike", NQ_TE_SUPERSPIKE},
    {"gunshot", NQ_TE_GUNSHOT},
    {"explosion", NQ_TE_EXPLOSION},
    {"tarexplosion", NQ_TE_TAREXPLOSION},
    {"lightning1", NQ_TE_LIGHTNING1},
    {"lightning2", NQ_TE_LIGHTNING2},
    {"wizspike", NQ_TE_WIZSPIKE},
    {"knightspike", NQ_TE_KNIGHTSPIKE},
    {"lightning3", NQ_TE_LIGHTNING3},
    {"lavasplash", NQ_TE_LAVASPLASH},
    {"teleport", NQ_TE_TELEPORT},
    {"explosion2", NQ_TE_EXPLOSION2},
    {"beam", NQ_TE_BEAM},
    {"explosion3", NQ_TE_EXPLOSION3},
    {"beam_by_name", NQ_TE_BEAM_BY_NAME},
    {"explosion_sprite", NQ_TE_EXPLOSION_SPRITE},
    {"gunshot_counted", NQ_TE_GUNSHOT_COUNTED},
    {"blood", NQ_TE_BLOOD},
    {"spark", NQ_TE_SPARK},
    {"blood_shower", NQ_TE_BLOOD_SHOWER},
    {"explosion_rgb", NQ_TE_EXPLOSION_RGB},
    {"particle_cube", NQ_TE_PARTICLE_CUBE},
    {"particle_rain", NQ_TE_PARTICLE_RAIN},
    {"particle_snow", NQ_TE_PARTICLE_SNOW},
    {"gunshot_quad", NQ_TE_GUNSHOT_QUAD},
    {"spike_quad", NQ_TE_SPIKE_QUAD},
    {"superspike_quad", NQ_TE_SUPERSPIKE_QUAD},
    {"explosion_quad", NQ_TE_EXPLOSION_QUAD},
    {"flash_small", NQ_TE_FLASH_SMALL},
    {"flash", NQ_TE_FLASH},
    {"flame_jet", NQ_TE_FLAME_JET},
    {"plasma_burn", NQ_TE_PLASMA_BURN},
    {"beam_g3", NQ_TE_BEAM_G3},
    {"smoke", NQ_TE_SMOKE},
    {"explosion_big", NQ_TE_EXPLOSION_BIG},
    {"plasma_hit", NQ_TE_PLASMA_HIT},
};
const struct text_values nq_text_temps = {"temporary entities", temp_values, COUNT(temp_values),
                                          false};

static const struct text_value precache_values[] = {
    {"model", NQ_PRECACHE_MODEL}, {"effect", NQ_PRECACHE_EFFECT}, {"sound", NQ_PRECACHE_SOUND}};
const struct text_values nq_text_precaches = {"precaches", precache_values, COUNT(precache_values),
                                              false};

static const struct text_value flag_values[] = {
    {"SHORTANGLE", NQ_PRFL_SHORTANGLE}, {"FLOATANGLE", NQ_PRFL_FLOATANGLE},
    {"24BITCOORD", NQ_PRFL_24BITCOORD}, {"FLOATCOORD", NQ_PRFL_FLOATCOORD},
    {"EDICTSCALE", NQ_PRFL_EDICTSCALE}, {"ALPHASANITY", NQ_PRFL_ALPHASANITY},
    {"INT32COORD", NQ_PRFL_INT32COORD},
};
const struct text_values nq_text_flags = {"protocol flags", flag_values, COUNT(flag_values), true};
