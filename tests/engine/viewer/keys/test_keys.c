/* Keys: defaults, keys.conf with all its errors, and the help lines of bound keys. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/viewer/keys/keys.h"

static struct key_map map;
static struct format_error err;

static void set_up(void)
{
    cr_assert_eq(key_map_init(&map), 0);
    err = (struct format_error){.offset = 12345};
}

static void tear_down(void)
{
    key_map_free(&map);
    cr_assert_null(map.bindings);
}

TestSuite(keys, .init = set_up, .fini = tear_down);

static int read_text(const char *text)
{
    return key_map_read(&map, text, strlen(text), &err);
}

static const struct key_binding *find_key(int32_t code, unsigned mods)
{
    return key_map_find(&map, (struct key){.code = code, .mods = (uint8_t)mods});
}

static const struct key_binding *find_text(char c)
{
    return key_map_find(&map, (struct key){.code = c, .is_text = true});
}

static void expect(const struct key_binding *binding, enum action action, double amount)
{
    cr_assert_not_null(binding, "wanted action %d", action);
    cr_expect_eq(binding->action, action, "%d, wanted %d", binding->action, action);
    cr_expect_float_eq(binding->amount, amount, 1e-12, "%g, wanted %g", binding->amount, amount);
}

/* The help's line about something, or false. */
static bool help_says(const char *what, char keys[KEY_HELP_TEXT])
{
    char found[KEY_HELP_TEXT];
    for (size_t i = 0; key_map_help(&map, i, keys, found, NULL); i++) {
        if (strcmp(found, what) == 0) {
            return true;
        }
    }
    return false;
}

static void expect_help(const char *keys, const char *what)
{
    char found[KEY_HELP_TEXT];
    cr_assert(help_says(what, found), "no line \"%s\"", what);
    cr_expect_str_eq(found, keys, "%s: \"%s\", wanted \"%s\"", what, found, keys);
}

static void expect_no_help(const char *what)
{
    char found[KEY_HELP_TEXT];
    cr_expect_not(help_says(what, found), "\"%s\" has \"%s\"", what, found);
}

/* --- the default keys --------------------------------------------------------------------------
 */

Test(keys, every_default_is_found_and_every_action_has_a_key)
{
    size_t count = 0;
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const struct action_key *keys = action_infos[i].keys;
        cr_expect_not_null(keys[0].key, "%s has no key", action_infos[i].name);
        for (size_t j = 0; keys[j].key; j++, count++) {
            struct key key;
            cr_assert(key_parse(&key, keys[j].key), "%s", keys[j].key);
            expect(key_map_find(&map, key), (enum action)i, keys[j].amount);
        }
    }
    cr_assert_eq(map.count, count, "a default key is there twice");
}

