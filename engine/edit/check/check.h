/* Checks of what a demo claims: does its own data agree with the rules of the game and with the way
 * engines record?
 *
 * A finding names what was found, where, and with which values. It never says why: a mod's rules,
 * an edit or a cheat may give the same bytes. Rules are those of the original game; a level's
 * geometry is not looked at. */
#ifndef ENGINE_EDIT_CHECK_CHECK_H
#define ENGINE_EDIT_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "engine/inspect/demo_stats.h"
#include "formats/base/error.h"

enum check_rule {
    CHECK_DAMAGE_KEPT,
    CHECK_DAMAGE_KEPT_TEAM,
    CHECK_HEALTH_RISE,
    CHECK_HEALTH_FALL,
    CHECK_ARMOR_RISE,
    CHECK_ARMOR_FALL,
    CHECK_ALL_WEAPONS,
    CHECK_CHEAT_PRINT,
    CHECK_EQUAL_STEPS,
    CHECK_SHORT_STEPS,
    CHECK_TIME_BACK,
    CHECK_TIME_GAP,
    CHECK_GRAVITY,
    CHECK_TURN,
    CHECK_STUFFED,
    CHECK_VERSION,
    CHECK_EMPTY_BLOCK,
    CHECK_AFTER_END,
    CHECK_NO_SIGN_ON,
    CHECK_LATE_START,
    CHECK_HEALTH_OTHER,
    CHECK_HEALTH_UNTOLD,
    CHECK_CHEATS_ON,
    CHECK_SETTING,
    CHECK_CLIENT_TEXT,
    CHECK_COMMAND_TIME,
    CHECK_TURN_SPEED,
    CHECK_AIM_SNAP,
    CHECK_JUMP,
    CHECK_LOST,
    CHECK_MID_GAME,
    CHECK_NO_END,
    CHECK_CLOCK_RATE,
    CHECK_DEFRAG,
    CHECK_ODD_STEPS,
    CHECK_NO_BASE,
    CHECK_FLICK_SHOT,
    CHECK_WARP,
    CHECK_SPEED_GAIN,
    CHECK_NO_FALL,
    CHECK_COARSE_VIEW,
    CHECK_SKILL,
    CHECK_RUN_LEVELS,
    CHECK_RUN_RESTART,
    CHECK_RUN_FINISH,
    CHECK_RUN_SKILL,
    CHECK_RUN_GRAVITY,
    CHECK_RUN_GAME,
    CHECK_RULES
};

/* A row of the table of checks. */
struct check_info {
    const char *name;    /* "damage-kept" */
    const char *meaning; /* a sentence */
    uint8_t families;    /* CHECK_OF_* */
    bool signature;      /* else a note: what honest demos have, too */
    bool speedrun;       /* only looked for in speed runs */
    double threshold;    /* a finding is beyond it; 0 with unit NULL: there is none */
    const char *unit;    /* "s", "degrees" */
};

enum { CHECK_OF_NETQUAKE = 1, CHECK_OF_QUAKEWORLD = 2, CHECK_OF_QUAKE3 = 4 };

struct check_finding {
    enum check_rule rule;
    uint32_t block;  /* from 0; steps of the family */
    size_t offset;   /* in the file */
    double seconds;  /* play time, as --from has it */
    char value[240]; /* "damage of 24 was told and health stayed 100" */
};

/* Called with each finding, which is valid until it returns. Findings that need what follows come
 * after later ones. */
typedef void (*check_found_fn)(void *context, const struct check_finding *finding);

struct check_report {
    uint64_t signatures, notes;
    uint64_t of_rule[CHECK_RULES];
    uint64_t damages;      /* updates with damage that were compared */
    uint64_t damages_kept; /* of them: health stayed */
    bool has_skill;        /* of a level, by its monsters */
    int skill;             /* 0..2; 2 = 2 or 3 */
    double gravity;        /* units per second squared, estimated; 0 = too little time in the air */
};

const struct check_info *check_info(enum check_rule rule);

/* True if the demo's family has checks. */
bool check_knows(const struct demo *demo);

/* The text of a level's entities, NUL-terminated, valid until the next call; NULL = the map is not
 * at hand. map: "maps/e1m1.bsp". */
typedef const char *check_entities_fn(void *context, const char *map);

struct check_options {            /* zeros: none of it */
    const struct demo_stats *run; /* the demo's statistics, to check it as a speed run, too */
    check_entities_fn *entities;  /* to tell the skill of a level by its monsters */
    void *entities_context;
};

/* Checks an opened demo (code 0) that check_knows. options: NULL = none. Returns 0, FORMAT_MEMORY,
 * or another negative code if the demo is damaged: it is checked up to there. Fills err, whose
 * offset is the file's. found may be NULL. */
int check_demo(const struct demo *demo, const struct check_options *options, check_found_fn found,
               void *context, struct check_report *report, struct format_error *err) MUST_CHECK;

#endif
