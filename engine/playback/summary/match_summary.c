#include "engine/playback/summary/match_summary.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 256, HELD = 9, SEEN = 0 /* in held_columns */, FIGURES_MOST = 9999999 };

/* A player who is out of sight for less than that, as at a respawn, counts as always seen. */
#define UNSEEN_LEAST 0.5

/* Bits of demo_status and the columns of the time with them. */
static const struct {
    uint16_t bit;
    enum summary_column column;
} held_columns[HELD] = {[SEEN] = {DEMO_STATUS_SEEN, SUMMARY_SEEN},
                        {DEMO_STATUS_QUAD, SUMMARY_QUAD},
                        {DEMO_STATUS_PROTECTED, SUMMARY_PENTAGRAM},
                        {DEMO_STATUS_HIDDEN, SUMMARY_RING},
                        {DEMO_STATUS_SUIT, SUMMARY_SUIT},
                        {DEMO_STATUS_HASTE, SUMMARY_HASTE},
                        {DEMO_STATUS_REGENERATION, SUMMARY_REGENERATION},
                        {DEMO_STATUS_FLAG, SUMMARY_FLAG},
                        {DEMO_STATUS_ARMED, SUMMARY_ARMED}};

/* Columns of figures but shots and hits; of weapons. */
static const uint8_t figure_columns[DEMO_FIGURE_SHOTS] = {
    [DEMO_FIGURE_GIVEN] = SUMMARY_GIVEN,
    [DEMO_FIGURE_TAKEN] = SUMMARY_TAKEN,
    [DEMO_FIGURE_GREEN_ARMOR] = SUMMARY_GREEN_ARMOR,
    [DEMO_FIGURE_YELLOW_ARMOR] = SUMMARY_YELLOW_ARMOR,
    [DEMO_FIGURE_RED_ARMOR] = SUMMARY_RED_ARMOR,
    [DEMO_FIGURE_MEGAHEALTH] = SUMMARY_MEGAHEALTH,
};
static const uint8_t weapon_columns[DEMO_WEAPONS] = {
    [DEMO_WEAPON_MG] = SUMMARY_MG, [DEMO_WEAPON_SG] = SUMMARY_SG,   [DEMO_WEAPON_GL] = SUMMARY_GL,
    [DEMO_WEAPON_RL] = SUMMARY_RL, [DEMO_WEAPON_LG] = SUMMARY_LG,   [DEMO_WEAPON_RG] = SUMMARY_RG,
    [DEMO_WEAPON_PG] = SUMMARY_PG, [DEMO_WEAPON_BFG] = SUMMARY_BFG,
};

/* What is added up of a player or a team; columns follow from it. */
struct tally {
    char team[SUMMARY_NAME];
    bool plays;
    bool has_told;  /* a server told figures of the player */
    bool partly;    /* seen, but not always; what is counted is a least value */
    uint64_t known; /* summary_bit */
    uint64_t told;  /* likewise: by a server */
    int64_t counts[SUMMARY_NUM_COLUMNS];
    double held[HELD];                                       /* seconds */
    int64_t attacks[SUMMARY_WEAPONS], hits[SUMMARY_WEAPONS]; /* from SUMMARY_MG on */
};

/* Of a player's figures. */
struct figures {
    uint32_t told; /* 1 << demo_figure_kind */
    int64_t counted[DEMO_FIGURES], values[DEMO_FIGURES];
};

struct work {
    struct tally slots[SLOTS];
    struct figures figures[SLOTS];
    double start, end; /* of the time that counts */
};

static void know(struct tally *tally, enum summary_column column, int64_t more)
{
    tally->known |= summary_bit(column);
    tally->counts[column] += more;
}

/* --- events ----------------------------------------------------------------------------------- */

/* What begins the counts again. */
static bool begins_anew(const struct demo_event *event)
{
    return event->kind == DEMO_EVENT_LEVEL ||
           (event->kind == DEMO_EVENT_ROUND && (strcmp(event->text, "the match begins") == 0 ||
                                                strcmp(event->text, "map restart") == 0));
}

static bool is_known_slot(int32_t slot)
{
    return slot >= 0 && slot < SLOTS;
}

