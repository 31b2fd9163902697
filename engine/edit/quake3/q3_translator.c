#include "engine/edit/quake3/q3_translator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "formats/base/info_string.h"

enum {
    NONE = -1,
    LEVEL_PLACES = 672, /* first configstring of places with 128 slots for players */
    PLACES = 64,
    SLOTS_LESS = 64 /* since then */
};

struct kind {
    int from, to;
    int32_t (*configstring)(int32_t index, int32_t told); /* NULL: the same; NONE: dropped */
    void (*entity)(struct q3_translator *t, struct q3_entity_state *state); /* NULL: the same */
    void (*player)(struct q3_translator *t, struct q3_player_state *state);
    bool old_scores; /* without awards */
};

struct q3_translator {
    const struct kind *kind;
    const int32_t *clients;
    uint32_t levels, level; /* level: the next one's number */
    int32_t told;           /* protocol by the serverinfo */
    struct q3_translator_report report;
    struct q3_words words;
    char text[Q3_LONG_COMMAND];
    struct q3_gamestate gamestate;
    struct q3_frames frames;
};

/* --- 43 and 48 ----------------------------------------------------------------------------------
 */

static int32_t configstring_of_43(int32_t index, int32_t told)
{
    (void)told;
    if (index >= LEVEL_PLACES) {
        return index < LEVEL_PLACES + PLACES ? index - SLOTS_LESS : NONE;
    }
    if (index >= 12 && index <= 15) { /* version, level's start, intermission */
        return index + 8;
    }
    return index <= 11 || (index >= 27 && index < LEVEL_PLACES - SLOTS_LESS) ? index : NONE;
}

static int32_t configstring_of_48(int32_t index, int32_t told)
{
    const bool is_place = index >= LEVEL_PLACES && index < LEVEL_PLACES + PLACES;
    return told < Q3_PROTOCOL_48 && is_place ? index - SLOTS_LESS : index;
}

/* Events since then: team sounds (47), missiles that miss metal (52), and Team Arena's. */
static int32_t event_of_43(struct q3_translator *t, int32_t numbered)
{
    enum { GIB = 62, DEBUG_LINE, TAUNT, NEW_DEBUG_LINE = 74, NEW_TAUNT = 76 };
    const int32_t repeats = numbered & Q3_EVENT_BITS, event = numbered & ~Q3_EVENT_BITS;
    if (event > TAUNT || event < 0) {
        t->report.events++;
        return repeats;
    }
    const int32_t now = event == TAUNT        ? NEW_TAUNT
                        : event == DEBUG_LINE ? NEW_DEBUG_LINE
                        : event > 50          ? event + 2
                        : event > 46          ? event + 1
                                              : event;
    return now | repeats;
}

static void entity_of_43(struct q3_translator *t, struct q3_entity_state *state)
{
    enum { EVENT_ENTITY = Q3_ET_TEAM, NEW_EVENT_ENTITY };
    int32_t *type = &state->fields[Q3_ES_E_TYPE];
    state->fields[Q3_ES_EVENT] = event_of_43(t, state->fields[Q3_ES_EVENT]);
    if (*type >= EVENT_ENTITY) {
        *type = NEW_EVENT_ENTITY + event_of_43(t, *type - EVENT_ENTITY);
    }
}

static void player_of_43(struct q3_translator *t, struct q3_player_state *state)
{
    static const int8_t counts[Q3_ARRAY] = {0, 1, 2,  3,  4,    NONE, NONE, 6,
                                            8, 9, 10, 13, NONE, NONE, NONE, NONE};
    int32_t old[Q3_ARRAY];
    memcpy(old, state->persistant, sizeof old);
    memset(state->persistant, 0, sizeof state->persistant);
    for (int i = 0; i < Q3_ARRAY; i++) {
        if (counts[i] != NONE) {
            state->persistant[counts[i]] = old[i];
        }
    }
    static const uint8_t events[] = {Q3_PS_EVENTS_0, Q3_PS_EVENTS_1, Q3_PS_EXTERNAL_EVENT};
    for (int i = 0; i < 3; i++) {
        state->fields[events[i]] = event_of_43(t, state->fields[events[i]]);
    }
}

/* --- Quake Live ---------------------------------------------------------------------------------
 */

static int32_t configstring_of_live(int32_t index, int32_t told)
{
    enum { FIRST = 679, LAST = 713 };
    static const int16_t moved[LAST - FIRST + 1] = {
        678, 679,  NONE, 681, 682, 683, 684, 687,  688,  685,  686, NONE, /* 679 to 690 */
        692, 693,  694,  695, 694, 695, 696, NONE, 697,  698,  699, 700,  /* to 702 */
        701, NONE, 703,  704, 705, 706, 707, 708,  NONE, NONE, 710        /* to 713 */
    };
    (void)told;
    if (index <= 665 || (index >= 669 && index <= 672)) {
        return index;
    }
    return index >= FIRST && index <= LAST ? moved[index - FIRST] : NONE;
}

