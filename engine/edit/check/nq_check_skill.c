#include "engine/edit/check/nq_check_skill.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 64, NOT_EASY = 256, PLACES_ROOM = 256, ONE_IN_MANY = 20 };

static const double farthest = 1e6; /* units; beyond every level */

/* --- places -------------------------------------------------------------------------------------
 */

static int64_t place_at(int64_t x, int64_t y)
{
    return x * ((int64_t)1 << 32) + y;
}

int nq_check_places_add(struct nq_check_places *places, const double origin[3])
{
    if (!(fabs(origin[0]) < farthest && fabs(origin[1]) < farthest)) {
        return 0;
    }
    if (places->count == places->room) {
        const size_t room = places->room > 0 ? places->room * 2 : PLACES_ROOM;
        int64_t *at = realloc(places->at, room * sizeof(*at));
        if (!at) {
            return FORMAT_MEMORY;
        }
        places->at = at;
        places->room = room;
    }
    places->at[places->count++] = place_at(llrint(origin[0]), llrint(origin[1]));
    return 0;
}

void nq_check_places_free(struct nq_check_places *places)
{
    free(places->at);
    *places = (struct nq_check_places){0};
}

static int compare_places(const void *a, const void *b)
{
    const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

/* --- the text of entities -----------------------------------------------------------------------
 */

/* The next word, in quotes or a brace: false at the end. */
static bool next_word(const char **text, char word[WORD_BYTES])
{
    const char *at = *text + strspn(*text, " \t\r\n");
    const bool quoted = *at == '"';
    at += quoted;
    const size_t length = quoted ? strcspn(at, "\"") : *at != '\0';
    const size_t kept = length < WORD_BYTES ? length : WORD_BYTES - 1;
    memcpy(word, at, kept);
    word[kept] = '\0';
    at += length;
    *text = at + (quoted && *at == '"');
    return quoted || length > 0;
}

struct entity {
    char classname[WORD_BYTES];
    double origin[2];
    long flags;
    bool walks; /* to a target: it has begun to when baselines are made */
};

static void set_key(struct entity *entity, const char *key, const char *value)
{
    char *end;
    if (strcmp(key, "classname") == 0) {
        snprintf(entity->classname, sizeof(entity->classname), "%s", value);
    } else if (strcmp(key, "spawnflags") == 0) {
        entity->flags = strtol(value, NULL, 10);
    } else if (strcmp(key, "target") == 0) {
        entity->walks = true;
    } else if (strcmp(key, "origin") == 0) {
        entity->origin[0] = strtod(value, &end);
        entity->origin[1] = strtod(end, NULL);
    }
}

/* The next entity; false at the text's end, also in the middle of one. */
static bool next_entity(const char **text, struct entity *entity)
{
    char key[WORD_BYTES], value[WORD_BYTES];
    *entity = (struct entity){.flags = 0};
    while (next_word(text, key) && strcmp(key, "{") != 0) {
    }
    while (next_word(text, key)) {
        if (strcmp(key, "}") == 0) {
            return true;
        }
        if (!next_word(text, value)) {
            return false;
        }
        set_key(entity, key, value);
    }
    return false;
}

/* --- monsters -----------------------------------------------------------------------------------
 */

/* Those that have a model from the beginning on. */
static bool is_monster(const char *classname)
{
    return strncmp(classname, "monster_", 8) == 0 && strcmp(classname, "monster_boss") != 0;
}

/* Monsters have dropped to the floor before baselines are made, so heights do not count. */
static bool stands_there(const struct nq_check_places *places, const double origin[2])
{
    if (!(fabs(origin[0]) < farthest && fabs(origin[1]) < farthest)) {
        return false;
    }
    for (int64_t x = -1; x <= 1; x++) {
        for (int64_t y = -1; y <= 1; y++) {
            const int64_t place = place_at(llrint(origin[0]) + x, llrint(origin[1]) + y);
            if (places->count > 0 &&
                bsearch(&place, places->at, places->count, sizeof(*places->at), compare_places)) {
                return true;
            }
        }
    }
    return false;
}

struct nq_check_skill nq_check_skill_compare(const char *entities, struct nq_check_places *places)
{
    struct nq_check_skill found = {0};
    struct entity entity;
    if (places->count > 0) {
        qsort(places->at, places->count, sizeof(*places->at), compare_places);
    }
    while (next_entity(&entities, &entity)) {
        if (is_monster(entity.classname)) {
            const bool there = stands_there(places, entity.origin);
            found.monsters++;
            for (int i = 0; i < NQ_SKILLS; i++) {
                const bool expected = !(entity.flags & (long)NOT_EASY << i);
                found.wrong[i] += there ? !expected : expected && !entity.walks;
            }
        }
    }
    return found;
}

int nq_check_skill_found(const struct nq_check_skill *skill)
{
    int best = 0;
    bool alone = true;
    for (int i = 1; i < NQ_SKILLS; i++) {
        if (skill->wrong[i] < skill->wrong[best]) {
            best = i;
            alone = true;
        } else if (skill->wrong[i] == skill->wrong[best]) {
            alone = false;
        }
    }
    const bool fits = skill->monsters > 0 && skill->wrong[best] <= skill->monsters / ONE_IN_MANY;
    return alone && fits ? best : -1;
}
