#include "engine/stats/stats_columns.h"

#include <stddef.h>

static const struct {
    const char *key;
    uint8_t group;  /* enum stats_group */
    uint8_t adding; /* enum stats_adding */
} columns[STATS_COLUMNS] = {
    [SUMMARY_SCORE] = {"score", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_KILLS] = {"kills", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_DEATHS] = {"deaths", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_SUICIDES] = {"suicides", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_TEAM_KILLS] = {"team_kills", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_EFFICIENCY] = {"efficiency", STATS_OF_FRAGS, STATS_FROM},
    [SUMMARY_ACCURACY] = {"accuracy", STATS_OF_WEAPONS, STATS_BY_TIME},
    [SUMMARY_GIVEN] = {"damage_given", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_TAKEN] = {"damage_taken", STATS_OF_FRAGS, STATS_SUM},
    [SUMMARY_SEEN] = {"seen_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_QUAD] = {"quad_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_PENTAGRAM] = {"pentagram_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_RING] = {"ring_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_SUIT] = {"suit_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_HASTE] = {"haste_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_REGENERATION] = {"regeneration_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_FLAG] = {"flag_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_ARMED] = {"armed_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_CONTROL] = {"control_time", STATS_OF_TIME, STATS_BY_TIME},
    [SUMMARY_GREEN_ARMOR] = {"green_armors", STATS_OF_ITEMS, STATS_SUM},
    [SUMMARY_YELLOW_ARMOR] = {"yellow_armors", STATS_OF_ITEMS, STATS_SUM},
    [SUMMARY_RED_ARMOR] = {"red_armors", STATS_OF_ITEMS, STATS_SUM},
    [SUMMARY_MEGAHEALTH] = {"megahealths", STATS_OF_ITEMS, STATS_SUM},
    [SUMMARY_MG] = {"machinegun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_SG] = {"shotgun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_SSG] = {"super_shotgun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_NG] = {"nailgun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_SNG] = {"super_nailgun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_GL] = {"grenade_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_RL] = {"rocket_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_LG] = {"lightning_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_RG] = {"railgun_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_PG] = {"plasma_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [SUMMARY_BFG] = {"bfg_accuracy", STATS_OF_WEAPONS, STATS_FROM},
    [STATS_STREAK] = {"longest_run", STATS_OF_FRAGS, STATS_MOST},
    [STATS_FLAGS] = {"flags_taken", STATS_OF_FRAGS, STATS_SUM},
    [STATS_CAPTURES] = {"captures", STATS_OF_FRAGS, STATS_SUM},
    [STATS_RETURNS] = {"flags_returned", STATS_OF_FRAGS, STATS_SUM},
    [STATS_ALIVE] = {"alive", STATS_OF_MOTION, STATS_SUM},
    [STATS_SPEED] = {"speed", STATS_OF_MOTION, STATS_FROM},
    [STATS_TOP_SPEED] = {"top_speed", STATS_OF_MOTION, STATS_MOST},
    [STATS_DISTANCE] = {"distance", STATS_OF_MOTION, STATS_SUM},
};

static const struct {
    const char *title, *words;
} texts[STATS_COLUMNS - SUMMARY_NUM_COLUMNS] = {
#define STATS_COLUMN(NAME, title, what) {title, what},
    STATS_COLUMNS_LIST(STATS_COLUMN)
#undef STATS_COLUMN
};

const char *stats_column_key(int column)
{
    return columns[column].key;
}

const char *stats_column_title(int column)
{
    return column < SUMMARY_NUM_COLUMNS ? summary_column_title((enum summary_column)column)
                                        : texts[column - SUMMARY_NUM_COLUMNS].title;
}

const char *stats_column_words(int column)
{
    return column < SUMMARY_NUM_COLUMNS ? summary_column_words((enum summary_column)column)
                                        : texts[column - SUMMARY_NUM_COLUMNS].words;
}

enum stats_group stats_column_group(int column)
{
    return (enum stats_group)columns[column].group;
}

enum stats_adding stats_column_adding(int column)
{
    return (enum stats_adding)columns[column].adding;
}
