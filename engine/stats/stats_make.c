#include "engine/stats/stats_make.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_events.h"

/* A player who is out of sight for less than that, as at a respawn, counts as always seen. */
#define UNSEEN_LEAST 0.5

enum { PLAYERS_MOST = 256 /* as of a summary's slots */ };

/* --- the server's list --------------------------------------------------------------------------
 */

static void copy_plain(char to[GAME_NAME], const char *glyphs, uint32_t length)
{
    char text[GAME_NAME];
    snprintf(text, sizeof text, "%.*s", (int)(length < GAME_NAME ? length : GAME_NAME - 1),
             glyphs ? glyphs : "");
    demo_plain_text(to, GAME_NAME, text);
}

void stats_list_fill(struct stats_list *list, const struct demo_stats *stats)
{
    for (uint32_t i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct demo_player *player = &stats->players[i];
        struct stats_listed *to = &list->players[i];
        to->there = player->name != NULL && player->name_length > 0;
        if (to->there) {
            copy_plain(to->name, player->name, player->name_length);
            copy_plain(to->team, player->team, player->team_length);
            to->spectator = player->spectator;
            to->has_score = !player->unscored;
            to->score = player->frags;
        }
    }
}

/* Who is listed and was never seen nor told of: his score is known. */
static void add_listed(const struct stats_making *making)
{
    struct stats_count *count = making->count;
    for (int32_t i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct stats_listed *listed = &making->list->players[i];
        if (!listed->there || (listed->spectator && count->of_slot[i] == 0)) {
            continue;
        }
        struct stats_tally *tally = stats_count_of(count, i, listed->name, listed->team);
        if (tally && !tally->has_score && listed->has_score) {
            tally->score = listed->score;
            tally->has_score = true;
        }
    }
}

/* --- the summary --------------------------------------------------------------------------------
 */

/* KTX's words of this part of the demo. */
static struct ktx_told told_within(const struct ktx_told *told, const struct stats_part *part)
{
    struct ktx_told within = *told;
    while (within.num_matches > 0 && within.matches->offset < part->start_offset) {
        within.matches++;
        within.num_matches--;
    }
    while (within.num_hits > 0 && within.hits->offset < part->start_offset) {
        within.hits++;
        within.num_hits--;
    }
    return within;
}

static int summarise(struct match_summary *summary, const struct stats_making *making)
{
    const struct stats_part *part = making->part;
    const struct stats_count *count = making->count;
    struct demo_player_info *players = calloc(PLAYERS_MOST, sizeof *players);
    const struct demo_event begin = {.time = part->start, .kind = DEMO_EVENT_LEVEL};
    const struct ktx_told told = told_within(&making->scanned->told, part);
    struct summary_facts facts = {.time = part->end,
                                  .events = &begin,
                                  .num_events = 1,
                                  .statuses = making->scanned->statuses.items,
                                  .num_statuses = making->scanned->statuses.count,
                                  .figures = making->scanned->figures.items,
                                  .num_figures = making->scanned->figures.count,
                                  .players = players,
                                  .scores_add_up = making->scores_add_up,
                                  .told = &told,
                                  .offset = part->end_offset - 1,
                                  .ended = part->ended ? part->ended_at : 0.0};
    if (!players) {
        return FORMAT_MEMORY;
    }
    for (uint32_t i = 0; i < count->count && facts.num_players < PLAYERS_MOST; i++) {
        const struct stats_tally *tally = &count->tallies[i];
        if (!tally->gone) {
            players[facts.num_players++] = (struct demo_player_info){.slot = (uint32_t)tally->slot,
                                                                     .name = tally->name,
                                                                     .team = tally->team,
                                                                     .frags = tally->score,
                                                                     .accuracy = tally->accuracy};
        }
    }
    match_summary_find(summary, &facts);
    free(players);
    return summary->num_players == 0 && facts.num_players > 0 ? FORMAT_MEMORY : 0;
}

static const struct summary_row *find_row(const struct match_summary *summary, int32_t slot)
{
    for (uint32_t i = 0; i < summary->num_players; i++) {
        if (summary->players[i].slot == (uint32_t)slot) {
            return &summary->players[i];
        }
    }
    return NULL;
}

/* --- a player -----------------------------------------------------------------------------------
 */

/* What the server tells, and what the summary alone counts. */
static void take_summary(struct stats_row *row, const struct summary_row *from)
{
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        if (from->known >> i & 1) {
            stats_row_set(row, i, from->values[i]);
        }
    }
    row->columns.least = from->least;
    memcpy(row->attacks, from->attacks, sizeof row->attacks);
    memcpy(row->hits, from->hits, sizeof row->hits);
}

