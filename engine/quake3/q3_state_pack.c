#include "engine/quake3/q3_state_pack.h"

#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "formats/base/bytes.h"
#include "formats/quake3/q3_frames.h"

/* Receives the words: stores those that fit, hashes them, or only counts them. */
struct sink {
    uint32_t *words;
    size_t room; /* words that may be stored; 0 = not to memory */
    size_t count;
    bool hashing;
    uint64_t hash;
    /* A state's number in the pack, 0 = not yet there. */
    uint16_t packed[Q3_STATES];
    uint32_t num_packed;
};

#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

static uint64_t hash_word(uint64_t hash, uint32_t word)
{
    return (hash ^ word) * HASH_PRIME;
}

static void put_word(struct sink *s, uint32_t word)
{
    if (s->count < s->room) {
        s->words[s->count] = word;
    } else if (s->hashing) {
        s->hash = hash_word(s->hash, word);
    }
    s->count++;
}

static void put_words(struct sink *s, const void *words, size_t count)
{
    const unsigned char *from = words;
    if (s->room > 0) {
        if (s->count < s->room && count <= s->room - s->count) {
            memcpy(s->words + s->count, from, count * 4);
        }
    } else if (s->hashing) {
        for (size_t i = 0; i < count; i++) {
            uint32_t word;
            memcpy(&word, from + i * 4, sizeof(word));
            s->hash = hash_word(s->hash, word);
        }
    }
    s->count += count;
}

/* Bytes, four a word and the first one lowest, so that the words are the same on every machine; the
 * last one is filled up with zeros. */
static void put_bytes(struct sink *s, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    if (bytes_host_is_little()) {
        put_words(s, from, count / 4);
    } else {
        for (size_t i = 0; i < count / 4; i++) {
            put_word(s, bytes_u32(from + i * 4));
        }
    }
    if (count % 4 != 0) {
        uint8_t last[4] = {0};
        memcpy(last, from + count / 4 * 4, count % 4);
        put_word(s, bytes_u32(last));
    }
}

static const uint32_t *take_bytes(const uint32_t *w, void *bytes, size_t count)
{
    uint8_t *to = bytes;
    if (bytes_host_is_little()) {
        memcpy(to, w, count);
    } else {
        for (size_t i = 0; i < count; i++) {
            to[i] = (uint8_t)(w[i / 4] >> 8 * (i % 4));
        }
    }
    return w + (count + 3) / 4;
}

static void put_string(struct sink *s, const char *text, size_t length)
{
    put_word(s, (uint32_t)length);
    put_bytes(s, text, length);
}

static const uint32_t *take_string(const uint32_t *w, char *text)
{
    const uint32_t length = *w++;
    text[length] = '\0';
    return take_bytes(w, text, length);
}

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static const uint32_t *take_words(const uint32_t *w, void *to, size_t count)
{
    memcpy(to, w, count * 4);
    return w + count;
}

/* Values, most of them zero: a bit each, and those that are not. */
static void put_sparse(struct sink *s, const int32_t *values, uint32_t count)
{
    for (uint32_t start = 0; start < count; start += 32) {
        const uint32_t end = count - start < 32 ? count : start + 32;
        uint32_t filled[32], mask = 0, used = 0;
        for (uint32_t i = start; i < end; i++) {
            const uint32_t value = (uint32_t)values[i];
            if (value != 0) {
                mask |= 1u << (i - start);
                filled[used++] = value;
            }
        }
        put_word(s, mask);
        put_words(s, filled, used);
    }
}

static const uint32_t *take_sparse(const uint32_t *w, int32_t *values, uint32_t count)
{
    for (uint32_t start = 0; start < count; start += 32) {
        const uint32_t end = count - start < 32 ? count : start + 32;
        const uint32_t mask = *w++;
        for (uint32_t i = start; i < end; i++) {
            values[i] = (mask >> (i - start) & 1) != 0 ? (int32_t)*w++ : 0;
        }
    }
    return w;
}