Test(keys, defaults_match_the_readme)
{
    expect(find_key(KEYCODE_SPACE, 0), ACTION_PAUSE, 0);
    expect(find_key('k', 0), ACTION_PAUSE, 0);
    expect(find_key(KEYCODE_LEFT, 0), ACTION_SEEK, -5);
    expect(find_key(KEYCODE_RIGHT, KEY_SHIFT), ACTION_SEEK, 1);
    expect(find_key('j', 0), ACTION_SEEK, -10);
    expect(find_key('l', 0), ACTION_SEEK, 10);
    expect(find_key('l', KEY_SHIFT), ACTION_LOOP, 0);
    expect(find_key(KEYCODE_UP, 0), ACTION_SEEK, 60);
    expect(find_key(',', 0), ACTION_STEP, -1);
    expect(find_key('.', KEY_CTRL), ACTION_FRAME, 1);
    expect(find_key(KEYCODE_END, 0), ACTION_PERCENT, 100);
    expect(find_key(KEYCODE_PAGEUP, 0), ACTION_LEVEL, -1);
    expect(find_key('n', 0), ACTION_EVENT, 1);
    expect(find_key('n', KEY_SHIFT), ACTION_PLAYLIST, 1);
    expect(find_key(KEYCODE_BACKSPACE, 0), ACTION_NORMAL_SPEED, 0);
    expect(find_key(KEYCODE_BACKSPACE, KEY_SHIFT), ACTION_UNDO_SEEK, 0);
    expect(find_key('-', 0), ACTION_DISTANCE, 20);
    expect(find_key('=', KEY_SHIFT), ACTION_HEIGHT, 8);
    expect(find_key(KEYCODE_DELETE, 0), ACTION_UNMARK, 0);
    expect(find_key(KEYCODE_ESCAPE, 0), ACTION_CANCEL, 0);
    expect(find_key('v', 0), ACTION_FOLLOW, 1);
    expect(find_key('v', KEY_SHIFT), ACTION_FOLLOW, -1);
    expect(find_key('v', KEY_ALT), ACTION_PLAYER, 0);
    expect(find_text('?'), ACTION_HELP, 0);
    expect(find_text('<'), ACTION_PLAYLIST, -1);
    cr_expect_null(find_key('q', KEY_CTRL));
    cr_expect_null(find_key('?', 0), "only as text");
    expect(find_key(KEYCODE_TAB, 0), ACTION_SCORES, 0);
    expect(find_key(KEYCODE_TAB, KEY_SHIFT), ACTION_TEAM_SCORES, 0);
    expect(find_key('=', KEY_CTRL), ACTION_VIEW_SIZE, 1);
    expect(find_key('u', 0), ACTION_HUD, 0);
    cr_expect_null(find_key(KEYCODE_TAB, KEY_CTRL));
}

Test(keys, brackets_undo_each_other)
{
    cr_expect_eq(find_text('[')->amount * find_text(']')->amount, 1.0);
    cr_expect_eq(find_text('{')->amount * find_text('}')->amount, 1.0);
    cr_expect_lt(find_text('[')->amount, 1.0);
    cr_expect_null(find_key('[', 0), "the character must be found where '[' needs AltGr");
}

Test(keys, digits_are_players_and_tenths)
{
    for (int i = 0; i < 10; i++) {
        const bool player = i >= 1 && i <= 8;
        const enum action action = player ? ACTION_PLAYER : ACTION_PERCENT;
        expect(find_key('0' + i, 0), action, player ? i : 10 * i);
        expect(find_key('0' + i, KEY_CTRL), ACTION_PERCENT, 10 * i);
        expect(find_key(i == 0 ? KEYCODE_KP_0 : KEYCODE_KP_1 + i - 1, 0), ACTION_PERCENT, 10 * i);
        expect(find_text((char)('0' + i)), action, player ? i : 10 * i);
    }
}

/* On keyboards where '.' needs Shift, the keydown has another name. */
Test(keys, characters_are_found_as_the_key_of_that_name)
{
    expect(find_text('.'), ACTION_STEP, 1);
    expect(find_text('='), ACTION_DISTANCE, -20);
    cr_expect_null(find_text('k'), "letters are keys everywhere");
    cr_expect_null(find_text('K'));
    cr_expect_eq(read_text(". none\n"), 0);
    cr_expect_null(find_text('.'));
}

/* --- keys.conf ---------------------------------------------------------------------------------
 */

Test(keys, a_line_rebinds)
{
    size_t count = map.count;
    cr_expect_eq(read_text("Left seek -30\nw seek 0.5\nShift+W speed 2\n"), 0);
    expect(find_key(KEYCODE_LEFT, 0), ACTION_SEEK, -30);
    expect(find_key('w', 0), ACTION_SEEK, 0.5);
    expect(find_key('w', KEY_SHIFT), ACTION_SPEED, 2);
    cr_expect_eq(map.count, count + 2);
    cr_expect_eq(err.offset, 12345, "err is for bad lines");
}

Test(keys, the_last_line_about_a_key_wins)
{
    cr_expect_eq(read_text("x pause\nX mute\n"), 0);
    expect(find_key('x', 0), ACTION_MUTE, 0);
}

Test(keys, none_takes_a_binding_away)
{
    size_t count = map.count;
    cr_expect_eq(read_text("q none\n? none\nF9 none\n"), 0);
    cr_expect_null(find_key('q', 0));
    cr_expect_null(find_text('?'));
    cr_expect_eq(map.count, count - 2);
    expect(find_key('h', 0), ACTION_HELP, 0);
    expect(find_key(KEYCODE_ESCAPE, 0), ACTION_CANCEL, 0);
}

