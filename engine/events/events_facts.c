/* What families report: events, names, talk, obituaries, places. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/events/events_internal.h"
#include "engine/family/demo_events.h"
#include "engine/quake/obituary.h"
#include "formats/base/arrays.h"

static bool is_slot(int32_t slot)
{
    return slot >= 0 && slot < GAME_PLAYERS;
}

struct game_event events_make(enum game_event_kind kind, int32_t player, int32_t other)
{
    return (struct game_event){.kind = kind,
                               .player.slot = is_slot(player) ? player : GAME_NOBODY,
                               .other.slot = is_slot(other) ? other : GAME_NOBODY,
                               .value = NAN,
                               .total = NAN,
                               .item = -1,
                               .air = NAN,
                               .distance = NAN,
                               .turn = NAN,
                               .turn_speed = NAN};
}

static void copy_side(const struct events_reader *reader, int32_t slot, char name[GAME_NAME],
                      char team[GAME_NAME])
{
    name[0] = team[0] = '\0';
    if (is_slot(slot)) {
        memcpy(name, reader->players[slot].name, GAME_NAME);
        memcpy(team, reader->players[slot].team, GAME_NAME);
    }
}

void events_add(struct events_reader *reader, const struct game_event *event)
{
    if (!(reader->sink->kinds >> event->kind & 1) || !reader->sink->event || reader->status < 0) {
        return;
    }
    if (array_reserve(&reader->waiting, &reader->room_waiting, reader->num_waiting + 1,
                      sizeof *reader->waiting) < 0) {
        reader->status = FORMAT_MEMORY;
        return;
    }
    struct events_waiting *to = &reader->waiting[reader->num_waiting++];
    to->event = *event;
    to->event.block = reader->block;
    to->event.offset = reader->offset;
    to->event.level = reader->levels > 0 ? reader->levels - 1 : 0;
    snprintf(to->text, sizeof to->text, "%s", event->text ? event->text : "");
    copy_side(reader, event->player.slot, to->names[0], to->teams[0]);
    copy_side(reader, event->other.slot, to->names[1], to->teams[1]);
}

void events_add_text(struct events_reader *reader, enum game_event_kind kind, int32_t player,
                     const char *text)
{
    struct game_event event = events_make(kind, player, GAME_NOBODY);
    event.text = text;
    events_add(reader, &event);
}

void events_set_player(const struct events_reader *reader, struct events_waiting *waiting,
                       int32_t slot)
{
    waiting->event.player.slot = slot;
    copy_side(reader, slot, waiting->names[0], waiting->teams[0]);
}

void events_set_other(const struct events_reader *reader, struct events_waiting *waiting,
                      int32_t slot)
{
    waiting->event.other.slot = slot;
    copy_side(reader, slot, waiting->names[1], waiting->teams[1]);
}

void events_begin_level(struct events_reader *reader)
{
    memset(reader->players, 0, sizeof reader->players);
    memset(reader->present, 0, sizeof reader->present);
    reader->levels++;
}

void events_name_level(struct events_reader *reader, const char *file)
{
    struct game_event event = events_make(GAME_EVENT_LEVEL, GAME_NOBODY, GAME_NOBODY);
    const char *slash = file ? strrchr(file, '/') : NULL;
    const char *name = slash ? slash + 1 : file ? file : "";
    const size_t length = strlen(name), ending = sizeof ".bsp" - 1;
    const bool is_file = length >= ending && strcmp(name + length - ending, ".bsp") == 0;
    char base[GAME_NAME], plain[GAME_NAME];
    snprintf(base, sizeof base, "%.*s", is_file ? (int)(length - ending) : GAME_NAME, name);
    demo_plain_text(plain, sizeof plain, base);
    event.text = plain;
    events_add(reader, &event);
}

/* --- names --------------------------------------------------------------------------------------
 */

void events_set_name(struct events_reader *reader, uint32_t slot, const char *plain)
{
    if (slot < GAME_PLAYERS) {
        snprintf(reader->players[slot].name, GAME_NAME, "%s", plain);
    }
}

void events_set_team(struct events_reader *reader, uint32_t slot, const char *plain)
{
    if (slot >= GAME_PLAYERS || strcmp(reader->players[slot].team, plain) == 0) {
        return;
    }
    const bool changed = reader->players[slot].team[0] != '\0' && plain[0] != '\0';
    snprintf(reader->players[slot].team, GAME_NAME, "%s", plain);
    if (changed) {
        events_add_text(reader, GAME_EVENT_TEAM, (int32_t)slot, plain);
    }
}

int32_t events_find_name(const struct events_reader *reader, const char *plain)
{
    for (int32_t i = 0; plain[0] != '\0' && i < GAME_PLAYERS; i++) {
        if (strcmp(reader->players[i].name, plain) == 0) {
            return i;
        }
    }
    return GAME_NOBODY;
}

size_t events_find_speaker(const struct events_reader *reader, const char *line, const char *after,
                           int32_t *slot)
{
    size_t longest = 0;
    *slot = GAME_NOBODY;
    for (int32_t i = 0; i < GAME_PLAYERS; i++) {
        const size_t length = strlen(reader->players[i].name);
        if (length > longest && strncmp(line, reader->players[i].name, length) == 0 &&
            strncmp(line + length, after, strlen(after)) == 0) {
            longest = length;
            *slot = i;
        }
    }
    return longest;
}