/* A state: by its number in the pack, or, the first time, itself behind the next number. */
static void put_state(struct sink *s, const struct q3_frames *frames, uint32_t number,
                      uint16_t state)
{
    const bool fresh = s->packed[state] == 0;
    if (fresh) {
        s->packed[state] = (uint16_t)++s->num_packed;
    }
    put_word(s, number << 16 | s->packed[state]);
    if (fresh) {
        put_sparse(s, frames->states[state].fields, Q3_ES_COUNT);
    }
}

/* Also counts the use: entities are kept under their own numbers. */
static const uint32_t *take_state(const uint32_t *w, struct q3_frames *frames, uint16_t *number,
                                  uint16_t *state)
{
    *number = (uint16_t)(*w >> 16);
    *state = (uint16_t)*w++;
    if (*state == frames->touched) {
        frames->touched++;
        frames->states[*state].number = *number;
        w = take_sparse(w, frames->states[*state].fields, Q3_ES_COUNT);
    }
    return w;
}

static void put_player(struct sink *s, const struct q3_player_state *player)
{
    put_sparse(s, player->fields, Q3_PS_COUNT);
    put_sparse(s, player->stats, 4 * Q3_ARRAY);
}

static const uint32_t *take_player(const uint32_t *w, struct q3_player_state *player)
{
    w = take_sparse(w, player->fields, Q3_PS_COUNT);
    return take_sparse(w, player->stats, 4 * Q3_ARRAY);
}

_Static_assert(offsetof(struct q3_player_state, powerups) ==
                   offsetof(struct q3_player_state, stats) + 3 * Q3_ARRAY * sizeof(int32_t),
               "a player's arrays stand one behind the other");

enum { SNAPSHOT_WORDS = 8, FLAG_VALID = 1, FLAG_CURRENT = 2, FLAG_PREVIOUS = 4 };

static void put_snapshot(struct sink *s, const struct q3_frames *frames,
                         const struct q3_snapshot *snapshot, uint32_t place, uint32_t flags)
{
    const uint32_t head[SNAPSHOT_WORDS] = {
        place << 8 | flags,
        (uint32_t)snapshot->sequence,
        (uint32_t)snapshot->server_time,
        (uint32_t)snapshot->server_command,
        (uint32_t)snapshot->client_command,
        (uint32_t)snapshot->delta << 16 | (uint32_t)snapshot->flags << 8 | snapshot->area_size,
        snapshot->entity_end,
        snapshot->count,
    };
    put_words(s, head, SNAPSHOT_WORDS);
    put_bytes(s, snapshot->areas, Q3_MAX_AREA_BYTES);
    put_player(s, &snapshot->player);
    for (uint32_t i = 0; i < snapshot->count; i++) {
        put_state(s, frames, snapshot->numbers[i], snapshot->states[i]);
    }
}

static const uint32_t *take_snapshot(const uint32_t *w, struct q3_state *c)
{
    struct q3_frames *frames = &c->frames;
    const uint32_t place = w[0] >> 8, flags = w[0] & 0xff;
    struct q3_snapshot *snapshot = &frames->snapshots[place];
    snapshot->valid = (flags & FLAG_VALID) != 0;
    snapshot->sequence = (int32_t)w[1];
    snapshot->server_time = (int32_t)w[2];
    snapshot->server_command = (int32_t)w[3];
    snapshot->client_command = (int32_t)w[4];
    snapshot->delta = (uint8_t)(w[5] >> 16);
    snapshot->flags = (uint8_t)(w[5] >> 8);
    snapshot->area_size = (uint8_t)w[5];
    snapshot->entity_end = w[6];
    snapshot->count = w[7];
    w = take_bytes(w + SNAPSHOT_WORDS, snapshot->areas, Q3_MAX_AREA_BYTES);
    w = take_player(w, &snapshot->player);
    for (uint32_t i = 0; i < snapshot->count; i++) {
        w = take_state(w, frames, &snapshot->numbers[i], &snapshot->states[i]);
    }
    if (flags & FLAG_CURRENT) {
        c->current = (int32_t)place;
        frames->newest = (uint8_t)place;
        frames->any = true;
    }
    if (flags & FLAG_PREVIOUS) {
        c->previous = (int32_t)place;
    }
    return w;
}

/* Snapshots by their place in the ring; the spare one, at Q3_SNAPSHOTS, counts where it is the one
 * before the current. Those that are neither valid nor that one are not kept. */
