#include "engine/quake3/sounds/q3_match_sounds.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_event_kind.h"
#include "formats/base/dmath.h"

#define F(name) "sound/feedback/" name ".wav"

enum {
    MUSIC = 2, /* configstrings */
    VOTE_TIME = 8,
    VOTE_TEXT,
    VOTE_YES,
    VOTE_NO,
    NO_COUNT = -1,
    MUSIC_BYTES = 160
};

/* ---- match state -------------------------------------------------------------------------- */

static uint32_t hash_string(const struct q3_state *c, uint32_t index, uint32_t seed)
{
    const char *text = q3_gamestate_string(&c->gamestate, index);
    uint32_t hash = seed;
    for (; *text != '\0'; text++) {
        hash = dmath_hash(hash, (unsigned char)*text, 4);
    }
    return hash;
}

/* Seconds to the start of the match. In OpenArena's round-based game types, once the match runs,
 * seconds to the next round. */
static int32_t count_of(const struct q3_state *c, const struct q3_match *match)
{
    enum { SECOND = 1000 };
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const bool rounds = match->mod == Q3_MOD_OPENARENA && match->rounds && match->warmup == 0;
    const int32_t begins = rounds ? c->board.arena.round_start : match->warmup;
    if (!now || begins <= 0) {
        return NO_COUNT;
    }
    const int64_t left = (int64_t)begins - now->server_time;
    return left > 0 ? (int32_t)(left / SECOND) : rounds && left < 0 ? NO_COUNT : 0;
}

static int scoring_of(const struct q3_state *c, const struct q3_match *match)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    int32_t team;
    int seconds;
    const bool scores =
        now && q3_match_scoring(match, &c->board.arena, now->server_time, &team, &seconds);
    return scores ? seconds : 0;
}

/* Hash of the vote of the recorder's team; 0 = no vote. */
static uint32_t hash_team_vote(const struct q3_sound_emitter *h)
{
    enum { TEAM_VOTE = 12, PER_TEAM = 2, PER_VOTE = 4, RED = 1, BLUE = 2 };
    const struct q3_state *c = h->state;
    const int32_t client = c->gamestate.client;
    struct q3_player recorder;
    if (h->game->level_start <= TEAM_VOTE + PER_TEAM * PER_VOTE || client < 0 ||
        client >= Q3_PLAYERS || !q3_state_player(c, h->game, (uint32_t)client, &recorder) ||
        (recorder.team != RED && recorder.team != BLUE)) {
        return 0;
    }
    const uint32_t time = TEAM_VOTE + (recorder.team == BLUE ? 1u : 0u);
    const uint32_t yes = time + 2 * PER_TEAM, no = time + 3 * PER_TEAM;
    const bool votes = q3_text_number(q3_gamestate_string(&c->gamestate, time)) != 0;
    return votes ? hash_string(c, no, hash_string(c, yes, hash_string(c, time, 1))) : 0;
}

static void read_match(struct q3_match_seen *seen, const struct q3_sound_emitter *h)
{
    const struct q3_state *c = h->state;
    *seen = (struct q3_match_seen){
        .gamestates = c->gamestates,
        .num_lines = c->num_lines,
        .restarts = c->restarts,
        .warmup = h->match.warmup,
        .caption = hash_string(c, VOTE_TEXT, 0),
        .vote = hash_string(c, VOTE_NO, hash_string(c, VOTE_YES, hash_string(c, VOTE_TIME, 1))),
        .team_vote = hash_team_vote(h),
        .music = hash_string(c, MUSIC, 1)};
    seen->count = count_of(c, &h->match);
    seen->scoring = scoring_of(c, &h->match);
}

void q3_match_before(struct q3_match_seen *seen, const struct q3_sound_emitter *h)
{
    read_match(seen, h);
}

/* ---- music ----------------------------------------------------------------------------------- */

/* Copies the next name of the music string without its extension; returns the rest. */
static const char *take_word(const char *text, char word[MUSIC_BYTES])
{
    size_t length = 0;
    while (*text == ' ' || *text == '\t' || *text == '"') {
        text++;
    }
    for (; *text != '\0' && *text != ' ' && *text != '\t' && *text != '"'; text++) {
        if (length + 1 < MUSIC_BYTES) {
            word[length++] = *text == '\\' ? '/' : *text;
        }
    }
    word[length] = '\0';
    char *slash = strrchr(word, '/'), *dot = strrchr(word, '.');
    if (dot && dot != word && (!slash || dot > slash)) {
        *dot = '\0';
    }
    return text;
}

/* "intro loop": plays the intro once, then repeats the loop. A single name is both. */
static void emit_music(struct q3_sound_emitter *h)
{
    char intro[MUSIC_BYTES], loop[MUSIC_BYTES], name[2 * MUSIC_BYTES + 1];
    const struct demo_sound music = {.kind = DEMO_SOUND_MUSIC, .entity = DEMO_SOUND_NOBODY};
    const char *rest = take_word(q3_gamestate_string(&h->state->gamestate, MUSIC), intro);
    take_word(rest, loop);
    (void)snprintf(name, sizeof(name), loop[0] != '\0' ? "%s\n%s" : "%s", intro, loop);
    if (h->status == 0) {
        h->status = demo_sounds_add(h->sounds, &music, "", name);
    }
}

