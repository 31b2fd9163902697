#include "engine/quake3/match/q3_told.h"

#include <stdint.h>
#include <string.h>

enum {
    CLIENTS = 64,
    FIGURE_MOST = 10000000, /* no number of a match is larger */
    WEAPON_MG = 2           /* its number in a mask, where bit n is weapon n; others follow */
};

/* A command that is being read, and about whom. */
struct telling {
    const struct q3_words *words;
    struct demo_figures *figures;
    int32_t client;
    int status;
};

static void tell(struct telling *t, int kind, int32_t value)
{
    const struct demo_figure figure = {
        .value = value, .slot = (uint8_t)t->client, .kind = (uint8_t)kind, .told = true};
    if (t->status == 0 && value >= 0 && value <= FIGURE_MOST) {
        t->status = demo_figures_add(t->figures, &figure);
    }
}

static int32_t number(const struct telling *t, uint32_t at)
{
    return q3_word_number(t->words, at);
}

static void tell_weapon(struct telling *t, uint32_t weapon, int32_t shots, int32_t hits)
{
    if (weapon < DEMO_WEAPONS && shots > 0) {
        tell(t, DEMO_FIGURE_SHOTS + (int)weapon, shots);
        tell(t, DEMO_FIGURE_HITS + (int)weapon, hits);
    }
}

/* Rows of `width` words for the weapons of the mask, the first at word `at`: hits, shots and
 * others. low: bits of them that count, OSP has others above. */
static void tell_weapons(struct telling *t, uint32_t mask, uint32_t at, uint32_t width, int32_t low)
{
    for (uint32_t weapon = 0; weapon < 32; weapon++) {
        if (mask >> weapon & 1) {
            tell_weapon(t, weapon - WEAPON_MG, number(t, at + 1) & low, number(t, at) & low);
            at += width;
        }
    }
}

/* kinds: DEMO_FIGURES = a word that counts for none. */
static void tell_list(struct telling *t, uint32_t at, const uint8_t *kinds, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (kinds[i] != DEMO_FIGURES) {
            tell(t, kinds[i], number(t, at + i));
        }
    }
}

static bool has_client(const struct telling *t)
{
    return t->client >= 0 && t->client < CLIENTS;
}

/* --- OSP -------------------------------------------------------------------------------------- */

enum { OSP_WIDTH = 4, OSP_LOW = 0xffff };

static const uint8_t damage[] = {DEMO_FIGURE_GIVEN, DEMO_FIGURE_TAKEN};
static const uint8_t osp_items[] = {DEMO_FIGURE_MEGAHEALTH, DEMO_FIGURE_GREEN_ARMOR,
                                    DEMO_FIGURE_RED_ARMOR, DEMO_FIGURE_YELLOW_ARMOR};

/* `xstats1 CLIENT MASK`, weapons; then damage, in later versions armour and health points before
 * it and items behind it. */
static void read_xstats1(struct telling *t)
{
    enum { MASK = 2, FIRST = 3, OLD_TAIL = 2, TAIL = 8, DAMAGE = 2, ITEMS = 4 };
    const uint32_t mask = (uint32_t)number(t, MASK);
    const uint32_t tail = FIRST + OSP_WIDTH * (uint32_t)__builtin_popcount(mask);
    const bool later = t->words->count == tail + TAIL;
    t->client = number(t, 1);
    if (!has_client(t) || (!later && t->words->count != tail + OLD_TAIL)) {
        return;
    }
    tell_weapons(t, mask, FIRST, OSP_WIDTH, OSP_LOW);
    tell_list(t, later ? tail + DAMAGE : tail, damage, sizeof(damage));
    if (later) {
        tell_list(t, tail + ITEMS, osp_items, sizeof(osp_items));
    }
}

/* `statsinfo`, 21 numbers (in old versions 17, without the items), mask, weapons. The oldest has
 * all weapons instead of a mask, with shots before hits. */