static void count_death(struct work *work, const struct demo_event *event)
{
    struct tally *killer = is_known_slot(event->player) ? &work->slots[event->player] : NULL;
    struct tally *victim = is_known_slot(event->other) ? &work->slots[event->other] : NULL;
    if (event->kind == DEMO_EVENT_DEATH && victim == NULL) { /* who lost a frag is who died */
        victim = killer;
    }
    const bool mates = killer != NULL && victim != NULL && killer != victim &&
                       killer->team[0] != '\0' && strcmp(killer->team, victim->team) == 0;
    if (victim != NULL) {
        know(victim, SUMMARY_DEATHS, 1);
        know(victim, SUMMARY_SUICIDES, killer == NULL || killer == victim);
    }
    if (killer != NULL && killer != victim) {
        know(killer, mates ? SUMMARY_TEAM_KILLS : SUMMARY_KILLS, 1);
    }
}

/* Returns the number of events up to the time, and in *first the first that counts. */
static uint32_t find_events(const struct summary_facts *facts, struct work *work, uint32_t *first)
{
    uint32_t count = 0;
    *first = 0;
    work->start = 0.0;
    for (; count < facts->num_events && facts->events[count].time <= facts->time; count++) {
        if (begins_anew(&facts->events[count])) {
            *first = count;
            work->start = facts->events[count].time;
        }
    }
    return count;
}

static void count_events(const struct summary_facts *facts, struct work *work)
{
    uint32_t first;
    const uint32_t count = find_events(facts, work, &first);
    work->end =
        facts->ended > work->start && facts->ended < facts->time ? facts->ended : facts->time;
    for (uint32_t i = first; i < count; i++) {
        const enum demo_event_kind kind = facts->events[i].kind;
        if (kind == DEMO_EVENT_FRAG || kind == DEMO_EVENT_DEATH) {
            count_death(work, &facts->events[i]);
        }
    }
}

/* --- statuses --------------------------------------------------------------------------------- */

static void count_held(struct tally *tally, uint16_t bits, double from, double to)
{
    for (int i = 0; i < HELD && to > from; i++) {
        tally->held[i] += (bits & held_columns[i].bit) != 0 ? to - from : 0.0;
    }
}

static void count_statuses(const struct summary_facts *facts, struct work *work)
{
    uint16_t bits[DEMO_STATUS_PLAYERS] = {0};
    double since[DEMO_STATUS_PLAYERS] = {0.0};
    for (uint32_t i = 0; i < facts->num_statuses && facts->statuses[i].time <= facts->time; i++) {
        const struct demo_status *status = &facts->statuses[i];
        const uint32_t slot = status->slot;
        if (slot >= DEMO_STATUS_PLAYERS) {
            continue;
        }
        struct tally *tally = &work->slots[slot];
        count_held(tally, bits[slot], since[slot] > work->start ? since[slot] : work->start,
                   status->time < work->end ? status->time : work->end);
        for (int k = 0; k < HELD; k++) {
            tally->known |= summary_bit(held_columns[k].column);
        }
        tally->partly = tally->partly || (status->bits & DEMO_STATUS_SEEN) != 0;
        bits[slot] = status->bits;
        since[slot] = status->time;
    }
    for (uint32_t slot = 0; slot < DEMO_STATUS_PLAYERS; slot++) {
        count_held(&work->slots[slot], bits[slot],
                   since[slot] > work->start ? since[slot] : work->start, work->end);
    }
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        struct tally *tally = &work->slots[slot];
        const double unseen = work->end - work->start - tally->held[SEEN];
        tally->partly = tally->partly && unseen >= UNSEEN_LEAST;
    }
}

