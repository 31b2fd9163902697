#include "engine/viewer/viewer_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inspect/demo_inspect.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/terminal_text.h"

enum { PLAYERS_NAMED = 6, NAME_BYTES = 40 };

/* A text of a demo, which ends at `length` or before, as plain characters. */
static void plain_text(char *to, size_t size, const char *text, size_t length)
{
    char whole[256];
    snprintf(whole, sizeof(whole), "%.*s", length < 255 ? (int)length : 255, text);
    demo_plain_text(to, size, whole);
}

static void tell_kind_of(struct viewer_error *error, const struct demo_family *family,
                         const struct demo_stats *stats)
{
    const char *protocol = stats->family ? family->inspector->protocol_name(stats) : NULL;
    if (protocol) {
        snprintf(error->kind, sizeof(error->kind), "%s, protocol %ld (%s)", family->title,
                 (long)stats->protocol, protocol);
    } else {
        snprintf(error->kind, sizeof(error->kind), "%s", family->title);
    }
    if (stats->playing > 0.0) {
        osd_format_time(error->length, stats->playing, 0);
    }
}

/* The first level, and how many more. */
static void tell_levels(struct viewer_error *error, const struct demo_stats *stats)
{
    char name[64], map[64], more[32] = "";
    if (stats->level_count == 0) {
        return;
    }
    const struct demo_level *level = &stats->levels[0];
    const char *path = level->map ? level->map : "", *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    plain_text(name, sizeof(name), level->name ? level->name : "", 255);
    plain_text(map, sizeof(map), file, strcspn(file, "."));
    if (stats->level_count > 1) {
        snprintf(more, sizeof(more), " and %zu more", stats->level_count - 1);
    }
    snprintf(error->level, sizeof(error->level), name[0] && map[0] ? "%s (%s)%s" : "%s%s%s", name,
             map, more);
}

static void tell_players(struct viewer_error *error, const struct demo_stats *stats)
{
    char name[NAME_BYTES];
    size_t used = 0;
    int count = 0;
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct demo_player *player = &stats->players[i];
        if (player->name && count++ < PLAYERS_NAMED) {
            plain_text(name, sizeof(name), player->name, player->name_length);
            used += (size_t)snprintf(error->players + used, sizeof(error->players) - used, "%s%s",
                                     used ? ", " : "", name);
        }
    }
    if (count > PLAYERS_NAMED) {
        snprintf(error->players + used, sizeof(error->players) - used, " and %d more",
                 count - PLAYERS_NAMED);
    }
}

static void tell_facts(struct viewer_data *data, struct viewer_base *base,
                       struct viewer_error *error)
{
    struct demo_source source;
    struct demo_stats stats;
    const struct playback_options options = viewer_player_options(data, base);
    if (demo_source_open_bytes(&source, error->name, &options.search, NULL) < 0) {
        return;
    }
    (void)!demo_stats_read(&stats, &source.demo); /* as far as it is good */
    if (source.demo.family) {
        tell_kind_of(error, source.demo.family, &stats);
        tell_levels(error, &stats);
        tell_players(error, &stats);
    }
    demo_stats_free(&stats);
    demo_source_close(&source);
}

/* Removes the message that the panel repeats. */
static void take_line_back(const struct viewer_error *error, struct viewer_base *base)
{
    char line[512], shown[512];
    snprintf(line, sizeof(line), "%s: %s", error->name, error->reason);
    terminal_text(shown, sizeof(shown), line);
    osd_messages_take_back(&base->messages, shown);
}

void viewer_show_error(struct viewer *v, size_t place, const char *reason)
{
    struct viewer_error *error = &v->error;
    const char *name = v->playlist.names[place];
    viewer_close_error(&v->error, &v->base);
    error->name = strdup(name ? name : "the built-in demo");
    error->shown = error->name != NULL;
    if (!error->shown) {
        return; /* the message is enough */
    }
    snprintf(error->reason, sizeof(error->reason), "%s", reason);
    if (name) {
        tell_facts(&v->data, &v->base, error);
    }
    if (!v->demo.open) {
        v->playlist.current = place; /* start of the next playlist step */
    }
    v->help.shown = v->chooser.shown = false;
    take_line_back(&v->error, &v->base);
    v->base.dirty = true;
}

bool viewer_close_error(struct viewer_error *error, struct viewer_base *base)
{
    const bool shown = error->shown;
    free(error->name);
    *error = (struct viewer_error){0};
    base->dirty |= shown;
    return shown;
}

/* "KEY does", where a key does that. */
static void add_key(const struct viewer_base *base, enum action action, int sign, const char *does,
                    char *text, size_t size)
{
    char key[KEY_HELP_TEXT];
    const size_t used = strlen(text);
    if (key_map_name(&base->keys, action, sign, key, NULL)) {
        snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", key, does);
    }
}

void viewer_describe_error(const struct viewer_error *error, const struct viewer_demo *demo,
                           const struct viewer_base *base, char text[ERROR_PANEL_BYTES])
{
    char keys[256] = "", advice[320];
    add_key(base, ACTION_PLAYLIST, 1, "the next demo", keys, sizeof(keys));
    add_key(base, ACTION_LIST, 0, "a list to choose from", keys, sizeof(keys));
    if (demo->open) {
        add_key(base, ACTION_CANCEL, 0, "goes on", keys, sizeof(keys));
    } else {
        add_key(base, ACTION_QUIT, 0, "quits", keys, sizeof(keys));
    }
    snprintf(advice, sizeof(advice), "Drop another demo here.%s%s", keys[0] ? "\n" : "", keys);
    const struct error_panel panel = {
        .name = error->name,
        .reason = error->reason,
        .kind = error->kind,
        .level = error->level,
        .players = error->players,
        .length = error->length,
        .advice = advice,
    };
    error_panel_text(&panel, text);
}
