/* Server commands: they wait, and then change configstrings, lines and scores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/base/bytes.h"
#include "formats/base/info_string.h"

static void set_configstring(struct q3_state *c, const struct q3_game *game,
                             const struct q3_words *words)
{
    const int32_t index = q3_word_number(words, 1);
    const bool player = index >= game->players && index < game->players + Q3_PLAYERS;
    if (player) { /* also if it does not fit: then it is empty */
        c->told_players |= UINT64_C(1) << (index - game->players);
    }
    if (index < 0 || !q3_gamestate_set(&c->gamestate, (uint32_t)index, q3_word(words, 2))) {
        return;
    }
    c->changes++;
    if (player) {
        q3_state_refresh_name(c, game, (uint32_t)(index - game->players));
        if (q3_word(words, 2)[0] == '\0') {
            q3_board_forget(&c->board, index - game->players);
        }
    } else if (c->scope == Q3_SCOPE_ALL) {
        q3_match_refresh(c, game);
    }
}

/* remapShader OLD NEW OFFSET: kept as the configstring of shaders drawn as others has it, where an
 * earlier one of the same shader goes. */
static void remap_shader(struct q3_state *c, const struct q3_game *game,
                         const struct q3_words *words)
{
    char text[Q3_MAX_CONFIGSTRING], more[Q3_MAX_CONFIGSTRING];
    const char *from = q3_word(words, 1), *to = q3_word(words, 2), *offset = q3_word(words, 3);
    const char *at = q3_gamestate_string(&c->gamestate, game->shaders), *end;
    const size_t length = strlen(from);
    size_t used = 0;
    if (game->shaders == 0 || words->count != 4 || length == 0 || strpbrk(from, "=:@") ||
        strpbrk(to, "=:@") || strpbrk(offset, "=:@")) {
        return;
    }
    for (; (end = strchr(at, '@')) != NULL; at = end + 1) {
        const size_t size = (size_t)(end + 1 - at);
        if (strncmp(at, from, length) != 0 || at[length] != '=') {
            memcpy(text + used, at, size);
            used += size;
        }
    }
    const int added = snprintf(more, sizeof(more), "%s=%s:%s@", from, to, offset);
    if (added > 0 && (size_t)added < sizeof(more) && used + (size_t)added < sizeof(text)) {
        memcpy(text + used, more, (size_t)added + 1);
        c->changes += q3_gamestate_set(&c->gamestate, game->shaders, text);
    }
}

static void add_line(struct q3_state *c, enum q3_line_kind kind, int32_t time, const char *text)
{
    struct q3_line *line = &c->lines[c->num_lines++ % Q3_LINES];
    const size_t length = strlen(text), most = sizeof(line->text) - 1;
    const size_t fits = length < most ? length : most;
    memset(line, 0, sizeof(*line));
    line->time = time;
    line->kind = kind;
    memcpy(line->text, text, fits);
}

/* CPMA's: mm2 CLIENT LOCATION TEXT, which its client makes words of. */
static void add_team_words(struct q3_state *c, const struct q3_game *game, int32_t time,
                           const struct q3_words *words)
{
    enum { LOCATIONS = 64 };
    const int32_t client = q3_word_number(words, 1), place = q3_word_number(words, 2);
    const bool there = client >= 0 && client < Q3_PLAYERS;
    const uint32_t first = (uint32_t)game->players + Q3_PLAYERS;
    const char *info =
        there ? q3_gamestate_string(&c->gamestate, game->players + (uint32_t)client) : "";
    const char *where = place > 0 && place < LOCATIONS
                            ? q3_gamestate_string(&c->gamestate, first + (uint32_t)place)
                            : "";
    char name[Q3_HUD_NAME], text[Q3_LINE_BYTES];
    info_copy(info, "n", INFO_KEYS_ANY_CASE, name, sizeof(name));
    snprintf(text, sizeof(text), where[0] ? "(%s^7) (%.64s^7): ^5%.120s\n" : "(%s^7)%s: ^5%.120s\n",
             name, where, q3_word(words, 3));
    add_line(c, Q3_LINE_TEAM_CHAT, time, text);
}

static void set_center(struct q3_state *c, int32_t time, const char *text)
{
    const size_t length = strlen(text), most = sizeof(c->center) - 1;
    const size_t fits = length < most ? length : most;
    memset(c->center, 0, sizeof(c->center));
    memcpy(c->center, text, fits);
    c->center_time = time;
}

