/* What families report: names, talk, obituaries. */
#include <stdio.h>
#include <string.h>

#include "engine/edit/search/search_internal.h"
#include "engine/family/demo_events.h"
#include "engine/quake/obituary.h"
#include "formats/base/arrays.h"

void search_add_fact(struct search *search, const struct search_fact *fact)
{
    if (array_reserve(&search->facts, &search->fact_capacity, search->num_facts + 1,
                      sizeof(*search->facts)) < 0) {
        search->status = FORMAT_MEMORY;
        return;
    }
    search->facts[search->num_facts++] = *fact;
}

void search_set_name(struct search *search, uint32_t slot, const char *plain)
{
    if (slot < SEARCH_PLAYERS) {
        snprintf(search->names[slot], SEARCH_NAME, "%s", plain);
    }
}

void search_forget_names(struct search *search)
{
    memset(search->names, 0, sizeof(search->names));
}

int32_t search_find_name(const struct search *search, const char *plain)
{
    for (int32_t i = 0; plain[0] != '\0' && i < SEARCH_PLAYERS; i++) {
        if (strcmp(search->names[i], plain) == 0) {
            return i;
        }
    }
    return -1;
}

size_t search_find_speaker(const struct search *search, const char *line, const char *after,
                           int32_t *slot)
{
    size_t longest = 0;
    *slot = -1;
    for (int32_t i = 0; i < SEARCH_PLAYERS; i++) {
        const size_t length = strlen(search->names[i]);
        if (length > longest && strncmp(line, search->names[i], length) == 0 &&
            strncmp(line + length, after, strlen(after)) == 0) {
            longest = length;
            *slot = i;
        }
    }
    return longest;
}

void search_add_said(struct search *search, const char *line, int32_t viewer)
{
    struct search_fact fact = {.kind = SEARCH_SAID, .other = -1};
    const bool to_team = line[0] == '(';
    (void)search_find_speaker(search, line + to_team, to_team ? ")" : ":", &fact.player);
    fact.viewed = fact.player >= 0 && fact.player == viewer;
    snprintf(fact.text, sizeof(fact.text), "%s", line);
    search_add_fact(search, &fact);
}

static int32_t find_named(const struct search *search, const char *line, struct obituary_name name)
{
    char glyphs[SEARCH_NAME], plain[SEARCH_NAME];
    snprintf(glyphs, sizeof(glyphs), "%.*s", (int)name.length, line + name.start);
    demo_plain_text(plain, sizeof(plain), glyphs);
    return search_find_name(search, plain);
}

bool search_read_obituary(const struct search *search, const char *line, int32_t viewer,
                          struct search_fact *kill)
{
    struct obituary told;
    if (!obituary_read(line, &told)) {
        return false;
    }
    *kill = (struct search_fact){.kind = SEARCH_KILL,
                                 .player = find_named(search, line, told.killer),
                                 .other = find_named(search, line, told.victim),
                                 .in_team = told.cause == OBITUARY_TEAM_MATE};
    kill->viewed = kill->player >= 0 && kill->player == viewer;
    snprintf(kill->text, sizeof(kill->text), "%s", obituary_cause_word(told.cause));
    return true;
}