/* --list-keys prints a keys.conf that gives the same keys in the same order. */
Test(keys, the_printed_list_reads_back)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    cr_assert_not_null(file);
    actions_write_list(file);
    fclose(file);
    struct key_map read = {0};
    cr_expect_eq(key_map_read(&read, text, size, &err), 0, "%s", err.what);
    cr_assert_eq(read.count, map.count);
    for (size_t i = 0; i < read.count; i++) {
        const struct key_binding *a = &read.bindings[i], *b = &map.bindings[i];
        cr_expect_eq(a->key.code, b->key.code);
        cr_expect_eq(a->key.mods, b->key.mods);
        cr_expect_eq(a->key.is_text, b->key.is_text);
        cr_expect_eq(a->action, b->action);
        cr_expect_eq(a->amount, b->amount);
    }
    key_map_free(&read);
    free(text);
}

Test(keys, names_of_keys)
{
    cr_expect_eq(read_text("CTRL+alt+Shift+f9 pause\nkeypad_enter mute\nEsc quit\nEnter info\n"
                           "Ctrl+[ shot\n[ bar\nHash loop\nCtrl+# mark\n+ camera\nShift++ help\n"
                           "_ reverse\n\xc3\xb6 cancel\nPAGEUP mute\n' info\n"),
                 0, "%s", err.what);
    expect(find_key(KEYCODE_F9, KEY_CTRL | KEY_ALT | KEY_SHIFT), ACTION_PAUSE, 0);
    expect(find_key(KEYCODE_KP_ENTER, 0), ACTION_MUTE, 0);
    expect(find_key(KEYCODE_ESCAPE, 0), ACTION_QUIT, 0);
    expect(find_key(KEYCODE_RETURN, 0), ACTION_INFO, 0);
    expect(find_key('[', KEY_CTRL), ACTION_SHOT, 0);
    expect(find_text('['), ACTION_BAR, 0);
    expect(find_text('#'), ACTION_LOOP, 0);
    expect(find_key('#', KEY_CTRL), ACTION_MARK, 0);
    expect(find_text('+'), ACTION_CAMERA, 0);
    expect(find_key('+', KEY_SHIFT), ACTION_HELP, 0);
    expect(find_text('_'), ACTION_REVERSE, 0);
    expect(find_key(0xf6, 0), ACTION_CANCEL, 0);
    expect(find_key(KEYCODE_PAGEUP, 0), ACTION_MUTE, 0);
    expect(find_key('\'', 0), ACTION_INFO, 0);
}

Test(keys, comments_blanks_line_ends)
{
    cr_expect_eq(
        read_text("\xef\xbb\xbf# mine\r\n\r\n \t \r\n\tx  seek\t7   # seven\r\n#y pause\r\n"
                  "z pause #\r\nv mute"),
        0, "%s", err.what);
    expect(find_key('x', 0), ACTION_SEEK, 7);
    expect(find_key('z', 0), ACTION_PAUSE, 0);
    expect(find_key('v', 0), ACTION_MUTE, 0);
    cr_expect_null(find_key('d', 0));
}

struct bad_line {
    const char *line, *what;
};