static void put_snapshots(struct sink *s, const struct q3_state *c)
{
    const struct q3_frames *frames = &c->frames;
    for (uint32_t place = 0; place <= Q3_SNAPSHOTS; place++) {
        const uint8_t index = place < Q3_SNAPSHOTS ? frames->ring[place] : frames->spare;
        const struct q3_snapshot *snapshot = &frames->snapshots[index];
        const uint32_t flags = (snapshot->valid && place < Q3_SNAPSHOTS ? FLAG_VALID : 0u) |
                               (index == c->current ? FLAG_CURRENT : 0u) |
                               (index == c->previous ? FLAG_PREVIOUS : 0u);
        if (flags != 0) {
            put_snapshot(s, frames, snapshot, place, flags);
        }
    }
    put_word(s, UINT32_MAX);
}

static void put_frames(struct sink *s, const struct q3_state *c)
{
    const struct q3_frames *frames = &c->frames;
    put_word(s, (uint32_t)frames->started);
    put_word(s, (uint32_t)frames->server_command);
    put_word(s, frames->entity_end);
    put_word(s, frames->baseline_count);
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES && frames->baseline_count > 0; i++) {
        if (frames->baselines[i] != 0) {
            put_state(s, frames, i, frames->baselines[i]);
        }
    }
    put_snapshots(s, c);
}

static const uint32_t *take_frames(const uint32_t *w, struct q3_state *c)
{
    struct q3_frames *frames = &c->frames;
    q3_frames_reset(frames);
    frames->started = w[0] != 0;
    frames->server_command = (int32_t)w[1];
    frames->entity_end = w[2];
    frames->baseline_count = w[3];
    w += 4;
    for (uint32_t i = 0; i < frames->baseline_count; i++) {
        uint16_t number, state;
        w = take_state(w, frames, &number, &state);
        frames->baselines[number] = state;
    }
    while (*w != UINT32_MAX) {
        w = take_snapshot(w, c);
    }
    return w + 1;
}

static void put_configstrings(struct sink *s, const struct q3_gamestate *g)
{
    put_word(s, (uint32_t)g->server_command);
    put_word(s, (uint32_t)g->client);
    put_word(s, (uint32_t)g->checksum_feed);
    put_word(s, g->told);
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        if (g->offsets[i] != 0) {
            const char *text = g->text + g->offsets[i];
            put_word(s, i);
            put_string(s, text, strlen(text));
        }
    }
    put_word(s, UINT32_MAX);
}

static const uint32_t *take_configstrings(const uint32_t *w, struct q3_gamestate *g)
{
    q3_gamestate_reset(g);
    g->server_command = (int32_t)w[0];
    g->client = (int32_t)w[1];
    g->checksum_feed = (int32_t)w[2];
    g->told = w[3];
    w += 4;
    while (*w != UINT32_MAX) {
        const uint32_t index = w[0], length = w[1];
        g->offsets[index] = g->used;
        w = take_string(w + 1, g->text + g->used);
        g->used += length + 1;
    }
    return w + 1;
}

/* The last event of each entity. */
static void put_memories(struct sink *s, const struct q3_state *c)
{
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        if (c->last_event[i] != 0 || c->last_seen[i] != 0) {
            put_word(s, i << 16 | c->last_event[i]);
            put_word(s, (uint32_t)c->last_seen[i]);
        }
    }
    put_word(s, UINT32_MAX);
}

static const uint32_t *take_memories(const uint32_t *w, struct q3_state *c)
{
    memset(c->last_event, 0, sizeof(c->last_event));
    memset(c->last_seen, 0, sizeof(c->last_seen));
    for (; *w != UINT32_MAX; w += 2) {
        c->last_event[w[0] >> 16] = (uint16_t)w[0];
        c->last_seen[w[0] >> 16] = (int32_t)w[1];
    }
    return w + 1;
}

enum { MOTION_WORDS = sizeof(struct q3_player_anim) / 4 };

static void put_motion(struct sink *s, const struct q3_player_anims *player_anims, uint32_t number)
{
    int32_t words[MOTION_WORDS];
    memcpy(words, &player_anims->of[number], sizeof(words));
    put_word(s, number);
    put_sparse(s, words, MOTION_WORDS);
}