static void mark(uint64_t *marks, int column, bool set)
{
    *marks = (*marks & ~stats_bit(column)) | (set ? stats_bit(column) : 0);
}

static void take_deaths(struct stats_row *row, const struct stats_tally *tally, uint64_t told)
{
    const struct {
        int column;
        uint32_t value;
    } counts[] = {{SUMMARY_KILLS, tally->kills},       {SUMMARY_DEATHS, tally->deaths},
                  {SUMMARY_SUICIDES, tally->suicides}, {SUMMARY_TEAM_KILLS, tally->team_kills},
                  {STATS_STREAK, tally->longest_run},  {STATS_FLAGS, tally->flags},
                  {STATS_CAPTURES, tally->captures},   {STATS_RETURNS, tally->returns}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if ((told >> counts[i].column & 1) == 0) {
            stats_row_set(row, counts[i].column, counts[i].value);
        }
    }
    memcpy(row->frags_by, tally->frags_by, sizeof row->frags_by);
}

/* A demo tells the damage of the one whose view it shows; of those who hurt him that is a part. */
static void take_damage(struct stats_row *row, const struct stats_tally *tally)
{
    if (!stats_row_knows(row, SUMMARY_GIVEN) && tally->has_given) {
        stats_row_set(row, SUMMARY_GIVEN, tally->given);
        mark(&row->columns.least, SUMMARY_GIVEN, true);
        mark(&row->columns.derived, SUMMARY_GIVEN, tally->derived_damage);
    }
    if (!stats_row_knows(row, SUMMARY_TAKEN) && tally->has_taken && tally->viewed) {
        stats_row_set(row, SUMMARY_TAKEN, tally->taken);
        mark(&row->columns.derived, SUMMARY_TAKEN, tally->derived_damage);
    }
}

static void take_items(struct stats_row *row, const struct stats_tally *tally, uint64_t told,
                       bool partly)
{
    static const struct {
        enum summary_column column;
        enum demo_item_kind kind;
    } columns[] = {{SUMMARY_GREEN_ARMOR, DEMO_ITEM_GREEN_ARMOR},
                   {SUMMARY_YELLOW_ARMOR, DEMO_ITEM_YELLOW_ARMOR},
                   {SUMMARY_RED_ARMOR, DEMO_ITEM_RED_ARMOR},
                   {SUMMARY_MEGAHEALTH, DEMO_ITEM_MEGA}};
    struct stats_items *items = &row->items;
    memcpy(items->taken, tally->items, sizeof items->taken);
    items->derived = tally->derived_items;
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        items->known |= tally->items[i] > 0 ? 1u << i : 0;
    }
    items->least = partly ? items->known : 0;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const int column = columns[i].column;
        const uint32_t bit = 1u << columns[i].kind;
        if (told >> column & 1) {
            items->taken[columns[i].kind] = (uint32_t)fmax(row->columns.values[column], 0.0);
            items->known |= bit;
            items->least &= ~bit;
            items->derived &= ~bit;
        } else if (items->known & bit) {
            stats_row_set(row, column, items->taken[columns[i].kind]);
            mark(&row->columns.least, column, partly);
            mark(&row->columns.derived, column, (items->derived & bit) != 0);
        }
    }
}

static void take_motion(struct stats_row *row, const struct stats_tally *tally, bool partly)
{
    static const int columns[] = {STATS_ALIVE, STATS_SPEED, STATS_TOP_SPEED, STATS_DISTANCE};
    if (tally->seen <= 0.0) {
        return;
    }
    if (row->seconds > 0.0) {
        stats_row_set(row, SUMMARY_SEEN, fmin(100.0 * tally->seen / row->seconds, 100.0));
    }
    stats_row_set(row, STATS_ALIVE, tally->alive);
    stats_row_set(row, STATS_TOP_SPEED, tally->top_speed);
    stats_row_set(row, STATS_DISTANCE, tally->distance);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        mark(&row->columns.derived, columns[i], true);
        mark(&row->columns.least, columns[i], partly && columns[i] != STATS_SPEED);
    }
}

static void make_player(struct stats_row *row, const struct stats_tally *tally,
                        const struct summary_row *from, double seconds)
{
    const uint64_t told = from ? from->told : 0;
    const bool partly = seconds - tally->seen >= UNSEEN_LEAST;
    memcpy(row->name, tally->name, sizeof row->name);
    memcpy(row->team, tally->team, sizeof row->team);
    row->slot = tally->slot;
    row->viewed = tally->viewed;
    row->seconds = seconds;
    row->matches = 1;
    if (from) {
        take_summary(row, from);
    }
    stats_row_set(row, SUMMARY_SCORE, tally->has_score ? tally->score : NAN);
    take_deaths(row, tally, told);
    take_damage(row, tally);
    take_items(row, tally, told, partly);
    take_motion(row, tally, partly);
    stats_row_conclude(row);
}