/* ---- chat, votes and countdowns
 * ------------------------------------------------------------------------ */

static void emit_talk(struct q3_sound_emitter *h)
{
    q3_emit_everywhere(h, Q3_CHANNEL_LOCAL_SOUND, "sound/player/talk.wav");
}

/* Team Arena and Quake Live announce votes and "prepare your team". OpenArena's data has these
 * sounds, but its client does not play them. */
static bool has_vote_voice(const struct q3_sound_emitter *h)
{
    return h->game->live || h->mod == Q3_MOD_TEAM_ARENA;
}

static void emit_lines(struct q3_sound_emitter *h, uint32_t first)
{
    const struct q3_state *c = h->state;
    const bool voted = has_vote_voice(h);
    const uint32_t new = c->num_lines - first, kept = new < Q3_LINES ? new : Q3_LINES;
    bool talked = false;
    for (uint32_t i = c->num_lines - kept; i != c->num_lines; i++) {
        const struct q3_line *line = &c->lines[i % Q3_LINES];
        if (line->kind != Q3_LINE_PRINT) {
            talked = true;
        } else if (voted && strncmp(line->text, "vote passed", 11) == 0) {
            q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, F("vote_passed"));
        } else if (voted && strncmp(line->text, "vote failed", 11) == 0) {
            q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, F("vote_failed"));
        }
    }
    if (talked) {
        emit_talk(h);
    }
}

/* Changed vote counts beep while a vote is running. */
static void emit_vote(struct q3_sound_emitter *h, const struct q3_match_seen *before,
                      const struct q3_match_seen *now)
{
    const char *time = q3_gamestate_string(&h->state->gamestate, VOTE_TIME);
    if (now->vote != before->vote && q3_text_number(time) != 0) {
        emit_talk(h);
    }
    if (now->team_vote != before->team_vote && now->team_vote != 0) {
        emit_talk(h);
    }
    if (has_vote_voice(h) && now->caption != before->caption && now->caption != 0) {
        q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, F("vote_now"));
    }
}

static void emit_count(struct q3_sound_emitter *h, const struct q3_match_seen *before,
                       const struct q3_match_seen *now)
{
    static const char *const counts[] = {F("one"), F("two"), F("three")};
    enum { COUNTS = sizeof(counts) / sizeof(counts[0]), FLAGS = 4, LAST_FLAGS = 7, TEN = 10 };
    if (now->warmup > 0 && before->warmup <= 0) {
        const int32_t later =
            h->game->live ? 1 : 0; /* Quake Live inserted a game type before these */
        const int32_t type = q3_emit_serverinfo(h, "g_gametype") - later;
        q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER,
                           has_vote_voice(h) && type >= FLAGS && type <= LAST_FLAGS
                               ? F("prepare_team")
                               : F("prepare"));
    }
    if (now->count != before->count && now->count >= 0 && now->count < (int32_t)COUNTS && h->now) {
        q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, counts[now->count]);
    }
    if (now->scoring != before->scoring && h->now) {
        if (now->scoring == TEN) {
            q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, "sound/items/cl_doubler.wav");
        } else if (now->scoring >= 1 && now->scoring <= (int)COUNTS) {
            q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, counts[now->scoring - 1]);
        }
    }
}

/* The kamikaze implosion sounds 2 s after the explosion. */
static void emit_kamikaze(struct q3_sound_emitter *h)
{
    enum { AFTER = 2000 };
    const struct q3_state *c = h->state;
    for (uint32_t back = 1; back <= Q3_EVENTS && back <= c->num_events; back++) {
        const struct q3_event *e = &c->events[(c->num_events - back) % Q3_EVENTS];
        const int64_t due = (int64_t)e->time + AFTER;
        if (due <= h->before->server_time) {
            return;
        }
        if (due <= h->now->server_time && e->time >= c->restart_time &&
            q3_event_kind_of(h->game, h->mod, e->event) == Q3_EVENT_KAMIKAZE) {
            q3_emit_everywhere(h, Q3_CHANNEL_AUTO, "sound/items/kam_implode.wav");
        }
    }
}

void q3_match_sounds(struct q3_sound_emitter *h, const struct q3_match_seen *before)
{
    struct q3_match_seen now;
    const bool another = h->state->gamestates != before->gamestates;
    read_match(&now, h);
    h->seed = dmath_hash((uint32_t)h->state->updates, h->state->num_executed, 5);
    const bool has_music = *q3_gamestate_string(&h->state->gamestate, MUSIC) != '\0';
    if (another || now.music != before->music || (has_music && now.restarts != before->restarts)) {
        emit_music(h);
    }
    if (another) {
        return;
    }
    emit_lines(h, before->num_lines);
    emit_vote(h, before, &now);
    if (now.restarts != before->restarts && now.warmup == 0) {
        q3_emit_everywhere(h, Q3_CHANNEL_ANNOUNCER, F("fight"));
    }
    emit_count(h, before, &now);
    if (h->now && h->before) {
        emit_kamikaze(h);
    }
}
