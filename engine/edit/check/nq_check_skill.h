/* The skill of a level, by the monsters that stand in it at the beginning.
 *
 * No message tells the skill. A level's entities say for which skills each monster is left out
 * (spawnflags of the original's progs and ED_LoadFromFile): the baselines of the demo show which
 * are there, except that a monster that walks to a target may have left its place. Skill 2 and 3
 * have the same monsters. */
#ifndef ENGINE_EDIT_CHECK_NQ_CHECK_SKILL_H
#define ENGINE_EDIT_CHECK_NQ_CHECK_SKILL_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    NQ_SKILL_EASY,
    NQ_SKILL_NORMAL,
    NQ_SKILL_HARD, /* and nightmare */
    NQ_SKILLS
};

struct nq_check_skill {
    uint32_t monsters;         /* in the level's entities */
    uint32_t wrong[NQ_SKILLS]; /* those of them that are there or not, other than with the skill */
};

/* Where entities stand, in whole units. Starts as zeros; free with nq_check_places_free. */
struct nq_check_places {
    int64_t *at; /* x in the upper half, y in the lower one */
    size_t count, room;
};

/* Adds a place. Returns 0 or FORMAT_MEMORY. */
int nq_check_places_add(struct nq_check_places *places, const double origin[3]) MUST_CHECK;
void nq_check_places_free(struct nq_check_places *places);

/* Compares the monsters of the entities' text (of a .bsp) with the places, which it sorts. */
struct nq_check_skill nq_check_skill_compare(const char *entities, struct nq_check_places *places);

/* The skill that fits best, alone, with at most one monster of twenty wrong; -1 = there is none. */
int nq_check_skill_found(const struct nq_check_skill *skill);

#endif
