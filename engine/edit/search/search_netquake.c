/* Facts of NetQuake demos. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/search/search_internal.h"
#include "engine/family/demo_events.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_scan.h"
#include "engine/netquake/nq_userinfo.h"

struct nq_searcher {
    struct nq_protocol protocol;
    bool alone;     /* one player: kills are his */
    int32_t viewer; /* slot; -1 = none */
    struct demo_line line;
};

static void begin(struct search *search, void *state)
{
    struct nq_searcher *s = state;
    s->protocol = ((const struct nq_file *)search->demo->file)->protocol;
    s->viewer = -1;
}

static void set_name(struct search *search, uint32_t slot, const char *name)
{
    char plain[SEARCH_NAME];
    demo_plain_text(plain, sizeof(plain), name);
    search_set_name(search, slot, plain);
}

static void note_userinfo(struct search *search, const struct nq_searcher *s, const char *text)
{
    struct nq_userinfo info;
    char name[SEARCH_NAME];
    while (s->protocol.fte2 != 0 && (text = nq_userinfo_next(text, &info)) != NULL) {
        if (info.name) {
            snprintf(name, sizeof(name), "%.*s", (int)info.name_length, info.name);
            set_name(search, info.player, name);
        }
    }
}

static void note_print(struct search *search, struct nq_searcher *s, const char *text)
{
    char said[SEARCH_TEXT];
    struct search_fact kill;
    if (text[0] == 1) { /* chat */
        demo_plain_text(said, sizeof(said), text + 1);
        search_add_said(search, said, s->viewer);
        return;
    }
    while (demo_line_print(&s->line, &text)) {
        if (search_read_obituary(search, s->line.text, s->viewer, &kill)) {
            search_add_fact(search, &kill);
        }
    }
}

static void begin_level(struct search *search, struct nq_searcher *s,
                        const struct nq_serverinfo *info)
{
    const struct search_fact level = {.kind = SEARCH_LEVEL, .player = -1, .other = -1};
    s->alone = info->max_clients == 1;
    s->viewer = s->alone ? 0 : -1;
    s->line.length = 0;
    search_forget_names(search);
    search_add_fact(search, &level);
}

/* Of the recorder, whose own it is. */
static void note_velocity(struct search *search, const struct nq_searcher *s,
                          const struct nq_clientdata *data)
{
    struct search_fact fact = {
        .kind = SEARCH_SPEED, .player = s->viewer, .other = -1, .viewed = true};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        const double v = data->velocity[i] * 16.0 + (double)data->real_velocity[i];
        sum += v * v;
    }
    fact.value = sqrt(sum);
    if (s->viewer >= 0 && search_wants(search, SEARCH_SPEEDS) &&
        fact.value >= search->terms->speed) {
        search_add_fact(search, &fact);
    }
}

static void note_message(struct search *search, struct nq_searcher *s, const struct nq_message *m)
{
    const struct search_fact monster = {
        .kind = SEARCH_KILL, .player = 0, .other = -1, .viewed = true, .text = "monster"};
    switch (m->id) {
    case NQ_SERVERINFO:
        begin_level(search, s, &m->u.serverinfo);
        break;
    case NQ_SETVIEW:
        if (m->u.setview >= 1 && m->u.setview <= SEARCH_PLAYERS && !s->alone) {
            s->viewer = (int32_t)m->u.setview - 1;
        }
        break;
    case NQ_UPDATENAME:
        set_name(search, m->u.updatename.player, m->u.updatename.name);
        break;
    case NQ_STUFFTEXT:
        note_userinfo(search, s, m->u.text);
        break;
    case NQ_PRINT:
        note_print(search, s, m->u.text);
        break;
    case NQ_CLIENTDATA:
        note_velocity(search, s, &m->u.clientdata);
        break;
    case NQ_KILLEDMONSTER:
        if (s->alone) {
            search_add_fact(search, &monster);
        }
        break;
    default:
        break;
    }
}

static void note_pickups(struct search *search, const struct nq_searcher *s,
                         const struct demo_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        struct search_fact fact = {
            .kind = SEARCH_GOT, .player = s->viewer, .other = -1, .viewed = true};
        if (events->items[i].kind == DEMO_EVENT_PICKUP) {
            snprintf(fact.text, sizeof(fact.text), "%s", events->items[i].text);
            search_add_fact(search, &fact);
        }
    }
}

static void step(struct search *search, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    struct nq_searcher *s = state;
    const struct nq_file *file = search->demo->file;
    struct dem_block block;
    struct nq_message m;
    size_t pos = 0;
    (void)scanner;
    if (dem_next_block(&file->dem, &at, &block, NULL) <= 0) {
        return;
    }
    while (nq_message_decode(&s->protocol, block.messages, block.size, &pos, &m, NULL) > 0) {
        nq_protocol_follow(&s->protocol, &m);
        note_message(search, s, &m);
        if (m.id == NQ_DISCONNECT) {
            break;
        }
    }
    note_pickups(search, s, events);
}

const struct search_family search_netquake = {
    &netquake_family, SEARCH_OF_NETQUAKE, sizeof(struct nq_searcher), begin, step, NULL};