/* --- KTX -------------------------------------------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
    char one[SUMMARY_NAME], other[SUMMARY_NAME];
    demo_plain_text(one, sizeof one, a);
    demo_plain_text(other, sizeof other, b);
    return strcmp(one, other) == 0;
}

static void set(struct tally *tally, enum summary_column column, int64_t value)
{
    tally->known |= summary_bit(column);
    tally->counts[column] = value;
}

/* Instead of what was counted: KTX knows more. */
static void take_told(struct tally *tally, const struct ktx_player *told)
{
    const uint64_t known = tally->known;
    tally->known = 0;
    set(tally, SUMMARY_KILLS, told->kills);
    set(tally, SUMMARY_DEATHS, told->deaths);
    set(tally, SUMMARY_SUICIDES, told->suicides);
    set(tally, SUMMARY_TEAM_KILLS, told->team_kills);
    set(tally, SUMMARY_GIVEN, told->damage_given);
    set(tally, SUMMARY_TAKEN, told->damage_taken);
    set(tally, SUMMARY_CONTROL, told->control);
    for (int i = 0; i < KTX_ITEMS; i++) {
        set(tally, (enum summary_column)(SUMMARY_GREEN_ARMOR + i), told->took[i]);
    }
    for (int i = 0; i < KTX_WEAPONS; i++) {
        tally->attacks[SUMMARY_SG - SUMMARY_MG + i] = told->attacks[i];
        tally->hits[SUMMARY_SG - SUMMARY_MG + i] = told->hits[i];
    }
    tally->told |= tally->known;
    tally->known |= known;
}

static const struct ktx_match *find_match(const struct summary_facts *facts)
{
    const struct ktx_match *match = NULL;
    for (uint32_t i = 0; i < facts->told->num_matches; i++) {
        if (facts->told->matches[i].offset <= facts->offset) {
            match = &facts->told->matches[i];
        }
    }
    return match;
}

static void count_told(const struct summary_facts *facts, struct work *work)
{
    const struct ktx_match *match = find_match(facts);
    for (uint32_t i = 0; i < facts->told->num_hits; i++) {
        const struct ktx_hit *hit = &facts->told->hits[i];
        struct tally *attacker = &work->slots[hit->attacker], *victim = &work->slots[hit->victim];
        if (hit->offset > facts->offset) {
            break;
        }
        if (attacker->team[0] == '\0' || strcmp(attacker->team, victim->team) != 0) {
            know(attacker, SUMMARY_GIVEN, hit->points);
            know(victim, SUMMARY_TAKEN, hit->points);
        }
    }
    for (uint32_t i = 0; match != NULL && i < facts->num_players; i++) {
        const struct demo_player_info *player = &facts->players[i];
        for (uint32_t k = 0; k < match->stats.num_players && player->slot < SLOTS; k++) {
            if (is_same_name(player->name, match->stats.players[k].name)) {
                take_told(&work->slots[player->slot], &match->stats.players[k]);
            }
        }
    }
}

/* --- figures ---------------------------------------------------------------------------------- */

static void take_figures(struct tally *tally, const struct figures *figures)
{
    for (int i = 0; i < DEMO_FIGURE_SHOTS; i++) {
        const enum summary_column column = (enum summary_column)figure_columns[i];
        const bool told = figures->told >> i & 1;
        if (told || figures->counted[i] > 0) {
            set(tally, column,
                figures->values[i] > figures->counted[i] ? figures->values[i]
                                                         : figures->counted[i]);
            tally->told |= told ? summary_bit(column) : 0;
            tally->has_told = tally->has_told || told;
        }
    }
    for (int i = 0; i < DEMO_WEAPONS; i++) {
        const int weapon = weapon_columns[i] - SUMMARY_MG;
        tally->attacks[weapon] += figures->values[DEMO_FIGURE_SHOTS + i];
        tally->hits[weapon] += figures->values[DEMO_FIGURE_HITS + i];
    }
}

