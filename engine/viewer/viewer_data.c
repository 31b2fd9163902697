#include "engine/viewer/viewer_data.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/viewer/viewer_internal.h"

/* For each game: the names of its base folders (NULL: id1), and where the settings have its folder.
 */
static const struct {
    const char *name; /* for messages */
    const char *setting;
    const char *bases[2];
    int num_bases;
} games[VIEWER_GAMES] = {
    [VIEWER_QUAKE] = {"Quake", "basedir", {NULL}, 1},
    [VIEWER_QUAKE3] = {"Quake III", "basedir-quake3", {"baseq3", "baseoa"}, 2},
};

/* Display time of the count of missing files after a change, s. */
#define MISSING_SECONDS 6.0

/* Adds folders to a text as demo_search has them; those that do not fit are left out. */
static void add_folders(char text[VIEWER_FOLDERS], const char *folders)
{
    const size_t length = strlen(text);
    const size_t more = folders ? strlen(folders) : 0;
    if (more > 0 && length + 1 + more < VIEWER_FOLDERS) {
        snprintf(text + length, VIEWER_FOLDERS - length, "%s%s", length > 0 ? "\n" : "", folders);
    }
}

/* NULL for an empty text. */
static const char *if_any(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

struct playback_options viewer_player_options(struct viewer_data *data,
                                              const struct viewer_base *base)
{
    struct playback_options options = base->options->asked->player;
    data->basedirs[0] = data->remembered[0] = '\0';
    for (int i = 0; i < VIEWER_GAMES; i++) {
        add_folders(data->basedirs, data->dropped[i]);
        add_folders(data->remembered, settings_text(&base->settings, games[i].setting));
    }
    add_folders(data->basedirs, options.search.basedir);
    options.search.basedir = if_any(data->basedirs);
    options.search.remembered = if_any(data->remembered);
    return options;
}

bool viewer_remembers(const struct viewer_data *data, const char *folder)
{
    const char *at = data->remembered;
    while (*at) {
        char path[SEARCH_PATH];
        const size_t length = strcspn(at, "\n");
        snprintf(path, sizeof(path), "%.*s", (int)(length < sizeof(path) ? length : 0), at);
        if (platform_is_same_file(folder, path)) {
            return true;
        }
        at += length + (at[length] != '\0');
    }
    return false;
}

/* The folder around a game's data; false: there is none in it. */
static bool find_game(const char *folder, enum viewer_game game, char basedir[SEARCH_PATH])
{
    for (int i = 0; i < games[game].num_bases; i++) {
        struct search_result found;
        const struct search_options options = {.basedir = folder, .base = games[game].bases[i]};
        if (search_find(&found, &options, NULL) == 0 && found.is_given) {
            memcpy(basedir, found.basedir, SEARCH_PATH);
            return true;
        }
    }
    return false;
}

/* The folders around the game data a path means: a Quake folder, its id1 (Quake III: baseq3 or
 * baseoa), or a pak inside one. "" for a game whose data it does not hold. False: for all of them.
 */
static bool find_games(const char *path, char basedirs[VIEWER_GAMES][SEARCH_PATH])
{
    char folder[SEARCH_PATH];
    const int length = snprintf(folder, sizeof(folder), "%s", path);
    bool any = false;
    if (length < 0 || (size_t)length >= sizeof(folder)) {
        return false;
    }
    char *slash = strrchr(folder, '/');
    if (!platform_is_directory(folder) && slash && slash != folder) {
        *slash = '\0';
    }
    for (int i = 0; i < VIEWER_GAMES; i++) {
        if (find_game(folder, (enum viewer_game)i, basedirs[i])) {
            any = true;
        } else {
            basedirs[i][0] = '\0';
        }
    }
    return any;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

/* The games whose folders are there. */
static const char *describe_games(char basedirs[VIEWER_GAMES][SEARCH_PATH])
{
    const bool quake = basedirs[VIEWER_QUAKE][0] != '\0';
    return !quake                               ? games[VIEWER_QUAKE3].name
           : basedirs[VIEWER_QUAKE3][0] == '\0' ? games[VIEWER_QUAKE].name
                                                : "Quake and Quake III";
}

/* Before a game's folder is replaced: until there was one for each game, "basedir" was that of
 * either. */
static void keep_old_folder(struct settings *settings, enum viewer_game game)
{
    char folder[SEARCH_PATH];
    const char *old = settings_text(settings, games[VIEWER_QUAKE].setting);
    if (game == VIEWER_QUAKE && old && !settings_text(settings, games[VIEWER_QUAKE3].setting) &&
        !find_game(old, VIEWER_QUAKE, folder) && find_game(old, VIEWER_QUAKE3, folder)) {
        (void)!settings_set_text(settings, games[VIEWER_QUAKE3].setting, folder);
    }
}

bool viewer_take_game_data(struct viewer *v, const char *path)
{
    char basedirs[VIEWER_GAMES][SEARCH_PATH], before[VIEWER_GAMES][SEARCH_PATH];
    char key[KEY_HELP_TEXT];
    const char *taken = NULL;
    const bool wanted =
        v->demo.open && (!v->demo.player.source.game.found || viewer_level_is_missing(&v->demo));
    const bool archive = ends_with(path, ".pak") || ends_with(path, ".pk3");
    /* Archives may hold demos: they count as game data only while data is missing. */
    if (!(platform_is_directory(path) || (archive && wanted)) || !find_games(path, basedirs)) {
        return false;
    }
    memcpy(before, v->data.dropped, sizeof(before));
    for (int i = 0; i < VIEWER_GAMES; i++) {
        if (basedirs[i][0] != '\0') {
            memcpy(v->data.dropped[i], basedirs[i], SEARCH_PATH);
            taken = v->data.dropped[i];
        }
    }
    if (v->demo.open && !viewer_reopen_demo(v)) {
        memcpy(v->data.dropped, before, sizeof(before));
        return true; /* the error was reported */
    }
    if (!v->demo.open) { /* it may be what the demo was not found without */
        viewer_retry_open(v);
    }
    v->data.dismissed = false;
    viewer_name_key(&v->base, ACTION_REMEMBER, key);
    viewer_say(&v->base, key[0] ? "game data of %s: %s (%s remembers it)" : "game data of %s: %s",
               describe_games(basedirs), taken, key);
    return true;
}

void viewer_remember_data(struct viewer_data *data, struct viewer_base *base)
{
    const char *last = NULL;
    for (int i = 0; i < VIEWER_GAMES; i++) {
        const char *folder = data->dropped[i];
        if (folder[0] == '\0') {
            continue;
        }
        keep_old_folder(&base->settings, (enum viewer_game)i);
        if (settings_set_text(&base->settings, games[i].setting, folder) < 0) {
            viewer_trouble(base, "%s cannot be remembered", folder);
            return;
        }
        last = folder;
    }
    if (!last) {
        viewer_say(base, "drop a Quake folder first: then this remembers it");
    } else if (settings_save(&base->settings, SAVED_WAIT) < 0) {
        viewer_trouble(base, "%s cannot be remembered", last);
    } else {
        viewer_say(base, "remembered: %s (%s)", last, describe_games(data->dropped));
    }
}

bool viewer_level_is_missing(const struct viewer_demo *demo)
{
    return demo->open && playback_level_is_missing(&demo->player);
}

bool viewer_describe_data(const struct viewer_data *missing, const struct viewer_demo *demo,
                          const struct viewer_base *base, struct described_data *data)
{
    const struct playback_context *player = &demo->player;
    const struct files *files = player->source.game.files;
    struct demo_event level;
    const bool found = player->source.game.found;
    if (base->options->asked->play.no_osd || missing->dismissed || !viewer_level_is_missing(demo) ||
        playback_shows_page(player)) {
        return false;
    }
    viewer_level(demo, &level);
    snprintf(data->level, sizeof(data->level), "%s", level.text);
    data->panel = (struct data_panel){
        .level = data->level,
        .quake3 = player->source.quake3 != NULL,
        .basedir = found ? player->source.game.basedir : NULL,
        .places = missing->missing.places,
        .models = files_missing_count(files, FILES_WANT_MODEL),
        .skins = files_missing_count(files, FILES_WANT_SKIN),
        .hides = data->hides,
    };
    viewer_name_key(base, ACTION_CANCEL, data->hides);
    return true;
}

void viewer_begin_missing(struct viewer_data *data, const struct viewer_demo *demo)
{
    struct viewer_missing *missing = &data->missing;
    const struct playback_context *player = &demo->player;
    *missing = (struct viewer_missing){0};
    data->dismissed = false;
    if (!player->source.game.found) {
        demo_source_describe_search(&player->source, &player->options.search, missing->places,
                                    sizeof(missing->places));
    }
}

void viewer_follow_missing(struct viewer_data *data, const struct viewer_demo *demo,
                           struct viewer_base *base, double now)
{
    const struct files *files = demo->player.source.game.files;
    const unsigned models = files_missing_count(files, FILES_WANT_MODEL);
    const unsigned skins = files_missing_count(files, FILES_WANT_SKIN);
    struct viewer_missing *missing = &data->missing;
    char count[80], text[OSD_MESSAGE_TEXT], key[KEY_HELP_TEXT], listed[KEY_HELP_TEXT + 16] = "";
    if (models + skins != missing->count) {
        missing->count = models + skins;
        missing->until = now + MISSING_SECONDS;
    }
    /* The panel counts them itself. */
    if (base->options->asked->play.no_osd || missing->count == 0 || now > missing->until ||
        viewer_level_is_missing(demo)) {
        base->dirty |= osd_messages_withdraw(&base->messages, OSD_MESSAGE_MISSING);
        return;
    }
    data_panel_count(count, sizeof(count), models, skins);
    viewer_name_key(base, ACTION_CONSOLE, key);
    if (key[0]) {
        snprintf(listed, sizeof(listed), " (%s lists %s)", key,
                 missing->count == 1 ? "it" : "them");
    }
    snprintf(text, sizeof(text), "not in the game data: %s%s", count, listed);
    base->dirty |= osd_messages_stand(&base->messages, OSD_MESSAGE_MISSING, text);
}
