#include "engine/quake3/q3_game.h"

#include <stddef.h>
#include <string.h>

#include "formats/quake3/q3_command.h"

static const struct q3_game test_game = {
    /* 1.11 to 1.17 */
    .event_entity = 12,  .item_pickup = 19,  .obituary = 58, .players = 544,
    .level_start = 13,   .intermission = 14, .version = 12,  .sound = 45,
    .sound_for_all = 46, .fire_weapon = 23,  .pain = 54,     .fall_far = 12,
    .item_respawn = 40,  .models = 32,
};

static const struct q3_game classic = {
    /* 1.27 and later */
    .event_entity = 13, .item_pickup = 19,  .obituary = 60, .team_sound = 47, .players = 544,
    .level_start = 21,  .intermission = 22, .version = 20,  .sound = 45,      .sound_for_all = 46,
    .loop_ends = 75,    .fire_weapon = 23,  .pain = 56,     .fall_far = 12,   .item_respawn = 40,
    .models = 32,       .shaders = 24,
};

#define QUAKE_LIVE                                                                                 \
    .event_entity = 13, .item_pickup = 15, .obituary = 58, .team_sound = 44, .sound = 42,          \
    .sound_for_all = 43, .fire_weapon = 20, .pain = 53, .fall_far = 8, .item_respawn = 37,         \
    .players = 529, .models = 17, .shaders = 665, .level_start = 13, .intermission = 14,           \
    .version = 12, .live = true

static const struct q3_game quake_live = {QUAKE_LIVE};
static const struct q3_game late_quake_live = {QUAKE_LIVE, .late_live = true};

const struct q3_game *q3_game_of(int protocol)
{
    return protocol >= 91   ? &late_quake_live
           : protocol >= 73 ? &quake_live
           : protocol < 48  ? &test_game
                            : &classic;
}

uint32_t q3_game_powerups(const struct q3_game *game, uint32_t bits)
{
    /* Original powerups by the game's number; 0 = not drawn. */
    static const uint8_t live[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 10, 11, 12};
    static const uint8_t late_live[] = {0, 7, 8, 9, 1, 2, 3, 4, 5, 6, 14, 10, 11, 12};
    if (!game->live || bits == 0) {
        return bits & ((1u << Q3_POWERUPS) - 1);
    }
    const uint8_t *numbers = game->late_live ? late_live : live;
    uint32_t known = 0;
    for (uint32_t i = 1; i < sizeof(live); i++) {
        known |= (bits >> i & 1) << numbers[i];
    }
    return known & ~1u;
}

enum { NUM_CLASSIC_DEATHS = 23 };

static const char *const deaths[] = {
    "unknown",
    "shotgun",
    "gauntlet",
    "machinegun",
    "grenade launcher",
    "grenade",
    "rocket",
    "rocket splash",
    "plasma gun",
    "plasma splash",
    "railgun",
    "lightning gun",
    "BFG10K",
    "BFG splash",
    "water",
    "slime",
    "lava",
    "crushed",
    "telefrag",
    "falling",
    "suicide",
    "laser",
    "hurt",
    "nailgun",
    "chaingun",
    "proximity mine",
    "kamikaze",
    "juiced",
    "grapple",
    "change of teams",
    "thaw",
    "discharge",
    "heavy machinegun",
    "railgun headshot",
};

enum q3_mod q3_game_mod(const struct q3_game *game, const char *version, const char *name)
{
    if (strncmp(version, "baseoa", 6) == 0) {
        return Q3_MOD_OPENARENA;
    }
    if (game->live || strcmp(name, "missionpack") == 0 ||
        strncmp(version, "missionpack", 11) == 0) {
        return Q3_MOD_TEAM_ARENA;
    }
    return strncmp(version, "cpma", 4) == 0 ? Q3_MOD_CPMA : Q3_MOD_NONE;
}

const char *q3_game_death(enum q3_mod mod, int32_t means)
{
    const bool team_arena = mod == Q3_MOD_TEAM_ARENA || mod == Q3_MOD_OPENARENA;
    if (means == NUM_CLASSIC_DEATHS && !team_arena) {
        return "grapple";
    }
    const int32_t known =
        team_arena ? (int32_t)(sizeof(deaths) / sizeof(deaths[0])) : NUM_CLASSIC_DEATHS;
    return means >= 0 && means < known ? deaths[means] : NULL;
}

const char *q3_game_team_sound(enum q3_mod mod, int32_t parm)
{
    static const char *const texts[Q3_TEAM_SOUNDS] = {
        [Q3_TEAM_RED_CAPTURE] = "red captures the blue flag",
        [Q3_TEAM_BLUE_CAPTURE] = "blue captures the red flag",
        [Q3_TEAM_RED_RETURN] = "the blue flag is back",
        [Q3_TEAM_BLUE_RETURN] = "the red flag is back",
        [Q3_TEAM_RED_TAKEN] = "red takes the blue flag",
        [Q3_TEAM_BLUE_TAKEN] = "blue takes the red flag",
    };
    if (parm < 0 || parm >= Q3_TEAM_SOUNDS) {
        return NULL;
    }
    return texts[mod == Q3_MOD_CPMA ? parm ^ 1 : parm];
}

const char *q3_game_chat(const struct q3_game *game, const char *text)
{
    const bool number = text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9';
    return game->live && number && text[2] == ' ' ? text + 3 : text;
}

const char *q3_game_team(int32_t team)
{
    static const char *const names[] = {"", "red", "blue", "spectator"};
    return team >= 0 && team < 4 ? names[team] : "";
}

static char lower_char(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (lower_char(c) >= 'a' && lower_char(c) <= 'f');
}

/* Length of the colour code at `at`, characters; 0 = not a colour code. */
static uint32_t color_code(const char *at)
{
    if (at[0] != '^' || at[1] == '\0' || at[1] == '^') {
        return 0;
    }
    if (lower_char(at[1]) == 'x' && is_hex(at[2]) && is_hex(at[3]) && is_hex(at[4])) {
        return 5;
    }
    return 2;
}

void q3_plain_text(const char *text, char *plain, uint32_t size)
{
    uint32_t length = 0;
    while (*text != '\0' && length + 1 < size) {
        const uint32_t code = color_code(text);
        if (code > 0) {
            text += code;
            continue;
        }
        const unsigned char c = (unsigned char)*text++;
        if (c >= ' ' && c != 127) {
            plain[length++] = (char)c;
        } else if (c == '\n' || c == '\t') {
            plain[length++] = ' ';
        }
    }
    plain[length] = '\0';
}
