#include "engine/family/demo_flag.h"

#include <stdio.h>
#include <string.h>

static const char *const colors[DEMO_FLAGS] = {
    [DEMO_FLAG_RED] = "red ", [DEMO_FLAG_BLUE] = "blue ", [DEMO_FLAG_NEUTRAL] = ""};

/* Words before the flag's name; a name is in front of them. */
static const struct {
    const char *words;
    enum demo_flag_act act;
} acts[] = {
    {" got the", DEMO_FLAG_TAKEN},         {" captured the", DEMO_FLAG_CAPTURED},
    {" returned the", DEMO_FLAG_RETURNED}, {" lost the", DEMO_FLAG_DROPPED},
    {" tossed the", DEMO_FLAG_DROPPED},
};

/* --- reading ---------------------------------------------------------------------------------- */

/* True if the first `length` characters of the line end with the words, which are taken off. */
static bool take_end(const char *line, size_t *length, const char *words)
{
    const size_t size = strlen(words);
    if (*length < size || memcmp(line + *length - size, words, size) != 0) {
        return false;
    }
    *length -= size;
    return true;
}

/* "... the RED flag": takes the last two words off. */
static bool take_flag(const char *line, size_t *length, enum demo_flag *flag)
{
    if (!take_end(line, length, " flag")) {
        return false;
    }
    *flag = take_end(line, length, " RED")    ? DEMO_FLAG_RED
            : take_end(line, length, " BLUE") ? DEMO_FLAG_BLUE
                                              : DEMO_FLAG_NEUTRAL;
    return true;
}

bool demo_flag_read(const char *line, struct demo_flag_line *told)
{
    size_t length = strlen(line);
    *told = (struct demo_flag_line){.act = DEMO_FLAG_RETURNED};
    while (take_end(line, &length, " ")) {
    }
    (void)take_end(line, &length, "!");
    if (take_end(line, &length, " has been returned") || take_end(line, &length, " has returned")) {
        return take_flag(line, &length, &told->flag) && length == 3 && memcmp(line, "The", 3) == 0;
    }
    if (!take_flag(line, &length, &told->flag)) {
        return false;
    }
    for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
        if (take_end(line, &length, acts[i].words)) {
            told->act = acts[i].act;
            told->name = length;
            return length > 0;
        }
    }
    return false;
}

/* --- telling ---------------------------------------------------------------------------------- */

static const char *const verbs[] = {
    [DEMO_FLAG_TAKEN] = "takes",
    [DEMO_FLAG_DROPPED] = "drops",
    [DEMO_FLAG_RETURNED] = "returns",
    [DEMO_FLAG_CAPTURED] = "captures",
};
static const char *const states[] = {
    [DEMO_FLAG_TAKEN] = "is taken",
    [DEMO_FLAG_DROPPED] = "is dropped",
    [DEMO_FLAG_RETURNED] = "is back",
    [DEMO_FLAG_CAPTURED] = "is captured",
};

int demo_events_add_flag(struct demo_events *events, enum demo_flag flag, enum demo_flag_act act,
                         const char *who, int32_t player)
{
    char text[DEMO_EVENT_TEXT];
    if (who[0] != '\0') { /* what follows the name always fits */
        (void)snprintf(text, sizeof(text), "%.*s %s the %sflag", DEMO_EVENT_TEXT - 32, who,
                       verbs[act], colors[flag]);
    } else {
        (void)snprintf(text, sizeof(text), "the %sflag %s", colors[flag], states[act]);
    }
    return demo_events_add_kill(events, DEMO_EVENT_FLAG, text, player, -1);
}

bool demo_flag_read_event(const char *text, struct demo_flag_line *told)
{
    for (int flag = 0; flag < DEMO_FLAGS; flag++) {
        for (int act = 0; act <= DEMO_FLAG_CAPTURED; act++) {
            char end[DEMO_EVENT_TEXT];
            size_t length = strlen(text);
            *told = (struct demo_flag_line){.flag = (enum demo_flag)flag,
                                            .act = (enum demo_flag_act)act};
            (void)snprintf(end, sizeof(end), "the %sflag %s", colors[flag], states[act]);
            if (strcmp(text, end) == 0) {
                return true;
            }
            (void)snprintf(end, sizeof(end), " %s the %sflag", verbs[act], colors[flag]);
            if (take_end(text, &length, end)) {
                told->name = length;
                return true;
            }
        }
    }
    return false;
}

const char *demo_flag_act_text(enum demo_flag flag, enum demo_flag_act act)
{
    static const char *const texts[DEMO_FLAGS][DEMO_FLAG_CAPTURED + 1] = {
        {"red flag taken", "red flag dropped", "red flag returned", "red flag captured"},
        {"blue flag taken", "blue flag dropped", "blue flag returned", "blue flag captured"},
        {"flag taken", "flag dropped", "flag returned", "flag captured"},
    };
    return texts[flag][act];
}
