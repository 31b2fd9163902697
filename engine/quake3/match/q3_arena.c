#include "engine/quake3/match/q3_arena.h"

#include <string.h>

/* dompointnames COUNT "NAMES": names of fixed width, padded with spaces. */
static void name_points(struct q3_arena *arena, const struct q3_words *words)
{
    const int32_t told = q3_word_number(words, 1);
    const char *text = q3_word(words, 2);
    size_t left = strlen(text);
    arena->num_points = told < 0 ? 0 : told < Q3_ARENA_POINTS ? told : Q3_ARENA_POINTS;
    memset(arena->owners, 0, sizeof(arena->owners));
    memset(arena->names, 0, sizeof(arena->names));
    for (int32_t i = 0; i < arena->num_points; i++) {
        char *name = arena->names[i];
        size_t length = left < Q3_ARENA_NAME - 1 ? left : Q3_ARENA_NAME - 1;
        const size_t step = left < Q3_ARENA_NAME ? left : Q3_ARENA_NAME;
        memcpy(name, text, length);
        while (length > 0 && (unsigned char)name[length - 1] <= ' ') {
            name[--length] = '\0';
        }
        text += step;
        left -= step;
    }
}

/* domStatus COUNT OWNER...: a different count invalidates the names. */
static void own_points(struct q3_arena *arena, const struct q3_words *words)
{
    if (q3_word_number(words, 1) != arena->num_points) {
        arena->num_points = 0;
        memset(arena->names, 0, sizeof(arena->names));
    }
    for (int32_t i = 0; i < arena->num_points; i++) {
        arena->owners[i] = q3_word_number(words, 2 + (uint32_t)i);
    }
}

/* ms from the capture of both points to the score, if the server does not send it. */
enum { HOLD = 10000 };

bool q3_arena_command(struct q3_arena *arena, const struct q3_words *words)
{
    const char *name = q3_word(words, 0);
    if (strcmp(name, "elimination") == 0) { /* RED BLUE START */
        arena->round_start = q3_word_number(words, 3);
    } else if (strcmp(name, "attackingteam") == 0) {
        arena->attackers = q3_word_number(words, 1);
    } else if (strcmp(name, "ddtaken") == 0) {
        arena->take_time = (int32_t)((uint32_t)q3_word_number(words, 1) + HOLD);
    } else if (strcmp(name, "ddTakeAt") == 0) {
        arena->take_time = q3_word_number(words, 1);
    } else if (strcmp(name, "oh") == 0) {
        arena->obelisks[0] = q3_word_number(words, 1);
        arena->obelisks[1] = q3_word_number(words, 2);
    } else if (strcmp(name, "dompointnames") == 0) {
        name_points(arena, words);
    } else if (strcmp(name, "domStatus") == 0) {
        own_points(arena, words);
    } else {
        return false;
    }
    return true;
}