static void count_figures(const struct summary_facts *facts, struct work *work)
{
    for (uint32_t i = 0; i < facts->num_figures && facts->figures[i].time <= facts->time; i++) {
        const struct demo_figure *figure = &facts->figures[i];
        struct figures *of = &work->figures[figure->slot];
        if (figure->time < work->start || figure->kind >= DEMO_FIGURES) {
            continue;
        }
        if (figure->told) {
            of->told |= 1u << figure->kind;
            of->values[figure->kind] = figure->value;
        } else {
            of->counted[figure->kind] += figure->value;
        }
    }
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        take_figures(&work->slots[slot], &work->figures[slot]);
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static int32_t limit(int64_t value)
{
    return value > FIGURES_MOST    ? FIGURES_MOST
           : value < -FIGURES_MOST ? -FIGURES_MOST
                                   : (int32_t)value;
}

static void show(struct summary_row *row, enum summary_column column, int64_t value)
{
    row->known |= summary_bit(column);
    row->values[column] = limit(value);
}

static void show_share(struct summary_row *row, enum summary_column column, double part,
                       double whole)
{
    if (whole > 0.0) {
        show(row, column, (int64_t)(100.0 * part / whole + 0.5));
    }
}

static void make_row(struct summary_row *row, const struct tally *tally, double seconds)
{
    row->known = 0;
    row->least = 0;
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        if ((tally->known >> i & 1) != 0) {
            show(row, (enum summary_column)i, tally->counts[i]);
        }
    }
    const double kills = (double)tally->counts[SUMMARY_KILLS];
    const double deaths = (double)tally->counts[SUMMARY_DEATHS];
    if (kills >= 0.0 && deaths >= 0.0) {
        show_share(row, SUMMARY_EFFICIENCY, kills, kills + deaths);
    }
    for (int i = 0; i < HELD; i++) {
        const enum summary_column column = held_columns[i].column;
        if (tally->held[i] > 0.0 && (tally->known >> column & 1) != 0) {
            show_share(row, column, tally->held[i], seconds);
        }
    }
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        const double attacks = (double)tally->attacks[i], hits = (double)tally->hits[i];
        if (hits >= 0.0 && hits <= attacks) {
            show_share(row, (enum summary_column)(SUMMARY_MG + i), hits, attacks);
        }
    }
    for (int i = SUMMARY_QUAD; i <= SUMMARY_MEGAHEALTH && tally->partly; i++) {
        row->least |= summary_bit((enum summary_column)i) & row->known & ~tally->told;
    }
    row->told = tally->told & row->known;
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        row->attacks[i] = limit(tally->attacks[i]);
        row->hits[i] = limit(tally->hits[i]);
    }
}

static int by_score(const void *a, const void *b)
{
    const struct summary_row *one = a, *other = b;
    const int32_t x = one->values[SUMMARY_SCORE], y = other->values[SUMMARY_SCORE];
    return x != y ? (x < y ? 1 : -1) : strcmp(one->name, other->name);
}

/* What servers tell of some of the players is no sum of the team. */
static void forget_partial_sums(struct summary_row *row, uint32_t told, uint32_t size)
{
    uint64_t partial = summary_bit(SUMMARY_GIVEN) | summary_bit(SUMMARY_TAKEN);
    for (int i = SUMMARY_MG; i <= SUMMARY_BFG; i++) {
        partial |= summary_bit((enum summary_column)i);
    }
    row->known &= told > 0 && told < size ? ~partial : ~UINT64_C(0);
}

static void add_tally(struct tally *sum, const struct tally *more)
{
    sum->known |= more->known;
    sum->told &= more->told;
    sum->partly = sum->partly || more->partly;
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        sum->counts[i] += more->counts[i];
    }
    for (int i = 0; i < HELD; i++) {
        sum->held[i] += more->held[i];
    }
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        sum->attacks[i] += more->attacks[i];
        sum->hits[i] += more->hits[i];
    }
}

/* Teams of players; one, or one of a single player each, is none. */
static void make_teams(struct match_summary *summary, const struct work *work, bool scores_add_up)
{
    static const struct tally none = {.told = UINT64_MAX};
    struct tally sums[SUMMARY_TEAMS];
    uint32_t sizes[SUMMARY_TEAMS] = {0}, told[SUMMARY_TEAMS] = {0}, count = 0, members = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        const struct tally *tally = &work->slots[slot];
        uint32_t i = 0;
        if (!tally->plays || tally->team[0] == '\0') {
            continue;
        }
        while (i < count && strcmp(sums[i].team, tally->team) != 0) {
            i++;
        }
        if (i == SUMMARY_TEAMS) {
            continue;
        }
        if (i == count) {
            sums[count] = none;
            memcpy(sums[count++].team, tally->team, SUMMARY_NAME);
        }
        add_tally(&sums[i], tally);
        sizes[i]++;
        told[i] += tally->has_told;
        members++;
    }
    summary->num_teams = count >= 2 && members > count ? count : 0;
    for (uint32_t i = 0; i < summary->num_teams; i++) {
        struct summary_row *row = &summary->teams[i];
        make_row(row, &sums[i], summary->seconds);
        forget_partial_sums(row, told[i], sizes[i]);
        row->values[SUMMARY_ARMED] /= (int32_t)sizes[i]; /* of all its players' time */
        row->values[SUMMARY_CONTROL] /= (int32_t)sizes[i];
        row->values[SUMMARY_SEEN] /= (int32_t)sizes[i];
        row->known &= ~summary_bit(SUMMARY_ACCURACY);
        row->known &= scores_add_up ? ~UINT64_C(0) : ~summary_bit(SUMMARY_SCORE);
        memcpy(row->name, sums[i].team, SUMMARY_NAME);
        row->team[0] = '\0';
    }
    qsort(summary->teams, summary->num_teams, sizeof summary->teams[0], by_score);
}