static int32_t powerup_of_live(int32_t powerup)
{
    enum { FLAGS = 3 }; /* come first in 91 */
    if (powerup >= Q3_POWERUP_QUAD && powerup <= Q3_POWERUP_FLIGHT) {
        return powerup + FLAGS;
    }
    return powerup >= Q3_POWERUP_RED_FLAG && powerup <= Q3_POWERUP_NEUTRAL_FLAG
               ? powerup - Q3_POWERUP_FLIGHT
               : powerup;
}

static void entity_of_live(struct q3_translator *t, struct q3_entity_state *state)
{
    enum { VOTED = 0x4000 }; /* in 91: a spectator of all */
    const int32_t bits = state->fields[Q3_ES_POWERUPS];
    int32_t moved = 0;
    (void)t;
    for (int i = 0; i < Q3_ARRAY; i++) {
        moved |= (bits >> i & 1) << powerup_of_live(i);
    }
    state->fields[Q3_ES_POWERUPS] = moved;
    state->fields[Q3_ES_E_FLAGS] &= ~VOTED;
}

static void player_of_live(struct q3_translator *t, struct q3_player_state *state)
{
    enum { WATER_JUMP = 1 << 8, NEW_WATER_JUMP = 1 << 7, SCOREBOARD = 1 << 13, ARMOR_COUNT = 14 };
    int32_t powerups[Q3_ARRAY];
    int32_t *flags = &state->fields[Q3_PS_PM_FLAGS];
    (void)t;
    memcpy(powerups, state->powerups, sizeof powerups);
    for (int i = 0; i < Q3_ARRAY; i++) {
        state->powerups[powerup_of_live(i)] = powerups[i];
    }
    const int32_t jump = *flags & WATER_JUMP ? NEW_WATER_JUMP : 0;
    *flags = (*flags & ~(WATER_JUMP | SCOREBOARD)) | jump;
    for (int i = ARMOR_COUNT; i < Q3_ARRAY; i++) { /* means something else in 91 */
        state->persistant[i] = 0;
    }
}

/* --- all ----------------------------------------------------------------------------------------
 */

static const struct kind kinds[] = {
    {43, 68, configstring_of_43, entity_of_43, player_of_43, true},
    {45, 68, configstring_of_43, entity_of_43, player_of_43, true},
    {48, 68, configstring_of_48, NULL, NULL, false},
    {66, 68, NULL, NULL, NULL, false},
    {67, 68, NULL, NULL, NULL, false},
    {68, 68, NULL, NULL, NULL, false},
    {73, 91, configstring_of_live, entity_of_live, player_of_live, false},
    {90, 91, configstring_of_live, entity_of_live, player_of_live, false},
    {91, 91, NULL, NULL, NULL, false},
};

static const struct kind *find_kind(int from, int to)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].from == from && kinds[i].to == to) {
            return &kinds[i];
        }
    }
    return NULL;
}

bool q3_translator_knows(int from, int to)
{
    return find_kind(from, to) != NULL;
}

struct q3_translator *q3_translator_create(int from, int to, const int32_t *clients,
                                           uint32_t levels)
{
    const struct kind *kind = find_kind(from, to);
    struct q3_translator *t = kind ? calloc(1, sizeof *t) : NULL;
    if (t) {
        t->kind = kind;
        t->clients = clients;
        t->levels = levels;
    }
    return t;
}

void q3_translator_free(struct q3_translator *t)
{
    free(t);
}

const struct q3_frames *q3_translator_frames(const struct q3_translator *t)
{
    return &t->frames;
}

struct q3_translator_report q3_translator_report(const struct q3_translator *t)
{
    return t->report;
}

static int32_t translate_index(struct q3_translator *t, int32_t index)
{
    const int32_t to = t->kind->configstring ? t->kind->configstring(index, t->told) : index;
    t->report.configstrings += to == NONE;
    return to;
}

/* Writes a serverinfo with the new protocol's number to text, of `room` bytes. */
static void write_serverinfo(const struct q3_translator *t, const char *from, char *text,
                             size_t room)
{
    uint32_t length;
    const char *value = info_find(from, "protocol", INFO_KEYS_ANY_CASE, &length);
    if (value) {
        snprintf(text, room, "%.*s%d%s", (int)(value - from), from, t->kind->to, value + length);
    } else {
        snprintf(text, room, "%s", from);
    }
}