static const uint32_t *take_motion(const uint32_t *w, struct q3_player_anims *player_anims)
{
    int32_t words[MOTION_WORDS];
    const uint32_t number = *w;
    w = take_sparse(w + 1, words, MOTION_WORDS);
    memcpy(&player_anims->of[number], words, sizeof(words));
    return w;
}

static void put_motions(struct sink *s, const struct q3_player_anims *player_anims)
{
    put_word(s, player_anims->num_times);
    put_words(s, player_anims->times, min_u32(player_anims->num_times, Q3_TIMES));
    put_word(s, player_anims->count);
    for (uint32_t i = 0; i < player_anims->count; i++) {
        put_motion(s, player_anims, player_anims->numbers[i]);
    }
    put_motion(s, player_anims, Q3_OWN);
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        if (player_anims->respawned[i] != 0) {
            put_word(s, i);
            put_word(s, (uint32_t)player_anims->respawned[i]);
        }
    }
    put_word(s, UINT32_MAX);
}

static const uint32_t *take_motions(const uint32_t *w, struct q3_player_anims *player_anims)
{
    q3_player_anim_clear(player_anims);
    player_anims->num_times = *w++;
    w = take_words(w, player_anims->times, min_u32(player_anims->num_times, Q3_TIMES));
    player_anims->count = *w++;
    for (uint32_t i = 0; i < player_anims->count; i++) {
        player_anims->numbers[i] = (uint16_t)*w;
        w = take_motion(w, player_anims);
    }
    w = take_motion(w, player_anims);
    for (; *w != UINT32_MAX; w += 2) {
        player_anims->respawned[w[0]] = (int32_t)w[1];
    }
    return w + 1;
}

enum { EFFECT_WORDS = sizeof(struct q3_effect) / 4 };

static void put_effects(struct sink *s, const struct q3_effects *effects)
{
    put_words(s, &effects->plum_height, 1);
    put_word(s, effects->count);
    for (uint32_t i = 0; i < effects->count; i++) {
        int32_t words[EFFECT_WORDS];
        memcpy(words, q3_effects_at(effects, i), sizeof(words));
        put_sparse(s, words, EFFECT_WORDS);
    }
}

static const uint32_t *take_effects(const uint32_t *w, struct q3_effects *effects)
{
    q3_effects_clear(effects);
    w = take_words(w, &effects->plum_height, 1);
    const uint32_t count = *w++;
    for (uint32_t i = 0; i < count; i++) {
        int32_t words[EFFECT_WORDS];
        struct q3_effect effect;
        w = take_sparse(w, words, EFFECT_WORDS);
        memcpy(&effect, words, sizeof(words));
        q3_effects_add(effects, &effect);
    }
    return w;
}

enum { TRAIL_WORDS = sizeof(struct q3_trail) / 4 };

static void put_trails(struct sink *s, const struct q3_trails *trails)
{
    put_word(s, trails->count);
    for (uint32_t i = 0; i < trails->count; i++) {
        put_words(s, q3_trails_at(trails, i), TRAIL_WORDS);
    }
}

static const uint32_t *take_trails(const uint32_t *w, struct q3_trails *trails)
{
    q3_trails_clear(trails);
    const uint32_t count = *w++;
    for (uint32_t i = 0; i < count; i++) {
        struct q3_trail trail;
        w = take_words(w, &trail, TRAIL_WORDS);
        q3_trails_add(trails, &trail);
    }
    return w;
}

enum { HUD_WORDS = offsetof(struct q3_hud_state, names) / 4 };

static void put_hud(struct sink *s, const struct q3_hud_state *hud)
{
    int32_t words[HUD_WORDS];
    memcpy(words, hud, sizeof(words));
    put_sparse(s, words, HUD_WORDS);
    for (uint32_t i = 0; i < Q3_HUD_NAMES; i++) {
        put_string(s, hud->names[i], strlen(hud->names[i]));
    }
}

