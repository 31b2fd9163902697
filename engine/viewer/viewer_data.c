#include "engine/viewer/viewer_data.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/viewer_internal.h"

#define BASEDIR_SETTING "basedir"

/* Display time of the count of missing files after a change, s. */
#define MISSING_SECONDS 6.0

struct playback_options viewer_player_options(struct viewer_data *data,
                                              const struct viewer_base *base)
{
    struct playback_options options = base->options->asked->player;
    const char *remembered = settings_text(&base->settings, BASEDIR_SETTING);
    if (remembered) {
        snprintf(data->remembered, sizeof(data->remembered), "%s", remembered);
        options.search.remembered = data->remembered;
    }
    if (data->basedir[0] != '\0') {
        options.search.basedir = data->basedir;
    }
    return options;
}

/* The folder around the game data a path means: a Quake folder, its id1 (Quake III: baseq3 or
 * baseoa), or a pak inside one. False: it is none. */
static bool find_basedir(const char *path, char basedir[SEARCH_PATH])
{
    struct search_result found;
    char folder[SEARCH_PATH];
    const int length = snprintf(folder, sizeof(folder), "%s", path);
    if (length < 0 || (size_t)length >= sizeof(folder)) {
        return false;
    }
    char *slash = strrchr(folder, '/');
    if (!platform_is_directory(folder) && slash && slash != folder) {
        *slash = '\0';
    }
    static const char *const bases[] = {NULL, "baseq3", "baseoa"};
    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++) {
        const struct search_options options = {.basedir = folder, .base = bases[i]};
        if (search_find(&found, &options, NULL) == 0 && found.basedir[0] != '\0') {
            snprintf(basedir, SEARCH_PATH, "%s", found.basedir);
            return true;
        }
    }
    return false;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && SDL_strcasecmp(text + length - tail, end) == 0;
}

bool viewer_take_game_data(struct viewer *v, const char *path)
{
    char basedir[SEARCH_PATH], before[SEARCH_PATH], key[KEY_HELP_TEXT];
    const bool wanted =
        v->demo.open && (!v->demo.player.source.game.found || viewer_level_is_missing(&v->demo));
    const bool archive = ends_with(path, ".pak") || ends_with(path, ".pk3");
    /* Archives may hold demos: they count as game data only while data is missing. */
    if (!(platform_is_directory(path) || (archive && wanted)) || !find_basedir(path, basedir)) {
        return false;
    }
    memcpy(before, v->data.basedir, sizeof(before));
    memcpy(v->data.basedir, basedir, sizeof(basedir));
    if (v->demo.open && !viewer_reopen_demo(v)) {
        memcpy(v->data.basedir, before, sizeof(before));
        return true; /* the error was reported */
    }
    if (!v->demo.open) { /* it may be what the demo was not found without */
        viewer_retry_open(v);
    }
    v->data.dismissed = false;
    viewer_name_key(&v->base, ACTION_REMEMBER, key);
    viewer_say(&v->base, key[0] ? "game data: %s (%s remembers it)" : "game data: %s",
               v->data.basedir, key);
    return true;
}

void viewer_remember_data(struct viewer_data *data, struct viewer_base *base)
{
    if (data->basedir[0] == '\0') {
        viewer_say(base, "drop a Quake folder first: then this remembers it");
    } else if (settings_set_text(&base->settings, BASEDIR_SETTING, data->basedir) < 0 ||
               settings_save(&base->settings, SAVED_WAIT) < 0) {
        viewer_trouble(base, "%s cannot be remembered", data->basedir);
    } else {
        viewer_say(base, "remembered: %s", data->basedir);
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
