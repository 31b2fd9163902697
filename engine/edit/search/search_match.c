/* Patterns looked for in the facts of a demo. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/search/search_internal.h"
#include "formats/base/arrays.h"

/* Seconds. Times are sums of the file's steps. */
#define TIME_SLACK 1e-6
#define SPEED_PAUSE 0.5

static bool has_text(const char *in, const char *text)
{
    const size_t length = strlen(text);
    for (; *in; in++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)in[i]) == tolower((unsigned char)text[i])) {
            i++;
        }
        if (i == length) {
            return true;
        }
    }
    return length == 0;
}

static const char *name_of(const struct search *search, int32_t slot)
{
    return slot >= 0 && slot < SEARCH_PLAYERS ? search->names[slot] : "";
}

/* --- hits ---------------------------------------------------------------------------------------
 */

/* True if the terms ask for hits of that player. */
static bool is_asked_for(const struct search *search, int32_t slot, bool viewed)
{
    const char *player = search->terms->player;
    char *end;
    if (!player) {
        return true;
    }
    if (slot < 0) {
        return false;
    }
    if (strcmp(player, "recorder") == 0) {
        return viewed;
    }
    const long number = strtol(player, &end, 10);
    return (*end == '\0' && number == slot) || has_text(name_of(search, slot), player);
}

static void add_hit(struct search *search, const struct search_hit *hit, bool viewed)
{
    struct search_hits *hits = search->hits;
    if (!is_asked_for(search, hit->player, viewed) || search->status < 0) {
        return;
    }
    if (hits->count >= SEARCH_MAX_HITS) {
        hits->dropped = true;
        return;
    }
    if (array_reserve(&hits->items, &hits->capacity, hits->count + 1, sizeof(*hits->items)) < 0) {
        search->status = FORMAT_MEMORY;
        return;
    }
    struct search_hit *added = &hits->items[hits->count++];
    *added = *hit;
    snprintf(added->name, sizeof(added->name), "%s", name_of(search, hit->player));
}

static void add_moment(struct search *search, enum search_pattern pattern,
                       const struct search_fact *fact)
{
    struct search_hit hit = {
        .pattern = pattern, .start = search->now, .end = search->now, .player = fact->player};
    snprintf(hit.text, sizeof(hit.text), "%s", fact->text);
    add_hit(search, &hit, fact->viewed);
}

static int compare_hits(const void *left, const void *right)
{
    const struct search_hit *a = left, *b = right;
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    if (a->pattern != b->pattern) {
        return a->pattern < b->pattern ? -1 : 1;
    }
    if (a->player != b->player) {
        return a->player < b->player ? -1 : 1;
    }
    return strcmp(a->text, b->text);
}

void search_sort_hits(struct search_hits *hits)
{
    if (hits->count > 0) {
        qsort(hits->items, hits->count, sizeof(*hits->items), compare_hits);
    }
}

/* --- runs ---------------------------------------------------------------------------------------
 */

static void begin_run(struct search *search, struct search_run *run)
{
    if (run->count == 0) {
        run->start = search->now;
        run->viewed = true;
    }
    run->count++;
    run->last = search->now;
}

static void end_run(struct search *search, enum search_pattern pattern, struct search_run *run,
                    int32_t slot, uint32_t least, double value)
{
    if (run->count > 0 && run->count >= least) {
        struct search_hit hit = {.pattern = pattern,
                                 .start = run->start,
                                 .end = run->last,
                                 .player = slot,
                                 .value = value};
        memcpy(hit.text, run->text, sizeof(hit.text));
        add_hit(search, &hit, run->viewed);
    }
    memset(run, 0, sizeof(*run));
}

static void end_frags(struct search *search, int32_t slot)
{
    struct search_run *run = &search->frags[slot];
    end_run(search, SEARCH_FRAGS, run, slot, search->terms->frags, run->count);
}

static void end_rails(struct search *search, int32_t slot)
{
    struct search_run *run = &search->rails[slot];
    end_run(search, SEARCH_RAILS, run, slot, search->terms->rails, run->count);
}

static void end_speed(struct search *search, int32_t slot)
{
    struct search_run *run = &search->speeds[slot];
    if (run->count > 0) {
        snprintf(run->text, sizeof(run->text), "for %.3g s", run->last - run->start);
    }
    end_run(search, SEARCH_SPEEDS, run, slot, 1, run->most);
}

/* --- frags --------------------------------------------------------------------------------------
 */

enum { VICTIM = SEARCH_NAME + SEARCH_TEXT + 4 };

/* "victim (means)", of at most VICTIM bytes with the NUL. */
static int write_victim(const struct search *search, const struct search_fact *kill, char *text,
                        size_t size)
{
    const char *name = name_of(search, kill->other);
    return snprintf(text, size, "%s%s%s%s", name, name[0] ? " (" : "", kill->text,
                    name[0] ? ")" : "");
}

/* Appends the victim; what does not fit is left out, and dots tell it. */
static void note_victim(const struct search *search, struct search_run *run,
                        const struct search_fact *kill)
{
    char text[VICTIM];
    const uint32_t length = (uint32_t)write_victim(search, kill, text, sizeof(text));
    const uint32_t comma = run->length > 0 ? 2 : 0, end = SEARCH_TEXT - 5;
    if (run->length >= end) {
        return;
    }
    if (run->length + comma + length < end) {
        memcpy(run->text + run->length, ", ", comma);
        memcpy(run->text + run->length + comma, text, length + 1);
        run->length += comma + length;
    } else {
        memcpy(run->text + run->length, ", ...", 6);
        run->length = SEARCH_TEXT;
    }
}