static const uint32_t *take_hud(const uint32_t *w, struct q3_hud_state *hud)
{
    int32_t words[HUD_WORDS];
    memset(hud, 0, sizeof(*hud));
    w = take_sparse(w, words, HUD_WORDS);
    memcpy(hud, words, sizeof(words));
    for (uint32_t i = 0; i < Q3_HUD_NAMES; i++) {
        w = take_string(w, hud->names[i]);
    }
    return w;
}

enum { ARENA_WORDS = offsetof(struct q3_arena, names) / 4 };

static void put_arena(struct sink *s, const struct q3_arena *arena)
{
    int32_t words[ARENA_WORDS];
    memcpy(words, arena, sizeof(words));
    put_sparse(s, words, ARENA_WORDS);
    for (int32_t i = 0; i < arena->num_points; i++) {
        put_string(s, arena->names[i], strlen(arena->names[i]));
    }
}

static const uint32_t *take_arena(const uint32_t *w, struct q3_arena *arena)
{
    int32_t words[ARENA_WORDS];
    w = take_sparse(w, words, ARENA_WORDS);
    memcpy(arena, words, sizeof(words));
    for (int32_t i = 0; i < arena->num_points; i++) {
        w = take_string(w, arena->names[i]);
    }
    return w;
}

enum { ROW_WORDS = sizeof(struct q3_board_row) / 4, MATE_WORDS = sizeof(struct q3_board_mate) / 4 };
enum { SEEN_WORDS = Q3_BOARD_ROWS / 32 };

static void put_board(struct sink *s, const struct q3_board *board)
{
    put_words(s, board->teams, 2);
    put_word(s, board->num_rows);
    put_words(s, board->rows, (size_t)board->num_rows * ROW_WORDS);
    put_words(s, board->seen, SEEN_WORDS);
    for (uint32_t i = 0; i < Q3_BOARD_ROWS; i++) {
        if ((board->seen[i / 32] >> i % 32 & 1) != 0) {
            put_word(s, (uint32_t)board->scores[i]);
        }
    }
    put_word(s, (uint32_t)board->respawn);
    put_word(s, board->num_mates);
    put_words(s, board->mates, (size_t)board->num_mates * MATE_WORDS);
    put_arena(s, &board->arena);
}

static const uint32_t *take_board(const uint32_t *w, struct q3_board *board)
{
    memset(board, 0, sizeof(*board));
    w = take_words(w, board->teams, 2);
    board->num_rows = *w++;
    w = take_words(w, board->rows, (size_t)board->num_rows * ROW_WORDS);
    w = take_words(w, board->seen, SEEN_WORDS);
    for (uint32_t i = 0; i < Q3_BOARD_ROWS; i++) {
        if ((board->seen[i / 32] >> i % 32 & 1) != 0) {
            board->scores[i] = (int32_t)*w++;
        }
    }
    board->respawn = (int32_t)*w++;
    board->num_mates = *w++;
    w = take_words(w, board->mates, (size_t)board->num_mates * MATE_WORDS);
    return take_arena(w, &board->arena);
}

enum { VIEW_WORDS = sizeof(struct q3_view_state) / 4, NUM_VIEWS = 2 };
enum { EVENT_WORDS = sizeof(struct q3_event) / 4, SCORE_WORDS = sizeof(struct q3_score) / 4 };

static void put_history(struct sink *s, const struct q3_state *c)
{
    put_word(s, c->num_events);
    put_words(s, c->events, (size_t)min_u32(c->num_events, Q3_EVENTS) * EVENT_WORDS);
    put_words(s, c->views, NUM_VIEWS * VIEW_WORDS);
    put_word(s, c->num_lines);
    for (uint32_t i = 0; i < min_u32(c->num_lines, Q3_LINES); i++) {
        put_word(s, (uint32_t)c->lines[i].time);
        put_word(s, (uint32_t)c->lines[i].kind);
        put_string(s, c->lines[i].text, strlen(c->lines[i].text));
    }
    put_word(s, (uint32_t)c->center_time);
    put_string(s, c->center, strlen(c->center));
    put_word(s, (uint32_t)c->scores_time);
    put_words(s, c->team_scores, 2);
    put_word(s, c->num_scores);
    put_words(s, c->scores, (size_t)c->num_scores * SCORE_WORDS);
}

