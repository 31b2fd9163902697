#include "engine/report/report.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/capture/picture.h"
#include "formats/base/terminal_text.h"

enum { REPORT_BYTES = 512 };

static void FORMAT_PRINTF(3, 0) report_args(const struct report_listener *listener,
                                            enum report_kind kind, const char *format, va_list args)
{
    char text[REPORT_BYTES], line[REPORT_BYTES];
    vsnprintf(text, sizeof(text), format, args);
    terminal_text(line, sizeof(line), text);
    fprintf(stderr, "quakereel: %s\n", line);
    if (listener) {
        listener->hear(listener->context, kind, line);
    }
}

static void FORMAT_PRINTF(3, 4) report_kind_line(const struct report_listener *listener,
                                                 enum report_kind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_args(listener, kind, format, args);
    va_end(args);
}

void report_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report_args(NULL, REPORT_TROUBLE, format, args);
    va_end(args);
}

void report_line(void *context, const char *line)
{
    report_kind_line(context, REPORT_DETAIL, "%s", line);
}

void report_piece(void *context, const char *line)
{
    const struct report_listener *listener = context;
    char clean[REPORT_BYTES];
    if (listener) {
        terminal_text(clean, sizeof(clean), line);
        listener->hear(listener->context, REPORT_DETAIL, clean);
    }
}

void report_pieces(const struct missing_pieces *pieces)
{
    char text[MISSING_PIECES_TEXT];
    if (pieces->count > 0) {
        missing_pieces_describe(pieces, text);
        report_error("%s", text);
    }
}

void report_missing(const struct playback_context *player, const struct files *sounds)
{
    const struct missing_pieces *pictures = files_missing_pieces(player->source.game.files);
    struct missing_pieces all = {0};
    if (!sounds) {
        report_pieces(pictures);
    } else if (missing_pieces_join(&all, pictures) == FORMAT_OK &&
               missing_pieces_join(&all, files_missing_pieces(sounds)) == FORMAT_OK) {
        report_pieces(&all);
    } else { /* a line each needs no memory */
        report_pieces(pictures);
        report_pieces(files_missing_pieces(sounds));
    }
    missing_pieces_free(&all);
}

static void report_search(const struct demo_source *source, const struct demo_search *search,
                          const char *consequence, const struct report_listener *listener)
{
    char places[4096];
    demo_source_describe_search(source, search, places, sizeof(places));
    report_kind_line(listener, REPORT_NO_DATA, "no game data found%s. Looked at:", consequence);
    for (char *place = places, *end; *place; place = end) {
        end = place + strcspn(place, "\n");
        end += *end ? (*end = '\0', 1) : 0;
        fprintf(stderr, "%s\n", place);
        if (listener) {
            listener->hear(listener->context, REPORT_DETAIL, place);
        }
    }
    report_kind_line(listener, REPORT_DETAIL,
                     "set --basedir or $QUAKEREEL_BASEDIR: folder with id1, baseq3 or baseoa");
}

/* Ghosts that end early, or that were left out. */
static void report_ghosts(const struct playback_context *player,
                          const struct report_listener *listener)
{
    const struct ghost_set *set = &player->ghosts;
    if (set->trouble[0]) {
        report_kind_line(listener, REPORT_TROUBLE, "%s", set->trouble);
    }
    for (size_t i = 0; i < set->count; i++) {
        const struct ghost *ghost = &set->ghosts[i];
        if (ghost->is_damaged) {
            report_kind_line(listener, REPORT_TROUBLE, "ghost %s: ends early, byte %zu: %s",
                             ghost->source, ghost->damage.offset, ghost->damage.what);
        }
    }
}

/* A second demo that ends early, is aligned otherwise, or that was left out. */
static void report_beside(const struct playback_context *player,
                          const struct report_listener *listener)
{
    const struct beside *beside = player->beside;
    struct format_error damage;
    if (player->beside_trouble[0]) {
        report_kind_line(listener, REPORT_TROUBLE, "%s", player->beside_trouble);
    }
    if (beside && beside->note[0]) {
        report_kind_line(listener, REPORT_TROUBLE, "%s", beside->note);
    }
    if (beside && !beside->is_same && timeline_wait(beside->other->timeline, false) == 0 &&
        playback_damage(beside->other, &damage)) {
        report_kind_line(listener, REPORT_TROUBLE, "beside %s: ends early, byte %zu: %s",
                         beside->other->source.name, damage.offset, damage.what);
    }
}