Test(keys, bad_lines_are_described)
{
    static const struct bad_line bad[] = {
        {"F5 seek", "line 3: 'seek' needs an amount"},
        {"F5 seek 5x", "line 3: '5x' is not a number"},
        {"F5 seek inf", "line 3: 'inf' is not a number"},
        {"F5 seek 0x10", "line 3: '0x10' is not a number"},
        {"F5 seek +-1", "line 3: '+-1' is not a number"},
        {"F5 seek .", "line 3: '.' is not a number"},
        {"F5 seek 0", "line 3: 'seek' takes numbers from -100000 to 100000, but not 0"},
        {"F5 seek -0.0", "line 3: 'seek' takes numbers from -100000 to 100000, but not 0"},
        {"F5 seek 100001", "line 3: 'seek' takes numbers from -100000 to 100000, but not 0"},
        {"F5 seek 5 6", "line 3: 'seek' takes one amount"},
        {"F5 percent 101", "line 3: 'percent' takes numbers from 0 to 100"},
        {"F5 percent -1", "line 3: 'percent' takes numbers from 0 to 100"},
        {"F5 player 1.5", "line 3: 'player' takes whole numbers from 0 to 255"},
        {"F5 follow 0", "line 3: 'follow' takes whole numbers from -1000 to 1000, but not 0"},
        {"F5 speed 0", "line 3: 'speed' takes numbers from 0.01 to 100"},
        {"F5 speed 101", "line 3: 'speed' takes numbers from 0.01 to 100"},
        {"F5 step 1.5", "line 3: 'step' takes whole numbers from -1000 to 1000, but not 0"},
        {"F5 level 0", "line 3: 'level' takes whole numbers from -1000 to 1000, but not 0"},
        {"F5 pause 1", "line 3: 'pause' takes no amount"},
        {"F5 none 1 2 3", "line 3: 'none' takes no amount"},
        {"F5", "line 3: 'F5' has no action"},
        {"F5 # pause", "line 3: 'F5' has no action"},
        {"F5 Pause", "line 3: no action is called 'Pause'"},
        {"F5 seek\xff 5", "line 3: no action is called 'seek?'"},
        {"Lefft pause", "line 3: no key is called 'Lefft'"},
        {"Shift+ pause", "line 3: no key is called 'Shift+'"},
        {"\xc3 pause", "line 3: no key is called '?'"},
        {"\xc0\x8d pause", "line 3: no key is called '?\?'"},
        {"\x80 pause", "line 3: no key is called '?'"},
        {"x\x1b pause", "line 3: a control character"},
        {"F5 pause\rz", "line 3: a control character"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char text[128];
        snprintf(text, sizeof(text), "# mine\n\n%s\nw mute\n", bad[i].line);
        cr_expect_eq(read_text(text), 1, "%s", bad[i].line);
        cr_expect_str_eq(err.what, bad[i].what, "\"%s\", wanted \"%s\"", err.what, bad[i].what);
        cr_expect_eq(err.offset, 8);
        cr_expect_null(find_key(KEYCODE_F5, 0), "%s", bad[i].line);
        expect(find_key('w', 0), ACTION_MUTE, 0);
        cr_expect_eq(read_text("w none\n"), 0);
    }
}

Test(keys, bad_lines_are_counted_and_the_first_is_shown)
{
    cr_expect_eq(read_text("x pause\ny seek\nq fly\nw quit\nz\n"), 3);
    cr_expect_str_eq(err.what, "line 2: 'seek' needs an amount");
    cr_expect_eq(err.offset, 8);
    expect(find_key('x', 0), ACTION_PAUSE, 0);
    expect(find_key('q', 0), ACTION_QUIT, 0);
    expect(find_key('w', 0), ACTION_QUIT, 0);
    cr_expect_eq(key_map_read(&map, "y seek", 6, NULL), 1);
}

Test(keys, nul_bytes_and_long_lines)
{
    static const char nul[] = "w pa\0use\ny mute\n";
    cr_expect_eq(key_map_read(&map, nul, sizeof(nul) - 1, &err), 1);
    cr_expect_str_eq(err.what, "line 1: a control character");
    cr_expect_null(find_key('w', 0));
    expect(find_key('y', 0), ACTION_MUTE, 0);

    enum { LONG = 100000 };
    char *text = malloc(LONG);
    cr_assert_not_null(text);
    memset(text, 'x', LONG);
    cr_expect_eq(key_map_read(&map, text, LONG, &err), 1);
    cr_expect_lt(strlen(err.what), 100);
    memset(text, ' ', LONG);
    memcpy(text + LONG - 7, "z pause", 7);
    cr_expect_eq(key_map_read(&map, text, LONG, &err), 0);
    expect(find_key('z', 0), ACTION_PAUSE, 0);
    memset(text, '0', LONG);
    memcpy(text, "v seek 1.", 9);
    cr_expect_eq(key_map_read(&map, text, LONG, &err), 1, "a cut number is no number");
    free(text);
}

Test(keys, an_empty_file_is_fine)
{
    size_t count = map.count;
    cr_expect_eq(key_map_read(&map, NULL, 0, &err), 0);
    cr_expect_eq(read_text("\n"), 0);
    cr_expect_eq(map.count, count);
}

Test(keys, a_full_map_takes_no_more)
{
    size_t before = map.count;
    char line[32];
    int bad = 0;
    for (unsigned i = 0; i < 600; i++) { /* from U+0400 on */
        snprintf(line, sizeof(line), "%c%c mute\n", (int)(0xd0 + i / 64), (int)(0x80 + i % 64));
        bad += read_text(line);
    }
    cr_expect_eq(map.count, KEY_MAP_MAX);
    cr_expect_eq(bad, 600 - (KEY_MAP_MAX - (int)before));
    cr_expect_str_eq(err.what, "line 1: more than 512 keys");
    cr_expect_eq(read_text("q none\nw quit\nSpace mute\n"), 0);
    expect(find_key('w', 0), ACTION_QUIT, 0);
    expect(find_key(KEYCODE_SPACE, 0), ACTION_MUTE, 0);
}

/* --- the user's file ---------------------------------------------------------------------------
 */

struct said {
    char *text;
    size_t size;
};

static void hear_line(void *context, const char *path, unsigned line, const char *what)
{
    const struct said *said = context;
    size_t used = strlen(said->text);
    char start[32];
    snprintf(start, sizeof(start), "line %u: ", line);
    cr_expect_eq(strncmp(what, start, strlen(start)), 0, "%u: %s", line, what);
    snprintf(said->text + used, said->size - used, "%s: %s\n", path, what);
}

/* Reads text as the user's keys.conf (NULL = no file); fills said with the reported lines. */
static void read_user_file(const char *text, char *said, size_t size)
{
    char folder[64] = "/tmp/quakereel-keys-XXXXXX", below[80], file[96];
    cr_assert_not_null(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(below, sizeof(below), "%s/quakereel", folder);
    snprintf(file, sizeof(file), "%s/keys.conf", below);
    if (text) {
        char command[128];
        snprintf(command, sizeof(command), "mkdir %s", below);
        cr_assert_eq(system(command), 0);
        FILE *f = fopen(file, "wb");
        cr_assert_not_null(f);
        fputs(text, f);
        fclose(f);
    }
    said[0] = '\0';
    struct said to = {said, size};
    int status = key_map_read_user_file(&map, hear_line, &to);
    remove(file);
    rmdir(below);
    rmdir(folder);
    cr_expect_eq(status, 0);
}

Test(keys, the_users_file)
{
    char said[512];
    size_t count = map.count;
    read_user_file(NULL, said, sizeof(said));
    cr_expect_str_eq(said, "");
    cr_expect_eq(map.count, count);
    read_user_file("x seek 30\n", said, sizeof(said));
    cr_expect_str_eq(said, "");
    expect(find_key('x', 0), ACTION_SEEK, 30);
    read_user_file("x seek 31\ny seek\n", said, sizeof(said));
    cr_expect_not_null(strstr(said, "/quakereel/keys.conf: line 2: 'seek' needs an amount\n"), "%s",
                       said);
    cr_expect_eq(strncmp(said, "/tmp/", 5), 0, "%s", said);
    expect(find_key('x', 0), ACTION_SEEK, 31);
    read_user_file("y\ny seek\nz\n", said, sizeof(said));
    cr_expect_not_null(strstr(said, "line 1: 'y' has no action\n"), "%s", said);
    cr_expect_not_null(strstr(said, "line 2: 'seek' needs an amount\n"), "%s", said);
    cr_expect_not_null(strstr(said, "line 3: 'z' has no action\n"), "%s", said);
    read_user_file("", said, sizeof(said));
    cr_expect_str_eq(said, "");
}

static void expect_name(enum action action, int sign, const char *name, double amount)
{
    char text[KEY_HELP_TEXT];
    double found = 0;
    cr_expect(key_map_name(&map, action, sign, text, &found));
    cr_expect_str_eq(text, name);
    cr_expect_eq(found, amount, "%s: %g", name, found);
}

Test(keys, the_key_to_name_is_a_plain_one)
{
    char text[KEY_HELP_TEXT], said[512];
    expect_name(ACTION_PAUSE, 0, "Space", 0);
    expect_name(ACTION_SEEK, -1, "Left", -5);
    expect_name(ACTION_PERCENT, 0, "Home", 0);
    expect_name(ACTION_PLAYLIST, 1, ">", 1);
    expect_name(ACTION_HELP, 0, "?", 0);
    expect_name(ACTION_REMEMBER, 0, "Ctrl+d", 0);
    read_user_file("Left none\nj none\nDown seek -30\nHome none\n> none\nCtrl+x playlist 1\n"
                   "Ctrl+d none\n",
                   said, sizeof(said));
    expect_name(ACTION_SEEK, -1, "Down", -30);
    expect_name(ACTION_PERCENT, 0, "0", 0);
    expect_name(ACTION_PLAYLIST, 1, "Shift+n", 1);
    cr_expect_not(key_map_name(&map, ACTION_REMEMBER, 0, text, NULL));
    cr_expect_str_eq(text, "");
}

/* --- the help ----------------------------------------------------------------------------------
 */

Test(keys, help_of_the_default_keys)
{
    expect_help("Space, k", "pause, go on");
    expect_help("Left / Right", "5 s back / forward");
    expect_help("Shift+Left / Shift+Right", "1 s back / forward");
    expect_help("Down / Up", "60 s back / forward");
    expect_help("0, 9, Ctrl+0-9, Pad 0-9", "that tenth of the demo");
    expect_help("1-8", "that player's eyes, else tenths");
    expect_help("Shift+v / v", "previous / next player's eyes");
    expect_help("Alt+v", "the recorder's eyes again");
    expect_help("Home / End", "beginning / end");
    expect_help(", / .", "1 server update back / forward");
    expect_help("[ / ]", "1.1 x slower / faster");
    expect_help("PageUp / PageDown", "previous / next level or mark");
    expect_help("Shift+p, < / Shift+n, >", "previous / next demo");
    expect_help("Shift+l, b", "A-B loop: set A, set B, off");
    expect_help("Shift+r", "record a film: from here, to here");
    expect_help("Ctrl+r", "record nothing, end the film");
    expect_help("= / -", "camera 20 units nearer / farther");
    expect_help("h, F1, ?", "this page");
    expect_help("q", "quit");
}

Test(keys, help_fits_and_names_every_key)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    size_t lines = 0, names = 0;
    for (; key_map_help(&map, lines, keys, what, NULL); lines++) {
        cr_expect_leq(strlen(keys), 24, "%s", keys);
        cr_expect_leq(strlen(what), 36, "%s", what);
        for (const char *c = keys; (c = strchr(c, ' ')); c++) {
            names += c[1] != '/' && strncmp(c, " 0-9", 4) != 0;
        }
        names++;
    }
    cr_expect_geq(lines, 24);
    cr_expect_leq(lines, 110);
    cr_expect_eq(names, map.count - 30 + 5, "%zu of %zu; thirty digits in five names", names,
                 map.count);
    cr_expect_not(key_map_help(&map, lines + 1000, keys, what, NULL));
    cr_expect_str_eq(keys, "");
}

Test(keys, help_comes_group_by_group)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    struct key_topic topic;
    enum key_group last = KEY_GROUP_PLAY;
    unsigned seen = 0;
    for (size_t i = 0; key_map_help(&map, i, keys, what, &topic); i++, last = topic.group) {
        cr_expect_geq(topic.group, last, "%s", what);
        cr_expect_not_null(topic.action);
        seen |= 1u << topic.group;
    }
    cr_expect_eq(seen, (1u << KEY_GROUP_MOUSE) - 1);
}

