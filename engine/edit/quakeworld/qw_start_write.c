/* The packets of qw_start.h's start state. */
#include <stdio.h>

#include "engine/edit/quakeworld/qw_known.h"
#include "engine/edit/quakeworld/qw_start_packets.h"

enum { SPAWN_TEXT = 40 };

/* A .mvd has the server's time in its serverdata. */
static void add_serverdata(struct qw_start_packets *w)
{
    const struct qw_known *known = w->start->known;
    struct qw_message m;
    size_t at = 0;
    if (w->protocol.is_mvd && qw_message_decode(&w->start->protocol, known->serverdata.data,
                                                known->serverdata.size, &at, &m, NULL) > 0) {
        m.u.serverdata.demo_time = (float)w->time;
        qw_start_packets_message(w, &m);
    } else {
        qw_start_packets_bytes(w, known->serverdata);
    }
    qw_start_packets_bytes(w, known->cd_track);
    qw_start_packets_bytes(w, known->serverinfo);
    qw_start_packets_list(w, &known->infos);
    qw_start_packets_end(w);
}

static void add_level(struct qw_start_packets *w)
{
    const struct qw_known *known = w->start->known;
    char text[SPAWN_TEXT];
    qw_start_packets_list(w, &known->sounds);
    qw_start_packets_end(w);
    qw_start_packets_bytes(w, known->view_weapons);
    qw_start_packets_list(w, &known->models);
    qw_start_packets_end(w);
    qw_start_packets_list(w, &known->statics);
    qw_start_packets_list(w, &known->static_sounds);
    qw_start_packets_list(w, &known->baselines);
    qw_start_packets_end(w);
    snprintf(text, sizeof(text), "cmd spawn %ld 0\n", (long)(int32_t)w->start->state->server_count);
    qw_start_packets_text(w, text);
    qw_start_packets_end(w);
}

static void add_players(struct qw_start_packets *w)
{
    for (int i = 0; i < QW_PLAYERS; i++) {
        const struct qw_known_player *player = &w->start->known->players[i];
        qw_start_packets_bytes(w, player->frags);
        qw_start_packets_bytes(w, player->ping);
        qw_start_packets_bytes(w, player->loss);
        if (player->enter_time.size > 0) {
            qw_start_packets_enter_time(w, (uint8_t)i);
        }
        qw_start_packets_bytes(w, player->userinfo);
        qw_start_packets_list(w, &player->infos);
    }
    qw_start_packets_end(w);
}

/* The server's clock comes last: with it the match's begin has to be known. */
static void add_stats(struct qw_start_packets *w, const struct qw_player *player)
{
    const int32_t *stats = player->view.stats;
    for (int i = 0; i < QW_STATS; i++) {
        if (i != QW_STAT_SERVER_TIME && stats[i] != 0) {
            qw_start_packets_stat(w, (uint8_t)i, stats[i]);
        }
    }
    if (stats[QW_STAT_SERVER_TIME] != 0) {
        qw_start_packets_stat(w, QW_STAT_SERVER_TIME, stats[QW_STAT_SERVER_TIME]);
    }
}

static void add_all_stats(struct qw_start_packets *w)
{
    const struct qw_state *s = w->start->state;
    if (s->recorder < QW_PLAYERS) {
        add_stats(w, &s->players[s->recorder]);
    }
    for (int i = 0; s->is_mvd && i < QW_PLAYERS; i++) {
        qw_start_packets_end(w);
        add_stats(w, &s->players[i]);
        qw_start_packets_send(w, QW_START_STATS, (uint8_t)i);
    }
}

static void add_orders(struct qw_start_packets *w)
{
    const struct qw_state *s = w->start->state;
    char text[QUAKE_ORDERS_TEXT];
    if (!s->is_mvd) {
        quake_orders_write(&s->orders[0], text);
        qw_start_packets_text(w, text);
        return;
    }
    qw_start_packets_end(w);
    for (int i = 0; i < QW_PLAYERS; i++) {
        quake_orders_write(&s->orders[i], text);
        qw_start_packets_text(w, text);
        qw_start_packets_send(w, QW_START_ONE, (uint8_t)i);
    }
}

static void add_changes(struct qw_start_packets *w)
{
    const struct qw_known *known = w->start->known;
    for (int i = 0; i < QW_LIGHTSTYLES; i++) {
        qw_start_packets_bytes(w, known->styles[i]);
    }
    add_all_stats(w);
    qw_start_packets_bytes(w, known->max_speed);
    qw_start_packets_bytes(w, known->gravity);
    if (w->start->state->paused) {
        qw_start_packets_message(w, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = 1});
    }
    qw_start_packets_bytes(w, known->intermission);
    qw_start_packets_bytes(w, known->finale);
    add_orders(w);
    qw_start_packets_text(w, "skins\n");
    qw_start_packets_end(w);
}

int qw_start_write(const struct qw_start *start, double clock, double time,
                   const struct qw_start_output *output)
{
    struct qw_start_packets w = {.start = start,
                                 .output = output,
                                 .protocol = qw_state_protocol(start->state),
                                 .clock = clock,
                                 .time = time};
    add_serverdata(&w);
    add_level(&w);
    add_players(&w);
    add_changes(&w);
    return qw_start_packets_free(&w);
}

int qw_start_write_orders(const struct qw_start *start, const struct qw_start_output *output)
{
    struct qw_start_packets w = {
        .start = start, .output = output, .protocol = qw_state_protocol(start->state)};
    add_orders(&w);
    qw_start_packets_end(&w);
    return qw_start_packets_free(&w);
}
