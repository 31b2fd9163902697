/* Figures of a match's players as servers tell them, or as they are counted of what a demo shows:
 * damage, armours taken, shots and hits of weapons. The list grows while a demo is scanned. */
#ifndef ENGINE_FAMILY_DEMO_FIGURE_H
#define ENGINE_FAMILY_DEMO_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum demo_weapon { /* of Quake III */
                   DEMO_WEAPON_MG,
                   DEMO_WEAPON_SG,
                   DEMO_WEAPON_GL,
                   DEMO_WEAPON_RL,
                   DEMO_WEAPON_LG,
                   DEMO_WEAPON_RG,
                   DEMO_WEAPON_PG,
                   DEMO_WEAPON_BFG,
                   DEMO_WEAPONS
};

enum demo_figure_kind {
    DEMO_FIGURE_GIVEN, /* damage */
    DEMO_FIGURE_TAKEN,
    DEMO_FIGURE_GREEN_ARMOR, /* armours and megahealths taken */
    DEMO_FIGURE_YELLOW_ARMOR,
    DEMO_FIGURE_RED_ARMOR,
    DEMO_FIGURE_MEGAHEALTH,
    DEMO_FIGURE_SHOTS, /* + demo_weapon */
    DEMO_FIGURE_HITS = DEMO_FIGURE_SHOTS + DEMO_WEAPONS,
    DEMO_FIGURES = DEMO_FIGURE_HITS + DEMO_WEAPONS
};

struct demo_figure {
    double time; /* of the first frame that has it; set by the timeline */
    uint32_t step;
    int32_t value; /* told: in all; else: so many more */
    uint8_t slot;
    uint8_t kind; /* enum demo_figure_kind */
    bool told;    /* by the server */
};

struct demo_figures { /* start from {0}; caller frees items */
    struct demo_figure *items;
    uint32_t count;
    size_t capacity;
};

/* Maximum number of entries, beyond what real demos have; later ones are dropped. */
enum { DEMO_MAX_FIGURES = 1 << 18 };

/* Adds an entry. figures may be NULL. Returns 0 or FORMAT_MEMORY. */
int demo_figures_add(struct demo_figures *figures, const struct demo_figure *figure) MUST_CHECK;

#endif