/* On keyboards where '<' needs Shift, that keydown must not be bound. */
Test(keys, shifted_signs_are_free_for_what_they_type)
{
    static const int32_t signs[] = {',', '.', '/', '[', ']'};
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        cr_expect_null(key_map_find(&map, (struct key){.code = signs[i], .mods = KEY_SHIFT}));
    }
    cr_expect_eq(key_map_find(&map, (struct key){.code = '<', .is_text = true})->action,
                 ACTION_PLAYLIST);
}

Test(keys, help_begins_with_play_and_ends_with_quit)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT], last[KEY_HELP_TEXT] = "";
    cr_assert(key_map_help(&map, 0, keys, what, NULL));
    cr_expect_str_eq(what, "pause, go on");
    for (size_t i = 0; key_map_help(&map, i, keys, what, NULL); i++) {
        snprintf(last, sizeof(last), "%s", what);
    }
    cr_expect_str_eq(last, "quit");
}

Test(keys, help_shows_what_the_user_bound)
{
    cr_expect_eq(read_text("x seek 30\nCtrl+Left seek -30\nLeft none\nm none\n\xc3\xb6 pause\n"
                           "1 mute\nHome percent 33\n[ speed 0.909\nz level 3\nv step -5\n"),
                 0);
    expect_help("Ctrl+Left / x", "30 s back / forward");
    expect_help("Right", "5 s forward");
    expect_no_help("5 s back / forward");
    expect_help("Space, k, U+00F6", "pause, go on");
    expect_help("1", "sound off, on");
    expect_help("2-8", "that player's eyes, else tenths");
    expect_help("Home", "33 % into the demo");
    expect_help("End", "end");
    expect_help("[ / ]", "1.1 x slower / faster");
    expect_help("z", "3 levels or marks forward");
    expect_help("v", "5 server updates back");
    cr_expect_eq(read_text("1 none\nPageUp none\nEnd none\n"), 0);
    expect_no_help("sound off, on");
    expect_help("PageDown", "next level or mark");
    expect_no_help("end");
}