void events_add_chat(struct events_reader *reader, const char *line, const char *shown,
                     int32_t viewer)
{
    struct game_event event = events_make(GAME_EVENT_CHAT, GAME_NOBODY, GAME_NOBODY);
    event.to_team = line[0] == '(';
    const char *name = line + event.to_team;
    size_t length =
        events_find_speaker(reader, name, event.to_team ? ")" : ":", &event.player.slot);
    if (length == 0 && !event.to_team) { /* a name that ends in a space */
        length = events_find_speaker(reader, name, " :", &event.player.slot);
    }
    event.text = shown ? shown : line;
    if (length > 0 && !shown) {
        const char *words = strstr(line + event.to_team + length, ":");
        event.text = words ? words + 1 : line + event.to_team + length;
        event.text += event.text[0] == ' ';
    }
    event.viewed = event.player.slot >= 0 && event.player.slot == viewer;
    events_add(reader, &event);
}

/* --- obituaries ---------------------------------------------------------------------------------
 */

static int32_t find_named(const struct events_reader *reader, const char *line,
                          struct obituary_name name)
{
    char glyphs[GAME_NAME], plain[GAME_NAME];
    snprintf(glyphs, sizeof glyphs, "%.*s", (int)name.length, line + name.start);
    demo_plain_text(plain, sizeof plain, glyphs);
    return events_find_name(reader, plain);
}

/* own: who dies by it without a killer killed himself. */
static const struct {
    enum game_weapon weapon;
    bool own;
} causes[OBITUARY_CAUSES] = {
    [OBITUARY_AXE] = {GAME_WEAPON_AXE, true},
    [OBITUARY_SHOTGUN] = {GAME_WEAPON_SHOTGUN, true},
    [OBITUARY_SUPER_SHOTGUN] = {GAME_WEAPON_SUPER_SHOTGUN, true},
    [OBITUARY_NAILGUN] = {GAME_WEAPON_NAILGUN, true},
    [OBITUARY_SUPER_NAILGUN] = {GAME_WEAPON_SUPER_NAILGUN, true},
    [OBITUARY_GRENADE] = {GAME_WEAPON_GRENADE, true},
    [OBITUARY_ROCKET] = {GAME_WEAPON_ROCKET, true},
    [OBITUARY_LIGHTNING] = {GAME_WEAPON_LIGHTNING, true},
    [OBITUARY_DISCHARGE] = {GAME_WEAPON_DISCHARGE, true},
    [OBITUARY_GRAPPLE] = {GAME_WEAPON_GRAPPLE, true},
    [OBITUARY_TELEFRAG] = {GAME_WEAPON_TELEFRAG, false},
    [OBITUARY_STOMP] = {GAME_WEAPON_STOMP, false},
    [OBITUARY_SQUISH] = {GAME_WEAPON_CRUSH, false},
    [OBITUARY_WATER] = {GAME_WEAPON_WATER, false},
    [OBITUARY_SLIME] = {GAME_WEAPON_SLIME, false},
    [OBITUARY_LAVA] = {GAME_WEAPON_LAVA, false},
    [OBITUARY_FALL] = {GAME_WEAPON_FALL, false},
    [OBITUARY_TRAP] = {GAME_WEAPON_TRAP, false},
    [OBITUARY_MONSTER] = {GAME_WEAPON_MONSTER, false},
    [OBITUARY_HIMSELF] = {GAME_WEAPON_SELF, true},
    [OBITUARY_TEAM_MATE] = {GAME_WEAPON_OTHER, false},
};

static bool tells_of_mate(const char *line)
{
    return strstr(line, " teammate") != NULL;
}

bool events_read_obituary(const struct events_reader *reader, const char *line, int32_t viewer,
                          struct game_event *event)
{
    struct obituary told;
    if (!obituary_read(line, &told)) {
        return false;
    }
    const int32_t killer = find_named(reader, line, told.killer);
    const int32_t victim = find_named(reader, line, told.victim);
    const bool by_mate = told.cause == OBITUARY_TEAM_MATE || tells_of_mate(line);
    const bool alone = told.killer.length == 0 || told.cause == OBITUARY_MONSTER;
    if (by_mate) {
        *event = events_make(GAME_EVENT_TEAM_KILL, killer, victim);
    } else if (alone || (killer >= 0 && killer == victim)) {
        const bool own = causes[told.cause].own || !alone;
        *event = events_make(own ? GAME_EVENT_SUICIDE : GAME_EVENT_DEATH, victim, GAME_NOBODY);
    } else {
        *event = events_make(GAME_EVENT_FRAG, killer, victim);
    }
    event->weapon = causes[told.cause].weapon;
    event->text = obituary_cause_word(told.cause);
    event->viewed = event->player.slot >= 0 && event->player.slot == viewer;
    return true;
}

/* --- places -------------------------------------------------------------------------------------
 */

void events_see(struct events_reader *reader, const struct game_body *body)
{
    if (!is_slot(body->slot)) {
        return;
    }
    struct events_player *player = &reader->players[body->slot];
    player->body = *body;
    player->has_place = true;
    for (int i = 0; i < 3; i++) {
        player->has_place &= isfinite(body->origin[i]) != 0;
    }
    if (player->has_place) {
        reader->present[body->slot / 64] |= UINT64_C(1) << body->slot % 64;
    }
}
