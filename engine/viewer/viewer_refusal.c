#include "engine/viewer/viewer_refusal.h"

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

static void tell_kind_of(struct viewer_refusal *refusal, const struct demo_family *family,
                         const struct demo_stats *stats)
{
    const char *protocol = stats->family ? family->inspector->protocol_name(stats) : NULL;
    if (protocol) {
        snprintf(refusal->kind, sizeof(refusal->kind), "%s, protocol %ld (%s)", family->title,
                 (long)stats->protocol, protocol);
    } else {
        snprintf(refusal->kind, sizeof(refusal->kind), "%s", family->title);
    }
    if (stats->playing > 0.0) {
        osd_format_time(refusal->length, stats->playing, 0);
    }
}

/* The first level, and how many more. */
static void tell_levels(struct viewer_refusal *refusal, const struct demo_stats *stats)
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
    snprintf(refusal->level, sizeof(refusal->level), name[0] && map[0] ? "%s (%s)%s" : "%s%s%s",
             name, map, more);
}

static void tell_players(struct viewer_refusal *refusal, const struct demo_stats *stats)
{
    char name[NAME_BYTES];
    size_t used = 0;
    int count = 0;
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct demo_player *player = &stats->players[i];
        if (player->name && count++ < PLAYERS_NAMED) {
            plain_text(name, sizeof(name), player->name, player->name_length);
            used += (size_t)snprintf(refusal->players + used, sizeof(refusal->players) - used,
                                     "%s%s", used ? ", " : "", name);
        }
    }
    if (count > PLAYERS_NAMED) {
        snprintf(refusal->players + used, sizeof(refusal->players) - used, " and %d more",
                 count - PLAYERS_NAMED);
    }
}

static void tell_facts(struct viewer *v, struct viewer_refusal *refusal)
{
    struct demo_source source;
    struct demo_stats stats;
    const struct player_options options = viewer_player_options(v);
    if (demo_source_open_bytes(&source, refusal->name, &options.search, NULL) < 0) {
        return;
    }
    (void)!demo_stats_read(&stats, &source.demo); /* as far as it is good */
    if (source.demo.family) {
        tell_kind_of(refusal, source.demo.family, &stats);
        tell_levels(refusal, &stats);
        tell_players(refusal, &stats);
    }
    demo_stats_free(&stats);
    demo_source_close(&source);
}

/* The panel says what the line said. */
static void take_line_back(struct viewer *v)
{
    char line[512], shown[512];
    snprintf(line, sizeof(line), "%s: %s", v->refusal.name, v->refusal.reason);
    terminal_text(shown, sizeof(shown), line);
    osd_messages_take_back(&v->messages, shown);
}

void viewer_refuse(struct viewer *v, size_t place, const char *reason)
{
    struct viewer_refusal *refusal = &v->refusal;
    const char *name = v->playlist.names[place];
    viewer_end_refusal(v);
    refusal->name = strdup(name ? name : "the built-in demo");
    refusal->shown = refusal->name != NULL;
    if (!refusal->shown) {
        return; /* the line about it says enough */
    }
    snprintf(refusal->reason, sizeof(refusal->reason), "%s", reason);
    if (name) {
        tell_facts(v, refusal);
    }
    if (!v->demo.open) {
        v->playlist.current = place; /* where `>` goes on */
    }
    v->help.shown = v->chooser.shown = false;
    take_line_back(v);
    v->dirty = true;
}

bool viewer_end_refusal(struct viewer *v)
{
    const bool shown = v->refusal.shown;
    free(v->refusal.name);
    v->refusal = (struct viewer_refusal){0};
    v->dirty |= shown;
    return shown;
}

/* "KEY does", where a key does that. */
static void add_key(const struct viewer *v, enum action action, int sign, const char *does,
                    char *text, size_t size)
{
    char key[KEY_HELP_TEXT];
    const size_t used = strlen(text);
    if (key_map_name(&v->keys, action, sign, key, NULL)) {
        snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", key, does);
    }
}

void viewer_describe_refusal(const struct viewer *v, char text[REFUSAL_PANEL_BYTES])
{
    const struct viewer_refusal *refusal = &v->refusal;
    char keys[256] = "", advice[320];
    add_key(v, ACTION_PLAYLIST, 1, "the next demo", keys, sizeof(keys));
    add_key(v, ACTION_LIST, 0, "a list to choose from", keys, sizeof(keys));
    if (v->demo.open) {
        add_key(v, ACTION_CANCEL, 0, "goes on", keys, sizeof(keys));
    } else {
        add_key(v, ACTION_QUIT, 0, "quits", keys, sizeof(keys));
    }
    snprintf(advice, sizeof(advice), "Drop another demo here.%s%s", keys[0] ? "\n" : "", keys);
    const struct refusal_panel panel = {
        .name = refusal->name,
        .reason = refusal->reason,
        .kind = refusal->kind,
        .level = refusal->level,
        .players = refusal->players,
        .length = refusal->length,
        .advice = advice,
    };
    refusal_panel_text(&panel, text);
}