Test(keys, help_of_too_many_keys_is_cut)
{
    char text[1024] = "", keys[KEY_HELP_TEXT];
    for (int i = 1; i <= 12; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "Ctrl+Shift+F%d pause\n", i);
    }
    cr_expect_eq(read_text(text), 0);
    cr_assert(help_says("pause, go on", keys));
    cr_expect_str_eq(keys, "Space, k, Ctrl+Shift+F1, Ctrl+Shift+F2, Ctrl+Shift+F3, ...");
}

Test(keys, help_of_no_keys_is_empty)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    struct key_map empty = {0};
    cr_expect_not(key_map_help(&empty, 0, keys, what, NULL));
    cr_expect_null(key_map_find(&empty, (struct key){.code = 'q'}));
}

/* --- noise -------------------------------------------------------------------------------------
 */

/* Pieces of good lines, so that every part of the reader is reached, and some bytes of chance. */
Test(keys, noise_breaks_nothing)
{
    static const char *const parts[] = {
        "x",  "Shift+", "F3", "seek", "percent", "none", "\n",   " ",    " ",       "\n",
        "-5", "0.5",    "#",  "\r\n", "speed",   "1e9",  "\xc3", "\xb6", "Keypad_", "7"};
    uint32_t state = 1;
    for (int round = 0; round < 2000; round++) {
        char text[256];
        size_t size = 0;
        while (size < sizeof(text) - 16) {
            state = state * 1664525u + 1013904223u;
            if (state >> 29 == 0) {
                text[size++] = (char)(state >> 16);
            } else {
                const char *part = parts[(state >> 16) % (sizeof(parts) / sizeof(parts[0]))];
                memcpy(text + size, part, strlen(part));
                size += strlen(part);
            }
        }
        cr_assert_geq(key_map_read(&map, text, size, &err), 0);
    }
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    for (size_t i = 0; i < map.count; i++) {
        cr_expect_eq(key_map_find(&map, map.bindings[i].key), &map.bindings[i]);
    }
    for (size_t i = 0; key_map_help(&map, i, keys, what, NULL); i++) {
        for (const char *c = keys; *c; c++) {
            cr_expect(*c >= ' ' && *c <= '~');
        }
        cr_expect_gt(strlen(keys), 0);
        cr_expect_gt(strlen(what), 0);
    }
}