static void translate_state(struct q3_translator *t, const struct q3_frames *frames, uint16_t state)
{
    t->frames.states[state] = frames->states[state];
    if (t->kind->entity) {
        t->kind->entity(t, &t->frames.states[state]);
    }
}

static int32_t find_client(struct q3_translator *t, int32_t told)
{
    const int32_t found = t->level < t->levels ? t->clients[t->level] : 0;
    t->level++;
    return told >= 0 ? told : found;
}

const struct q3_gamestate *q3_translator_gamestate(struct q3_translator *t,
                                                   const struct q3_gamestate *from,
                                                   const struct q3_frames *frames)
{
    t->told = info_number(q3_gamestate_string(from, Q3_CS_SERVERINFO), "protocol",
                          INFO_KEYS_ANY_CASE, t->kind->from);
    q3_gamestate_reset(&t->gamestate);
    t->gamestate.server_command = from->server_command;
    t->gamestate.checksum_feed = from->checksum_feed;
    t->gamestate.client = find_client(t, from->client);
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const char *text = q3_gamestate_string(from, i);
        const int32_t to = *text != '\0' ? translate_index(t, (int32_t)i) : NONE;
        if (i == Q3_CS_SERVERINFO) {
            write_serverinfo(t, text, t->text, sizeof t->text);
            text = t->text;
        }
        if (to != NONE) { /* they fit: the translated are not more */
            (void)!q3_gamestate_set(&t->gamestate, (uint32_t)to, text);
        }
    }
    memcpy(t->frames.baselines, frames->baselines, sizeof t->frames.baselines);
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        if (frames->baselines[i] != 0) {
            translate_state(t, frames, frames->baselines[i]);
        }
    }
    return &t->gamestate;
}

const struct q3_snapshot *q3_translator_snapshot(struct q3_translator *t,
                                                 const struct q3_frames *frames,
                                                 const struct q3_snapshot *snapshot)
{
    struct q3_snapshot *to = &t->frames.snapshots[snapshot - frames->snapshots];
    *to = *snapshot;
    if (t->kind->player) {
        t->kind->player(t, &to->player);
    }
    for (uint32_t i = 0; i < to->count; i++) {
        translate_state(t, frames, to->states[i]);
    }
    return to;
}

/* --- commands -----------------------------------------------------------------------------------
 */

/* `cs N "text"` and its parts, bcs0 to bcs2. */
static bool is_configstring(const char *word)
{
    return strcmp(word, "cs") == 0 ||
           (strncmp(word, "bcs", 3) == 0 && word[3] >= '0' && word[3] <= '2' && word[4] == '\0');
}

static const char *translate_configstring(struct q3_translator *t, const char *text)
{
    char info[Q3_LONG_COMMAND - 32];
    const char *name = q3_word(&t->words, 0), *value = q3_word(&t->words, 2);
    const int32_t from = q3_word_number(&t->words, 1), to = translate_index(t, from);
    if (to == NONE) {
        return "";
    }
    const bool serverinfo = from == Q3_CS_SERVERINFO && strcmp(name, "cs") == 0;
    if (to == from && !serverinfo) {
        return text;
    }
    if (serverinfo) {
        write_serverinfo(t, value, info, sizeof info);
        value = info;
    }
    snprintf(t->text, sizeof t->text, "%s %d \"%s\"", name, (int)to, value);
    return t->text;
}

/* Adds the eight awards that a player of 68's scores has. */
static const char *translate_scores(struct q3_translator *t, const char *text)
{
    enum { HEAD = 4, OLD = 6 }; /* words in front of the players', and of each player */
    const int32_t told = q3_word_number(&t->words, 1);
    const uint32_t count = told < 0 ? 0 : (uint32_t)told;
    size_t size = 0;
    if (count > Q3_MAX_WORDS || t->words.count < HEAD + count * OLD) {
        return text;
    }
    for (uint32_t i = 0; i < HEAD + count * OLD; i++) {
        const bool ends = i >= HEAD && (i - HEAD) % OLD == OLD - 1;
        size += (size_t)snprintf(t->text + size, sizeof t->text - size, "%s%s%s", i ? " " : "",
                                 q3_word(&t->words, i), ends ? " 0 0 0 0 0 0 0 0" : "");
        if (size >= sizeof t->text) {
            return text;
        }
    }
    return t->text;
}

const char *q3_translator_command(struct q3_translator *t, const char *text)
{
    q3_words_split(&t->words, text);
    const char *name = q3_word(&t->words, 0);
    if (is_configstring(name)) {
        return translate_configstring(t, text);
    }
    return t->kind->old_scores && strcmp(name, "scores") == 0 ? translate_scores(t, text) : text;
}