int report_open(struct playback_context *player, const char *name,
                const struct playback_options *options, const struct timeline_options *index,
                const struct report_listener *listener, struct format_error *why)
{
    struct playback_options logged = *options;
    struct format_error err = {0};
    logged.search.log = report_line;
    logged.search.log_piece = options->search.verbose ? NULL : report_piece;
    logged.search.log_context = (void *)(uintptr_t)listener;
    const int code = playback_open(player, name, &logged, index, &err);
    const struct demo_source *source = &player->source;
    if (code < 0 && why) {
        *why = err;
    }
    if (code < 0) {
        report_kind_line(listener, REPORT_TROUBLE, "%s: %s", source->name, err.what);
        if (source->no_game_data) {
            report_search(source, &options->search, "", listener);
        }
    } else if (!source->game.found) {
        report_search(source, &options->search, "; placeholders stand in", listener);
    }
    if (code == 0) {
        report_ghosts(player, listener);
        report_beside(player, listener);
    }
    return code;
}

int report_set_size(struct playback_context *player, int width, int height)
{
    const int code = playback_set_size(player, width, height);
    if (code < 0) {
        fprintf(stderr, "quakereel: out of memory (picture of %dx%d)\n", width, height);
    }
    return code;
}

/* The players at the cursor that an error about `who` is about. */
static void find_names(const struct playback_context *player, const char *who,
                       enum follow_result result, struct pov_names *names)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const uint32_t total = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    pov_names_add(names, players, count, result == FOLLOW_AMBIGUOUS ? who : "");
}

void report_follow(const struct playback_context *player, const char *who,
                   enum follow_result result, const struct pov_names *known, bool *reported)
{
    const char *name = player->source.name;
    struct pov_names found = {0};
    char list[POV_NAMES_TEXT];
    if (!who || result == FOLLOW_FOUND || *reported) {
        return;
    }
    *reported = true;
    if (!known) {
        find_names(player, who, result, &found);
        known = &found;
    }
    pov_names_text(known, list);
    if (result == FOLLOW_UNKNOWN) {
        report_error("%s: no player is called '%s'; the players are %s", name, who, list);
    } else if (result == FOLLOW_AMBIGUOUS) {
        report_error("%s: '%s' is in several players' names: %s", name, who, list);
    } else {
        report_error("%s: no player can be followed as '%s'", name, who);
    }
}

void report_views(const struct playback_context *player, bool *reported)
{
    char text[PLAYBACK_VIEWS_TEXT];
    if (!*reported && playback_lacks_views(player, text)) {
        *reported = true;
        report_error("%s: %s", player->source.name, text);
    }
}

int report_draw(struct playback_context *player, uint32_t *target, size_t pitch, bool *reported)
{
    const int code = playback_draw(player, target, pitch);
    if (code < 0) {
        fprintf(stderr, "quakereel: out of memory (frame)\n");
    } else {
        report_follow(player, player->follow, player->followed, NULL, reported);
        for (int i = 0; i < player->views.count; i++) {
            const struct demo_view *view = &player->views.views[i];
            if (i != player->views.main && view->who[0]) {
                report_follow(player, view->who, view->result, NULL, reported);
            }
        }
        if (player->beside) {
            const struct playback_context *other = player->beside->other;
            report_follow(other, other->follow, other->followed, NULL, reported);
        }
    }
    return code;
}

int report_wait(const struct playback_context *player)
{
    const int status = timeline_wait(player->timeline, false);
    if (status < 0) {
        report_error("%s: out of memory (index)", player->source.name);
    }
    return status;
}

bool report_damage(const struct playback_context *player, const struct report_listener *listener)
{
    struct format_error damage;
    if (playback_damage(player, &damage)) {
        if (playback_is_unsupported(player)) {
            report_kind_line(listener, REPORT_DAMAGE, "%s: %s (byte %zu)", player->source.name,
                             damage.what, damage.offset);
        } else {
            report_kind_line(listener, REPORT_DAMAGE, "%s: byte %zu: %s", player->source.name,
                             damage.offset, damage.what);
        }
    }
    return playback_is_damaged(player);
}

int report_write_png(struct playback_context *player, const char *path, bool force,
                     const struct report_listener *listener)
{
    struct format_error err;
    struct render_frame frame;
    const int code =
        playback_frame(player, &frame) < 0
            ? format_fail(&err, FORMAT_MEMORY, 0, "out of memory")
            : picture_write_pixels(frame.pixels, frame.width, frame.height, path, force, &err);
    if (code < 0) {
        report_kind_line(listener, REPORT_TROUBLE, "%s: %s", path, err.what);
    }
    return code;
}
