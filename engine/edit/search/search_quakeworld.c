/* Facts of QuakeWorld demos. */
#include <stdio.h>
#include <string.h>

#include "engine/edit/search/search_qw_players.h"
#include "engine/family/demo_events.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_family.h"
#include "engine/quakeworld/qw_scan.h"
#include "formats/base/info_string.h"
#include "formats/base/quake_text.h"

enum { CHAT_BYTES = 512 };

struct qw_searcher {
    struct qw_protocol protocol;
    int32_t viewer;                         /* slot; -1 = none: a .mvd, or a spectator's .qwd */
    struct demo_line lines[QW_SCAN_LEVELS]; /* being printed */
    char said[SEARCH_TEXT];                 /* the last line of talk, */
    double said_time;                       /* which a .mvd has once a listener */
    struct qw_bodies bodies;
};

static void begin(struct search *search, void *state)
{
    const struct qw_demo *demo = search->demo->file;
    struct qw_searcher *s = state;
    s->protocol.version = QW_PROTOCOL_LAST;
    s->protocol.is_mvd = demo->container == QW_CONTAINER_MVD;
    s->viewer = -1;
    qw_bodies_begin(&s->bodies, search);
}

static void end(void *state)
{
    struct qw_searcher *s = state;
    qw_bodies_free(&s->bodies);
}

static void set_name(struct search *search, uint32_t slot, const char *name, uint32_t length)
{
    char glyphs[SEARCH_NAME], plain[SEARCH_NAME];
    snprintf(glyphs, sizeof(glyphs), "%.*s", (int)length, name ? name : "");
    demo_plain_text(plain, sizeof(plain), glyphs);
    search_set_name(search, slot, plain);
}

static void note_userinfo(struct search *search, uint8_t slot, const char *info)
{
    uint32_t length = 0;
    const char *name = info_find(info, "name", INFO_KEYS_EXACT, &length);
    set_name(search, slot, name, length);
}

static void begin_level(struct search *search, struct qw_searcher *s,
                        const struct qw_serverdata *data)
{
    const struct search_fact level = {.kind = SEARCH_LEVEL, .player = -1, .other = -1};
    s->viewer = s->protocol.is_mvd || data->player >= 0x80 ? -1 : data->player;
    memset(s->lines, 0, sizeof(s->lines));
    search_forget_names(search);
    search_add_fact(search, &level);
}

static void note_chat(struct search *search, struct qw_searcher *s, const char *text, double now)
{
    char glyphs[CHAT_BYTES], said[SEARCH_TEXT];
    quake_text_copy(glyphs, sizeof(glyphs), text, true);
    demo_plain_text(said, sizeof(said), glyphs);
    if (said[0] == '\0' || (s->said_time == now && strcmp(s->said, said) == 0)) {
        return;
    }
    memcpy(s->said, said, sizeof(s->said));
    s->said_time = now;
    search_add_said(search, said, s->viewer);
}

static void note_print(struct search *search, struct qw_searcher *s,
                       const struct qw_scanner *scanner, uint8_t level, const char *text)
{
    struct search_fact kill;
    if (level == QW_PRINT_CHAT) {
        note_chat(search, s, text, scanner->clock.now);
        return;
    }
    if (level >= QW_SCAN_LEVELS || scanner->listeners != QW_EVERYBODY) {
        return;
    }
    while (demo_line_print(&s->lines[level], &text)) {
        if (search_read_obituary(search, s->lines[level].text, s->viewer, &kill)) {
            qw_bodies_kill(&s->bodies, &kill);
            search_add_fact(search, &kill);
        }
    }
}

static void note_message(struct search *search, struct qw_searcher *s,
                         const struct qw_scanner *scanner, const struct qw_message *m)
{
    switch (m->id) {
    case QW_SERVERDATA:
        begin_level(search, s, &m->u.serverdata);
        break;
    case QW_PRINT:
        note_print(search, s, scanner, m->u.print.level, m->u.print.text);
        break;
    case QW_UPDATEUSERINFO:
        note_userinfo(search, m->u.updateuserinfo.player, m->u.updateuserinfo.info);
        break;
    case QW_SETINFO:
        if (strcmp(m->u.info.key, "name") == 0) {
            set_name(search, m->u.info.player, m->u.info.value, (uint32_t)strlen(m->u.info.value));
        }
        break;
    default:
        break;
    }
}

/* In a .mvd the scanner's text is "name: item". */
static void note_pickups(struct search *search, const struct qw_searcher *s,
                         const struct demo_events *events)
{
    for (uint32_t i = 0; i < events->count; i++) {
        const char *text = events->items[i].text;
        struct search_fact fact = {
            .kind = SEARCH_GOT, .player = s->viewer, .other = -1, .viewed = s->viewer >= 0};
        if (events->items[i].kind != DEMO_EVENT_PICKUP) {
            continue;
        }
        if (s->protocol.is_mvd) {
            const size_t length = search_find_speaker(search, text, ": ", &fact.player);
            text += length > 0 ? length + 2 : 0;
        }
        snprintf(fact.text, sizeof(fact.text), "%s", text);
        search_add_fact(search, &fact);
    }
}

static void step(struct search *search, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    struct qw_searcher *s = state;
    struct qw_block block;
    struct qw_message m;
    size_t pos = 0;
    qw_bodies_see(&s->bodies, search, at);
    if (qw_block_next(search->demo->file, &at, &block, NULL) <= 0) {
        return;
    }
    while (block.messages &&
           qw_message_decode(&s->protocol, block.messages, block.size, &pos, &m, NULL) > 0) {
        qw_protocol_follow(&s->protocol, &m);
        note_message(search, s, scanner, &m);
        if (m.id == QW_DISCONNECT) {
            break;
        }
    }
    note_pickups(search, s, events);
}

const struct search_family search_quakeworld = {
    &quakeworld_family, SEARCH_OF_QUAKEWORLD, sizeof(struct qw_searcher), begin, step, end};
