/* Patterns looked for in the facts of a demo. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/search/search_internal.h"
#include "formats/base/arrays.h"

/* Seconds: times are sums of the file's steps. */
#define TIME_SLACK 1e-6

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

/* --- runs of frags ------------------------------------------------------------------------------
 */

static void end_run(struct search *search, int32_t slot)
{
    struct search_run *run = &search->runs[slot];
    if (run->count > 0 && run->count >= search->terms->frags) {
        struct search_hit hit = {.pattern = SEARCH_FRAGS,
                                 .start = run->start,
                                 .end = run->last,
                                 .player = slot,
                                 .value = run->count};
        memcpy(hit.text, run->text, sizeof(hit.text));
        add_hit(search, &hit, run->viewed);
    }
    memset(run, 0, sizeof(*run));
}

/* Appends "victim (means)"; what does not fit is left out, and dots tell it. */
static void note_victim(const struct search *search, struct search_run *run,
                        const struct search_fact *kill)
{
    char text[SEARCH_NAME + SEARCH_TEXT + 8];
    const char *name = name_of(search, kill->other);
    const int length = snprintf(text, sizeof(text), "%s%s%s%s%s", run->length > 0 ? ", " : "", name,
                                name[0] ? " (" : "", kill->text, name[0] ? ")" : "");
    if (run->length + (uint32_t)length < SEARCH_TEXT - 5) {
        memcpy(run->text + run->length, text, (size_t)length + 1);
        run->length += (uint32_t)length;
    } else if (run->length < SEARCH_TEXT - 5) {
        memcpy(run->text + run->length, ", ...", 6);
        run->length = SEARCH_TEXT;
    }
}

static void note_frag(struct search *search, const struct search_fact *kill)
{
    struct search_run *run = &search->runs[kill->player];
    if (run->count > 0 && search->now > run->last + search->terms->within + TIME_SLACK) {
        end_run(search, kill->player);
    }
    if (run->count == 0) {
        run->start = search->now;
        run->viewed = true;
    }
    run->count++;
    run->last = search->now;
    run->viewed &= kill->viewed;
    note_victim(search, run, kill);
}

static void note_kill(struct search *search, const struct search_fact *kill)
{
    const char *by = search->terms->by;
    if (!search_wants(search, SEARCH_FRAGS)) {
        return;
    }
    if (kill->other >= 0 && search->terms->alive) {
        end_run(search, kill->other);
    }
    if (kill->player < 0 || kill->player == kill->other || kill->in_team ||
        (by && !has_text(kill->text, by))) {
        return;
    }
    note_frag(search, kill);
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
        end_run(search, i);
    }
}