static void note_in_run(struct search *search, struct search_run *run,
                        const struct search_fact *kill)
{
    begin_run(search, run);
    run->viewed &= kill->viewed;
    note_victim(search, run, kill);
}

static void note_frag(struct search *search, const struct search_fact *kill)
{
    struct search_run *run = &search->frags[kill->player];
    const char *by = search->terms->by;
    if (by && !has_text(kill->text, by)) {
        return;
    }
    if (run->count > 0 && search->now > run->last + search->terms->within + TIME_SLACK) {
        end_frags(search, kill->player);
    }
    note_in_run(search, run, kill);
}

/* One shot's frags are told in one update. */
static void note_rail(struct search *search, const struct search_fact *kill)
{
    struct search_run *run = &search->rails[kill->player];
    if (run->count > 0 && run->last != search->now) {
        end_rails(search, kill->player);
    }
    note_in_run(search, run, kill);
}

static void note_flick(struct search *search, const struct search_fact *kill)
{
    struct search_hit hit = {.pattern = SEARCH_FLICK_RAILS,
                             .start = search->now,
                             .end = search->now,
                             .player = kill->player,
                             .value = kill->turn};
    char victim[VICTIM];
    if (kill->turn < search->terms->flick || kill->turn_speed < search->terms->flick_speed) {
        return;
    }
    (void)write_victim(search, kill, victim, sizeof(victim));
    snprintf(hit.text, sizeof(hit.text), "%.200s, %.0f degrees/s", victim, kill->turn_speed);
    add_hit(search, &hit, kill->viewed);
}

static void note_mid_air(struct search *search, const struct search_fact *kill)
{
    struct search_hit hit = {.pattern = SEARCH_MID_AIRS,
                             .start = search->now,
                             .end = search->now,
                             .player = kill->player,
                             .value = kill->distance};
    const double least = search->terms->mid_air;
    char victim[VICTIM];
    if (kill->air < search->terms->air_time - TIME_SLACK ||
        (least > 0.0 && kill->distance < least)) {
        return;
    }
    (void)write_victim(search, kill, victim, sizeof(victim));
    snprintf(hit.text, sizeof(hit.text), "%.200s, %.2f s in the air", victim, kill->air);
    add_hit(search, &hit, kill->viewed);
}

static void note_kill(struct search *search, const struct search_fact *kill)
{
    if (kill->other >= 0 && search->terms->alive && search_wants(search, SEARCH_FRAGS)) {
        end_frags(search, kill->other);
    }
    if (kill->player < 0 || kill->player == kill->other) {
        return;
    }
    if (search_wants(search, SEARCH_FRAGS) && !kill->in_team) {
        note_frag(search, kill);
    }
    if (search_wants(search, SEARCH_RAILS) && kill->by_rail) {
        note_rail(search, kill);
    }
    if (search_wants(search, SEARCH_FLICK_RAILS) && kill->by_rail) {
        note_flick(search, kill);
    }
    if (search_wants(search, SEARCH_MID_AIRS) && kill->in_air) {
        note_mid_air(search, kill);
    }
}

/* --- flags and speed ----------------------------------------------------------------------------
 */

static void note_capture(struct search *search, const struct search_fact *fact)
{
    struct search_hit hit = {.pattern = SEARCH_FLAG_RUNS,
                             .start = search->now,
                             .end = search->now,
                             .player = fact->player};
    if (fact->value >= 0.0) {
        hit.start = fmax(search->now - fact->value, 0.0);
    } else if (fact->player >= 0) {
        hit.start = search->taken[fact->player];
    }
    hit.value = hit.end - hit.start;
    memcpy(hit.text, fact->text, sizeof(hit.text));
    if (hit.value <= search->terms->flag_run + TIME_SLACK) {
        add_hit(search, &hit, fact->viewed);
    }
}

/* Speed that is lost for a moment, as by a jump, ends no run. */
static void note_speed(struct search *search, const struct search_fact *fact)
{
    struct search_run *run = &search->speeds[fact->player];
    if (run->count > 0 && search->now > run->last + SPEED_PAUSE) {
        end_speed(search, fact->player);
    }
    begin_run(search, run);
    run->viewed &= fact->viewed;
    run->most = fmax(run->most, fact->value);
}

/* --- facts --------------------------------------------------------------------------------------
 */

static void match_fact(struct search *search, const struct search_fact *fact)
{
    const struct search_terms *terms = search->terms;
    switch (fact->kind) {
    case SEARCH_LEVEL:
        search_match_end(search);
        break;
    case SEARCH_KILL:
        note_kill(search, fact);
        break;
    case SEARCH_SAID:
        if (search_wants(search, SEARCH_CHAT) && has_text(fact->text, terms->chat)) {
            add_moment(search, SEARCH_CHAT, fact);
        }
        break;
    case SEARCH_GOT:
        if (search_wants(search, SEARCH_PICKUPS) && has_text(fact->text, terms->pickups)) {
            add_moment(search, SEARCH_PICKUPS, fact);
        }
        break;
    case SEARCH_TAKES:
        search->taken[fact->player] = search->now;
        break;
    case SEARCH_CAPTURES:
        note_capture(search, fact);
        break;
    case SEARCH_SPEED:
        note_speed(search, fact);
        break;
    }
}

void search_match_facts(struct search *search)
{
    for (size_t i = 0; i < search->num_facts; i++) {
        match_fact(search, &search->facts[i]);
    }
    search->num_facts = 0;
}

void search_match_end(struct search *search)
{
    for (int32_t i = 0; i < SEARCH_PLAYERS; i++) {
        end_frags(search, i);
        end_rails(search, i);
        end_speed(search, i);
        search->taken[i] = search->now;
    }
}