static void read_statsinfo(struct telling *t)
{
    enum { DAMAGE = 9, ITEMS = 18, MASK = 22, OLD_MASK = 18, OLDEST_COUNT = 54 };
    const uint32_t count = t->words->count;
    if (!has_client(t) || count <= OLD_MASK) {
        return;
    }
    if (count == OLDEST_COUNT) {
        for (uint32_t i = 0; i < DEMO_WEAPONS; i++) {
            const uint32_t at = MASK + i * OSP_WIDTH;
            tell_weapon(t, i, number(t, at), number(t, at + 1));
        }
        tell_list(t, DAMAGE, damage, sizeof(damage));
        return;
    }
    for (int old = 0; old < 2; old++) {
        const uint32_t at = old ? OLD_MASK : MASK, mask = (uint32_t)number(t, at);
        if (count == at + 1 + OSP_WIDTH * (uint32_t)__builtin_popcount(mask)) {
            tell_weapons(t, mask, at + 1, OSP_WIDTH, OSP_LOW);
            tell_list(t, DAMAGE, damage, sizeof(damage));
            tell_list(t, ITEMS, osp_items, old ? 0 : sizeof(osp_items));
            return;
        }
    }
}

/* --- CPMA ------------------------------------------------------------------------------------- */

/* `mstats CLIENT MASK`, weapons, damage, armour and health points, items, and what is not read. */
static void read_cpma(struct telling *t)
{
    enum { MASK = 2, FIRST = 3, WIDTH = 6 };
    static const uint8_t tail[] = {DEMO_FIGURE_GIVEN,
                                   DEMO_FIGURE_TAKEN,
                                   DEMO_FIGURES,
                                   DEMO_FIGURES,
                                   DEMO_FIGURE_MEGAHEALTH,
                                   DEMO_FIGURE_RED_ARMOR,
                                   DEMO_FIGURE_YELLOW_ARMOR,
                                   DEMO_FIGURE_GREEN_ARMOR};
    const uint32_t mask = (uint32_t)number(t, MASK);
    const uint32_t at = FIRST + WIDTH * (uint32_t)__builtin_popcount(mask);
    t->client = number(t, 1);
    if (has_client(t) && t->words->count >= at + sizeof(tail)) {
        tell_weapons(t, mask, FIRST, WIDTH, INT32_MAX);
        tell_list(t, at, tail, sizeof(tail));
    }
}

/* --- Quake Live ------------------------------------------------------------------------------- */

/* `scores_duel COUNT`, then a row a player, with five words a weapon. */
static void read_duel(struct telling *t)
{
    enum { FIRST = 2, WIDTH = 91, GIVEN = 8, RED = 13, STEP = 2, MG = 26, WEAPON = 5 };
    static const uint8_t items[] = {DEMO_FIGURE_RED_ARMOR, DEMO_FIGURE_YELLOW_ARMOR,
                                    DEMO_FIGURE_GREEN_ARMOR, DEMO_FIGURE_MEGAHEALTH};
    const int32_t rows = number(t, 1);
    if (rows < 0 || rows > CLIENTS || t->words->count != FIRST + (uint32_t)rows * WIDTH) {
        return;
    }
    for (uint32_t at = FIRST; at < t->words->count; at += WIDTH) {
        t->client = number(t, at);
        if (!has_client(t)) {
            continue;
        }
        tell(t, DEMO_FIGURE_GIVEN, number(t, at + GIVEN));
        for (uint32_t i = 0; i < sizeof(items); i++) {
            tell(t, items[i], number(t, at + RED + i * STEP));
        }
        for (uint32_t i = 0; i < DEMO_WEAPONS; i++) {
            const uint32_t weapon = at + MG + i * WEAPON;
            tell_weapon(t, i, number(t, weapon + 1), number(t, weapon));
        }
    }
}

static const struct {
    const char *name;
    void (*read)(struct telling *t);
} forms[] = {{"xstats1", read_xstats1}, {"statsinfo", read_statsinfo}, {"mstats", read_cpma},
             {"xstats2", read_cpma},    {"mstatsa", read_cpma},        {"xstats2a", read_cpma},
             {"scores_duel", read_duel}};

bool q3_told_is(const char *command)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        const size_t length = strlen(forms[i].name);
        if (strncmp(command, forms[i].name, length) == 0 && command[length] == ' ') {
            return true;
        }
    }
    return false;
}

int q3_told_read(const struct q3_words *words, int32_t viewer, struct demo_figures *figures)
{
    struct telling t = {.words = words, .figures = figures, .client = viewer};
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (strcmp(q3_word(words, 0), forms[i].name) == 0) {
            forms[i].read(&t);
        }
    }
    return t.status;
}
