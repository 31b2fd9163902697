#include "engine/quake/level_facts.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/info_string.h"

enum { SKILL_MAX = 3 };

static void add_one(int32_t *count)
{
    *count += *count < INT32_MAX;
}

void level_facts_stat(struct demo_stats *stats, uint8_t stat, int32_t value)
{
    struct demo_level *level = demo_stats_level(stats);
    if (!level || stat < QUAKE_COUNTS_FIRST || stat >= QUAKE_COUNTS_FIRST + QUAKE_COUNTS) {
        return;
    }
    int32_t *const counts[QUAKE_COUNTS] = {
        [QUAKE_TOTAL_SECRETS] = &level->total_secrets,
        [QUAKE_TOTAL_KILLS] = &level->total_kills,
        [QUAKE_SECRETS] = &level->secrets,
        [QUAKE_KILLS] = &level->kills,
    };
    *counts[stat - QUAKE_COUNTS_FIRST] = value;
    level->has_counts |= stat == QUAKE_COUNTS_FIRST + QUAKE_TOTAL_SECRETS ||
                         stat == QUAKE_COUNTS_FIRST + QUAKE_TOTAL_KILLS;
}

void level_facts_kill(struct demo_stats *stats)
{
    struct demo_level *level = demo_stats_level(stats);
    if (level) {
        add_one(&level->kills);
    }
}

void level_facts_secret(struct demo_stats *stats)
{
    struct demo_level *level = demo_stats_level(stats);
    if (level) {
        add_one(&level->secrets);
    }
}

static void set_skill(struct demo_stats *stats, int32_t skill)
{
    struct demo_level *level = demo_stats_level(stats);
    if (level && skill >= 0 && skill <= SKILL_MAX) {
        level->has_skill = true;
        level->skill = (uint8_t)skill;
    }
}

void level_facts_line(struct demo_stats *stats, const char *line)
{
    static const char *const lines[] = {"Playing on Easy skill", "Playing on Normal skill",
                                        "Playing on Hard skill", "Playing on Nightmare skill"};
    for (int32_t i = 0; i <= SKILL_MAX; i++) {
        if (strcmp(line, lines[i]) == 0) {
            set_skill(stats, i);
        }
    }
}

void level_facts_stufftext(struct demo_stats *stats, const char *text)
{
    static const char one[] = "//svi \"skill\" \"", other[] = "//svi skill ";
    const char *end = text + strcspn(text, "\n");
    const char *full = strstr(text, "fullserverinfo \"");
    const char *value = NULL;
    uint32_t length = 0;
    if (strncmp(text, one, sizeof one - 1) == 0) {
        value = text + sizeof one - 1;
    } else if (strncmp(text, other, sizeof other - 1) == 0) {
        value = text + sizeof other - 1;
    } else if (full && full - text <= 2) {
        value = info_find(strchr(full, '"') + 1, "skill", INFO_KEYS_EXACT, &length);
        value = length > 0 ? value : NULL;
    }
    if (value && value < end && value[0] >= '0' && value[0] <= '9' &&
        !(value[1] >= '0' && value[1] <= '9')) {
        set_skill(stats, value[0] - '0');
    }
}

int level_facts_finish_event(struct demo_events *events, const double *time,
                             const struct quake_counts *counts)
{
    char text[DEMO_EVENT_TEXT] = "finished";
    const int32_t *n = counts->counts;
    size_t used = strlen(text);
    if (time && *time >= 0.0 && *time < 1e9) {
        const unsigned long long ms = (unsigned long long)(*time * 1000.0 + 0.5);
        used += (size_t)snprintf(text + used, sizeof(text) - used, " %llu:%02llu.%03llu",
                                 ms / 60000, ms / 1000 % 60, ms % 1000);
    }
    if (n[QUAKE_TOTAL_KILLS] > 0) {
        used += (size_t)snprintf(text + used, sizeof(text) - used, ", kills %d of %d",
                                 (int)n[QUAKE_KILLS], (int)n[QUAKE_TOTAL_KILLS]);
    }
    if (n[QUAKE_TOTAL_SECRETS] > 0) {
        (void)snprintf(text + used, sizeof(text) - used, ", secrets %d of %d",
                       (int)n[QUAKE_SECRETS], (int)n[QUAKE_TOTAL_SECRETS]);
    }
    return demo_events_add(events, DEMO_EVENT_FINISH, text);
}
