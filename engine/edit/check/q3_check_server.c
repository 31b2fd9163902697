/* What a Quake III server tells of itself. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/check/check_texts.h"
#include "engine/edit/check/q3_check.h"
#include "engine/quake3/q3_game.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"

enum { VALUE_BYTES = 80, PREFIXED_BYTES = 200 };

/* A key of serverinfo or systeminfo, its value on a plain server; another one is a finding. */
static const struct {
    const char *name, *plain;
    enum check_rule rule;
} keys[] = {{"sv_cheats", "0", CHECK_CHEATS_ON},   {"timescale", "1", CHECK_CLOCK_RATE},
            {"fixedtime", "0", CHECK_CLOCK_RATE},  {"sv_pure", "1", CHECK_SETTING},
            {"pmove_fixed", "0", CHECK_SETTING},   {"g_synchronousClients", "0", CHECK_SETTING},
            {"g_gravity", "800", CHECK_SETTING},   {"g_speed", "320", CHECK_SETTING},
            {"g_knockback", "1000", CHECK_SETTING}};

_Static_assert(sizeof(keys) / sizeof(keys[0]) <= Q3_CHECK_KEYS, "a place for each");

/* The value in either string; false if it is in none. */
static bool find_value(const struct q3_gamestate *gamestate, const char *key,
                       char value[VALUE_BYTES])
{
    static const uint32_t strings[] = {Q3_CS_SYSTEMINFO, Q3_CS_SERVERINFO};
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
        char raw[VALUE_BYTES];
        info_copy(q3_gamestate_string(gamestate, strings[i]), key, INFO_KEYS_ANY_CASE, raw,
                  sizeof(raw));
        check_copy_text(value, VALUE_BYTES, raw);
        if (value[0] != '\0') {
            return true;
        }
    }
    return false;
}

static uint32_t hash_text(const char *text)
{
    uint32_t hash = 1;
    for (; *text; text++) {
        hash = dmath_hash(hash, (unsigned char)*text, 0);
    }
    return hash;
}

/* Numbers as the engine reads them: "1.0" is "1". */
static bool is_plain(const char *value, const char *plain)
{
    return strtod(value, NULL) == strtod(plain, NULL);
}

void q3_check_server_change(struct check *check, struct q3_check_server *server,
                            const struct q3_gamestate *gamestate)
{
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        char value[VALUE_BYTES];
        const bool there = find_value(gamestate, keys[i].name, value);
        const uint32_t told = there ? hash_text(value) : 0;
        if (there && told != server->told[i] && !is_plain(value, keys[i].plain)) {
            check_found_at(check, keys[i].rule, &check->here, "%s is %s", keys[i].name, value);
        }
        server->told[i] = told;
    }
}

/* --- DeFRaG -------------------------------------------------------------------------------------
 */

static bool is_defrag_key(const char *key, size_t length)
{
    return (length > 3 && strncmp(key, "df_", 3) == 0) ||
           (length > 6 && strncmp(key, "defrag", 6) == 0);
}

/* Appends "key value" of each of DeFRaG's keys. */
static void gather_defrag(const char *info, char *to, size_t room)
{
    size_t used = strlen(to);
    while (*info) {
        info += *info == '\\';
        const size_t key = strcspn(info, "\\");
        const char *value = info + key + (info[key] == '\\');
        const size_t length = strcspn(value, "\\");
        if (is_defrag_key(info, key) && used + key + length + 4 < room) {
            if (used > 0) {
                memcpy(to + used, ", ", 2);
                used += 2;
            }
            memcpy(to + used, info, key);
            to[used + key] = ' ';
            memcpy(to + used + key + 1, value, length);
            used += key + 1 + length;
            to[used] = '\0';
        }
        info = value + length;
    }
}

static void check_defrag(struct check *check, const struct q3_gamestate *gamestate)
{
    char raw[PREFIXED_BYTES] = "", text[PREFIXED_BYTES];
    gather_defrag(q3_gamestate_string(gamestate, Q3_CS_SERVERINFO), raw, sizeof(raw));
    gather_defrag(q3_gamestate_string(gamestate, Q3_CS_SYSTEMINFO), raw, sizeof(raw));
    check_copy_text(text, sizeof(text), raw);
    if (text[0] != '\0') {
        check_found_at(check, CHECK_DEFRAG, &check->here, "%s", text);
    }
}

/* --- texts --------------------------------------------------------------------------------------
 */

void q3_check_server_begin(struct check *check, struct q3_check_server *server,
                           const struct q3_gamestate *gamestate)
{
    char version[VALUE_BYTES], game[VALUE_BYTES], game_version[VALUE_BYTES];
    if (find_value(gamestate, "version", version)) {
        (void)find_value(gamestate, "gamename", game);
        (void)find_value(gamestate, "gameversion", game_version);
        check_found_at(check, CHECK_VERSION, &check->here, "%s, game %s %s", version,
                       game[0] ? game : "unknown", game_version);
    }
    *server = (struct q3_check_server){{0}};
    q3_check_server_change(check, server, gamestate);
    check_defrag(check, gamestate);
}

void q3_check_server_text(struct check *check, const char *command)
{
    static const char print[] = "print \"";
    char line[CHECK_TEXT_BYTES];
    if (strncmp(command, print, sizeof(print) - 1) == 0) {
        check_copy_text(line, sizeof(line), command + sizeof(print) - 1);
        line[strcspn(line, "\"")] = '\0';
        check_texts_print(check, line);
    }
}