static void name_players(const struct summary_facts *facts, struct work *work)
{
    for (uint32_t i = 0; i < facts->num_players; i++) {
        const struct demo_player_info *player = &facts->players[i];
        if (player->slot < SLOTS && !player->spectator) {
            struct tally *tally = &work->slots[player->slot];
            demo_plain_text(tally->team, sizeof tally->team, player->team);
            tally->plays = true;
        }
    }
}

static void make_players(struct match_summary *summary, const struct summary_facts *facts,
                         struct work *work)
{
    for (uint32_t i = 0; i < facts->num_players; i++) {
        const struct demo_player_info *player = &facts->players[i];
        struct tally *tally = player->slot < SLOTS ? &work->slots[player->slot] : NULL;
        if (tally == NULL || player->spectator) {
            continue;
        }
        set(tally, SUMMARY_SCORE, player->frags);
        if (player->accuracy > 0) {
            set(tally, SUMMARY_ACCURACY, player->accuracy);
        }
        if (summary->num_players == SUMMARY_PLAYERS) {
            summary->left_out++;
            continue;
        }
        struct summary_row *row = &summary->players[summary->num_players++];
        make_row(row, tally, summary->seconds);
        row->slot = player->slot;
        summary->columns |= row->known;
        demo_plain_text(row->name, sizeof row->name, player->name);
        memcpy(row->team, tally->team, SUMMARY_NAME);
    }
    qsort(summary->players, summary->num_players, sizeof summary->players[0], by_score);
}

/* Columns in which nobody has anything say nothing; nor that everybody is always seen. */
static void drop_empty_columns(struct match_summary *summary)
{
    for (int i = SUMMARY_SUICIDES; i < SUMMARY_NUM_COLUMNS; i++) {
        bool some = false;
        for (uint32_t k = 0; k < summary->num_players; k++) {
            const struct summary_row *row = &summary->players[k];
            some = some || (i == SUMMARY_SEEN ? (row->known & summary_bit(SUMMARY_SEEN)) != 0 &&
                                                    row->values[i] != 100 && row->values[i] != 0
                                              : row->values[i] != 0);
        }
        summary->columns &= some ? ~UINT64_C(0) : ~summary_bit((enum summary_column)i);
    }
}

void match_summary_find(struct match_summary *summary, const struct summary_facts *facts)
{
    struct work *work = calloc(1, sizeof *work);
    memset(summary, 0, sizeof *summary);
    if (work == NULL) {
        return;
    }
    name_players(facts, work);
    count_events(facts, work);
    count_statuses(facts, work);
    count_figures(facts, work);
    if (facts->told != NULL) {
        count_told(facts, work);
    }
    summary->seconds = work->end > work->start ? work->end - work->start : 0.0;
    make_players(summary, facts, work);
    make_teams(summary, work, facts->scores_add_up);
    drop_empty_columns(summary);
    free(work);
}

static const struct {
    const char *title, *words;
} columns[SUMMARY_NUM_COLUMNS] = {
#define SUMMARY_COLUMN(name, title, what) {title, what},
    SUMMARY_COLUMNS(SUMMARY_COLUMN)
#undef SUMMARY_COLUMN
};

const char *summary_column_title(enum summary_column column)
{
    return columns[column].title;
}

const char *summary_column_words(enum summary_column column)
{
    return columns[column].words;
}
