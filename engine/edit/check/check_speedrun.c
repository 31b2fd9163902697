/* What archives of speed runs ask for: id's own rules, one level from beginning to end. */
#include <math.h>
#include <string.h>

#include "engine/edit/check/check_internal.h"
#include "engine/netquake/nq_family.h"

enum { EASY = 0, NORMAL = 1, NIGHTMARE = 3 };

static const double gravity_normal = 800;
/* The level of the original game with a gravity of its own (world.qc). */
static const char low_map[] = "maps/e1m8.bsp";
static const double low_gravity = 100;

static void check_level(struct check *check, const struct demo_level *level)
{
    const bool low = level->map && strcmp(level->map, low_map) == 0;
    const double gravity = low ? low_gravity : gravity_normal;
    const double found = check->report->gravity;
    if (!level->finished) {
        check_found_at(check, CHECK_RUN_FINISH, &check->here, "no intermission came");
    }
    const bool by_monsters = check->report->has_skill && check->report->skill != NORMAL;
    if (!level->has_skill && by_monsters) {
        /* of a level with skill 2 the monsters are those of skill 3 */
    } else if (!level->has_skill && check->report->has_skill) {
        check_found_at(check, CHECK_RUN_SKILL, &check->here, "skill %d by the monsters", NORMAL);
    } else if (!level->has_skill) {
        check_found_at(check, CHECK_RUN_SKILL, &check->here,
                       "nothing tells the skill; the level has %d monsters", level->total_kills);
    } else if (level->skill != EASY && level->skill != NIGHTMARE) {
        check_found_at(check, CHECK_RUN_SKILL, &check->here, "skill %d", level->skill);
    }
    if (found > 0 && fabs(found - gravity) > gravity * check_threshold(CHECK_RUN_GRAVITY) / 100) {
        check_found_at(check, CHECK_RUN_GRAVITY, &check->here, "about %.0f", found);
    }
    if (level->max_clients > 1) {
        check_found_at(check, CHECK_RUN_GAME, &check->here, "%d players may join",
                       level->max_clients);
    }
}

void check_speedrun(struct check *check)
{
    const struct demo_stats *run = check->run;
    if (!run || check->demo->family != &netquake_family) {
        return;
    }
    if (run->level_count != 1) {
        check_found_at(check, CHECK_RUN_LEVELS, &check->here, "%zu levels", run->level_count);
    }
    if (run->level_count > 0) {
        check_level(check, &run->levels[run->level_count - 1]);
    }
}