static const uint32_t *take_history(const uint32_t *w, struct q3_state *c)
{
    c->num_events = *w++;
    w = take_words(w, c->events, (size_t)min_u32(c->num_events, Q3_EVENTS) * EVENT_WORDS);
    w = take_words(w, c->views, NUM_VIEWS * VIEW_WORDS);
    c->num_lines = *w++;
    for (uint32_t i = 0; i < min_u32(c->num_lines, Q3_LINES); i++) {
        c->lines[i].time = (int32_t)*w++;
        c->lines[i].kind = (int32_t)*w++;
        w = take_string(w, c->lines[i].text);
    }
    c->center_time = (int32_t)*w++;
    w = take_string(w, c->center);
    c->scores_time = (int32_t)*w++;
    w = take_words(w, c->team_scores, 2);
    c->num_scores = *w++;
    return take_words(w, c->scores, (size_t)c->num_scores * SCORE_WORDS);
}

/* A long command is packed only while it is incomplete. */
static void put_all(struct sink *s, const struct q3_state *c)
{
    put_word(s, c->gamestates);
    put_word(s, c->updates);
    put_word(s, c->changes);
    put_word(s, (uint32_t)c->restarts);
    put_word(s, (uint32_t)c->restart_time);
    put_word(s, c->disconnected);
    put_word(s, (uint32_t)c->executed);
    put_word(s, c->num_executed);
    put_word(s, c->due_used);
    put_word(s, c->due_executed);
    put_bytes(s, c->due, c->due_used);
    put_string(s, c->join.text, c->join.size);
    put_history(s, c);
    put_memories(s, c);
    put_motions(s, &c->player_anims);
    put_effects(s, &c->effects);
    put_hud(s, &c->huds[0]);
    put_hud(s, &c->huds[1]);
    put_board(s, &c->board);
    put_trails(s, &c->trails);
    put_configstrings(s, &c->gamestate);
    put_frames(s, c);
}

void q3_state_unpack(struct q3_state *c, const struct q3_game *game, const uint32_t *w)
{
    c->gamestates = *w++;
    c->updates = *w++;
    c->changes = *w++;
    c->restarts = (int32_t)*w++;
    c->restart_time = (int32_t)*w++;
    c->disconnected = *w++;
    c->executed = (int32_t)*w++;
    c->num_executed = *w++;
    c->due_used = *w++;
    c->due_executed = *w++;
    c->current = c->previous = Q3_NO_SNAPSHOT;
    w = take_bytes(w, c->due, c->due_used);
    c->join.size = *w;
    w = take_string(w, c->join.text);
    w = take_history(w, c);
    w = take_memories(w, c);
    w = take_motions(w, &c->player_anims);
    w = take_effects(w, &c->effects);
    w = take_hud(w, &c->huds[0]);
    w = take_hud(w, &c->huds[1]);
    w = take_board(w, &c->board);
    w = take_trails(w, &c->trails);
    w = take_configstrings(w, &c->gamestate);
    (void)take_frames(w, c);
    q3_state_refresh_names(c, game);
    q3_match_refresh(c, game);
}

static void sink_start(struct sink *s, const struct q3_state *c, uint32_t *words, size_t room,
                       bool hashing)
{
    s->words = words;
    s->room = room;
    s->count = 0;
    s->hashing = hashing;
    s->hash = HASH_START;
    s->num_packed = 0;
    memset(s->packed, 0, c->frames.touched * sizeof(s->packed[0]));
}

size_t q3_state_pack_size(const struct q3_state *state)
{
    struct sink s;
    sink_start(&s, state, NULL, 0, false);
    put_all(&s, state);
    return s.count;
}

size_t q3_state_pack(const struct q3_state *state, uint32_t *words, size_t room)
{
    struct sink s;
    sink_start(&s, state, words, room, false);
    put_all(&s, state);
    return s.count;
}

uint64_t q3_state_pack_hash(const struct q3_state *state)
{
    struct sink s;
    sink_start(&s, state, NULL, 0, true);
    put_all(&s, state);
    return s.hash;
}

uint64_t q3_state_pack_hash_words(const uint32_t *words, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++) {
        hash = hash_word(hash, words[i]);
    }
    return hash;
}