/* As the board has them now. */
static void set_scores(struct q3_state *c, int32_t time)
{
    const struct q3_board *board = &c->board;
    memset(c->scores, 0, sizeof(c->scores));
    c->num_scores = board->num_rows;
    c->scores_time = time;
    memcpy(c->team_scores, board->teams, sizeof(c->team_scores));
    for (uint32_t i = 0; i < board->num_rows; i++) {
        const struct q3_board_row *row = &board->rows[i];
        c->scores[i] = (struct q3_score){row->client, row->score, row->ping, row->minutes};
    }
}

/* Servers do not reset the intermission's configstring; clients do. */
static void end_intermission(struct q3_state *c, const struct q3_game *game)
{
    if (q3_state_intermission(c, game) && q3_gamestate_set(&c->gamestate, game->intermission, "")) {
        c->changes++;
    }
}

/* Lines, the centred message and scores. */
static void show_words(struct q3_state *c, const struct q3_game *game, int32_t time,
                       const struct q3_words *words)
{
    const char *name = q3_word(words, 0);
    const bool told = q3_board_command(&c->board, words);
    if (strcmp(name, "print") == 0) {
        add_line(c, Q3_LINE_PRINT, time, q3_word(words, 1));
    } else if (strcmp(name, "chat") == 0) {
        add_line(c, Q3_LINE_CHAT, time, q3_word(words, 1));
    } else if (strcmp(name, "tchat") == 0) {
        add_line(c, Q3_LINE_TEAM_CHAT, time, q3_word(words, 1));
    } else if (strcmp(name, "mm2") == 0) {
        add_team_words(c, game, time, words);
    } else if (strcmp(name, "cp") == 0) {
        set_center(c, time, q3_word(words, 1));
    } else if (told && strcmp(name, "scores") == 0) {
        set_scores(c, time);
    }
}

static void execute_words(struct q3_state *c, const struct q3_game *game, int32_t time,
                          const struct q3_words *words)
{
    const char *name = q3_word(words, 0);
    if (c->scope == Q3_SCOPE_ALL) {
        show_words(c, game, time, words);
    }
    if (strcmp(name, "cs") == 0) {
        set_configstring(c, game, words);
    } else if (strcmp(name, "remapShader") == 0) {
        remap_shader(c, game, words);
    } else if (strcmp(name, "map_restart") == 0) {
        c->restarts++;
        c->restart_time = time;
        for (int32_t i = 0; i < Q3_PLAYERS; i++) {
            q3_board_forget(&c->board, i);
        }
        end_intermission(c, game);
    } else if (strcmp(name, "disconnect") == 0) {
        c->disconnected = 1;
    }
}

static void execute_command(struct q3_state *c, const struct q3_game *game, int32_t time,
                            const char *text)
{
    struct q3_words words;
    q3_words_split(&words, text);
    switch (q3_long_command_add(&c->join, &words)) {
    case Q3_PART_NONE:
        break;
    case Q3_PART_DONE:
        q3_words_split(&words, c->join.text);
        break;
    case Q3_PART_WAIT:
    case Q3_PART_TOO_LONG:
        return;
    }
    execute_words(c, game, time, &words);
}

/* The command at *at in the queue; advances *at past it. */
static const char *take_command(const struct q3_state *c, uint32_t *at, int32_t *sequence)
{
    const char *text = c->due + *at + sizeof(*sequence);
    *sequence = (int32_t)bytes_u32((const uint8_t *)c->due + *at);
    *at += (uint32_t)((sizeof(*sequence) + strlen(text) + 4) & ~(size_t)3);
    return text;
}

void q3_state_execute(struct q3_state *c, const struct q3_game *game, int32_t time)
{
    while (c->due_executed < c->due_used) {
        execute_command(c, game, time, take_command(c, &c->due_executed, &c->executed));
        c->num_executed++;
    }
}

void q3_state_queue(struct q3_state *c, const struct q3_game *game, int32_t sequence,
                    const char *text)
{
    const size_t length = strlen(text);
    const uint32_t size = (uint32_t)((sizeof(sequence) + length + 4) & ~(size_t)3);
    if (size > Q3_DUE_BYTES - c->due_used) {
        const struct q3_snapshot *now = q3_state_snapshot(c);
        q3_state_execute(c, game, now ? now->server_time : 0);
        c->due_used = c->due_executed = 0;
    }
    memset(c->due + c->due_used + size - 4, 0, 4); /* the filling, too, is part of the state */
    bytes_put_u32((uint8_t *)c->due + c->due_used, (uint32_t)sequence);
    memcpy(c->due + c->due_used + sizeof(sequence), text, length);
    c->due_used += size;
}

const char *q3_state_command(const struct q3_state *c, uint32_t *at, int32_t *sequence)
{
    return *at < c->due_executed ? take_command(c, at, sequence) : NULL;
}
