#include "engine/playback/summary/match_summary.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 256, HELD = 5, FIGURES_MOST = 9999999 };

/* Bits of demo_status and the columns of the time with them. */
static const struct {
    uint8_t bit;
    enum summary_column column;
} held_columns[HELD] = {{DEMO_STATUS_QUAD, SUMMARY_QUAD},
                        {DEMO_STATUS_PROTECTED, SUMMARY_PENTAGRAM},
                        {DEMO_STATUS_HIDDEN, SUMMARY_RING},
                        {DEMO_STATUS_FLAG, SUMMARY_FLAG},
                        {DEMO_STATUS_ARMED, SUMMARY_ARMED}};

/* What is added up of a player or a team; columns follow from it. */
struct tally {
    char team[SUMMARY_NAME];
    bool plays;
    uint32_t known; /* 1 << summary_column */
    int64_t counts[SUMMARY_NUM_COLUMNS];
    double held[HELD]; /* seconds */
    int64_t attacks[KTX_WEAPONS], hits[KTX_WEAPONS];
};

struct work {
    struct tally slots[SLOTS];
    double start;
};

static void know(struct tally *tally, enum summary_column column, int64_t more)
{
    tally->known |= 1u << column;
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
    for (uint32_t i = first; i < count; i++) {
        const enum demo_event_kind kind = facts->events[i].kind;
        if (kind == DEMO_EVENT_FRAG || kind == DEMO_EVENT_DEATH) {
            count_death(work, &facts->events[i]);
        }
    }
}

/* --- statuses --------------------------------------------------------------------------------- */

static void count_held(struct tally *tally, uint8_t bits, double from, double to)
{
    for (int i = 0; i < HELD && to > from; i++) {
        tally->held[i] += (bits & held_columns[i].bit) != 0 ? to - from : 0.0;
    }
}

static void count_statuses(const struct summary_facts *facts, struct work *work)
{
    uint8_t bits[DEMO_STATUS_PLAYERS] = {0};
    double since[DEMO_STATUS_PLAYERS] = {0.0};
    for (uint32_t i = 0; i < facts->num_statuses && facts->statuses[i].time <= facts->time; i++) {
        const struct demo_status *status = &facts->statuses[i];
        const uint32_t slot = status->slot;
        if (slot >= DEMO_STATUS_PLAYERS) {
            continue;
        }
        struct tally *tally = &work->slots[slot];
        count_held(tally, bits[slot], since[slot] > work->start ? since[slot] : work->start,
                   status->time);
        tally->known |= 1u << SUMMARY_QUAD | 1u << SUMMARY_PENTAGRAM | 1u << SUMMARY_RING |
                        1u << SUMMARY_FLAG | 1u << SUMMARY_ARMED;
        bits[slot] = status->bits;
        since[slot] = status->time;
    }
    for (uint32_t slot = 0; slot < DEMO_STATUS_PLAYERS; slot++) {
        count_held(&work->slots[slot], bits[slot],
                   since[slot] > work->start ? since[slot] : work->start, facts->time);
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

static void set(struct tally *tally, enum summary_column column, int32_t value)
{
    tally->known |= 1u << column;
    tally->counts[column] = value;
}

/* Instead of what was counted: KTX knows more. */
static void take_told(struct tally *tally, const struct ktx_player *told)
{
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
        tally->attacks[i] = told->attacks[i];
        tally->hits[i] = told->hits[i];
    }
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

/* --- rows ------------------------------------------------------------------------------------- */

static int32_t limit(int64_t value)
{
    return value > FIGURES_MOST    ? FIGURES_MOST
           : value < -FIGURES_MOST ? -FIGURES_MOST
                                   : (int32_t)value;
}

static void show(struct summary_row *row, enum summary_column column, int64_t value)
{
    row->known |= 1u << column;
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
    for (int i = 0; i < KTX_WEAPONS; i++) {
        const double attacks = (double)tally->attacks[i], hits = (double)tally->hits[i];
        if (hits >= 0.0 && hits <= attacks) {
            show_share(row, (enum summary_column)(SUMMARY_SG + i), hits, attacks);
        }
    }
}

static int by_score(const void *a, const void *b)
{
    const struct summary_row *one = a, *other = b;
    const int32_t x = one->values[SUMMARY_SCORE], y = other->values[SUMMARY_SCORE];
    return x != y ? (x < y ? 1 : -1) : strcmp(one->name, other->name);
}

static void add_tally(struct tally *sum, const struct tally *more)
{
    sum->known |= more->known;
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        sum->counts[i] += more->counts[i];
    }
    for (int i = 0; i < HELD; i++) {
        sum->held[i] += more->held[i];
    }
    for (int i = 0; i < KTX_WEAPONS; i++) {
        sum->attacks[i] += more->attacks[i];
        sum->hits[i] += more->hits[i];
    }
}

/* Teams of players; one, or one of a single player each, is none. */
static void make_teams(struct match_summary *summary, const struct work *work, bool scores_add_up)
{
    static const struct tally none;
    struct tally sums[SUMMARY_TEAMS];
    uint32_t sizes[SUMMARY_TEAMS] = {0}, count = 0, members = 0;
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
        members++;
    }
    summary->num_teams = count >= 2 && members > count ? count : 0;
    for (uint32_t i = 0; i < summary->num_teams; i++) {
        struct summary_row *row = &summary->teams[i];
        make_row(row, &sums[i], summary->seconds);
        row->values[SUMMARY_ARMED] /= (int32_t)sizes[i]; /* of all its players' time */
        row->values[SUMMARY_CONTROL] /= (int32_t)sizes[i];
        row->known &= ~(1u << SUMMARY_ACCURACY);
        row->known &= scores_add_up ? ~0u : ~(1u << SUMMARY_SCORE);
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
        summary->columns |= row->known;
        demo_plain_text(row->name, sizeof row->name, player->name);
        memcpy(row->team, tally->team, SUMMARY_NAME);
    }
    qsort(summary->players, summary->num_players, sizeof summary->players[0], by_score);
}

/* Columns in which nobody has anything say nothing. */
static void drop_empty_columns(struct match_summary *summary)
{
    for (int i = SUMMARY_SUICIDES; i < SUMMARY_NUM_COLUMNS; i++) {
        bool some = false;
        for (uint32_t k = 0; k < summary->num_players; k++) {
            some = some || summary->players[k].values[i] != 0;
        }
        summary->columns &= some ? ~0u : ~(1u << i);
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
    if (facts->told != NULL) {
        count_told(facts, work);
    }
    summary->seconds = facts->time > work->start ? facts->time - work->start : 0.0;
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