/* --- a team -------------------------------------------------------------------------------------
 */

/* Sums of the team's players; shares of time and accuracies are the summary's. */
static void make_team(struct stats_row *row, const struct stats_rows *players,
                      const struct summary_row *from, double seconds, bool scores_add_up)
{
    memcpy(row->name, from->name, sizeof from->name);
    for (size_t i = 0; i < players->count; i++) {
        if (strncmp(players->items[i].team, row->name, sizeof from->name - 1) == 0) {
            stats_row_add(row, &players->items[i]);
        }
    }
    row->seconds = seconds;
    row->matches = 1;
    for (int i = 0; i < SUMMARY_NUM_COLUMNS; i++) {
        const bool by_time = stats_column_adding(i) == STATS_BY_TIME;
        const bool is_sum = i == SUMMARY_GIVEN || i == SUMMARY_TAKEN;
        if (by_time || (is_sum && (from->known >> i & 1) == 0)) {
            stats_row_set(row, i, from->known >> i & 1 ? from->values[i] : NAN);
        }
    }
    if (!scores_add_up) {
        stats_row_set(row, SUMMARY_SCORE, NAN);
    }
    for (int i = 0; i < SUMMARY_WEAPONS;
         i++) { /* those of some of its players are not the team's */
        const bool known = from->known >> (SUMMARY_MG + i) & 1;
        row->attacks[i] = known ? from->attacks[i] : 0;
        row->hits[i] = known ? from->hits[i] : 0;
    }
    stats_row_conclude(row);
}

/* --- a match ------------------------------------------------------------------------------------
 */

/* Who neither scored nor died nor was seen was not in it. */
static bool took_part(const struct stats_tally *tally)
{
    return tally->kills + tally->deaths + tally->team_kills > 0 || tally->seen > 0.0 ||
           (tally->has_score && !tally->gone);
}

static int make_rows(struct stats_match *match, const struct stats_making *making,
                     const struct match_summary *summary)
{
    const struct stats_count *count = making->count;
    for (uint32_t i = 0; i < count->count; i++) {
        const struct stats_tally *tally = &count->tallies[i];
        if (!took_part(tally)) {
            continue;
        }
        struct stats_row *row = stats_rows_add(&match->players);
        if (!row) {
            return FORMAT_MEMORY;
        }
        make_player(row, tally, tally->gone ? NULL : find_row(summary, tally->slot),
                    summary->seconds);
    }
    for (uint32_t i = 0; i < summary->num_teams; i++) {
        struct stats_row *row = stats_rows_add(&match->teams);
        if (!row) {
            return FORMAT_MEMORY;
        }
        make_team(row, &match->players, &summary->teams[i], summary->seconds,
                  making->scores_add_up);
    }
    stats_rows_sort(&match->players);
    stats_rows_sort(&match->teams);
    return 0;
}

int stats_make_match(struct stats_match *match, const struct stats_making *making)
{
    const struct stats_part *part = making->part;
    struct match_summary *summary = calloc(1, sizeof *summary);
    if (!summary) {
        return FORMAT_MEMORY;
    }
    match->level = part->level;
    memcpy(match->map, part->map, sizeof match->map);
    match->in_match = part->in_match;
    match->start = part->start;
    match->end = part->ended ? part->ended_at : part->end;
    match->finished = part->finished;
    match->finish_time = part->finish_time;
    add_listed(making);
    int code = summarise(summary, making);
    if (code == 0) {
        code = make_rows(match, making, summary);
    }
    free(summary);
    memcpy(match->taken, making->count->taken, sizeof match->taken);
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        uint32_t known = 0;
        for (size_t k = 0; k < match->players.count; k++) {
            known += match->players.items[k].items.taken[i];
        }
        match->taken[i] = known > match->taken[i] ? known : match->taken[i];
    }
    return code;
}

void stats_make_levels(struct stats_demo *demo, const struct demo_stats *stats)
{
    demo->told = stats->told;
    for (size_t i = 0; i < demo->count; i++) {
        struct stats_match *match = &demo->matches[i];
        if (match->level >= stats->level_count || match->in_match) {
            continue;
        }
        const struct demo_level *level = &stats->levels[match->level];
        match->has_counts =
            level->has_counts && (level->total_kills > 0 || level->total_secrets > 0);
        match->kills = level->kills;
        match->total_kills = level->total_kills;
        match->secrets = level->secrets;
        match->total_secrets = level->total_secrets;
    }
}
