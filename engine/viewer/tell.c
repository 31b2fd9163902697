#include "engine/viewer/tell.h"

#include <stdio.h>

#include "engine/capture/picture.h"

void tell_line(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "quakereel: %s\n", line);
}

static void tell_search(const struct demo_source *source, const struct demo_search *search,
                        const char *consequence)
{
    char places[4096];
    demo_source_describe_search(source, search, places, sizeof(places));
    fprintf(stderr,
            "quakereel: no Quake data found%s. Looked at:\n%s"
            "quakereel: name the folder that holds id1 with --basedir DIR or $QUAKEREEL_BASEDIR\n",
            consequence, places);
}

int tell_open(struct player *player, const char *name, const struct player_options *options,
              const struct timeline_options *index)
{
    struct player_options telling = *options;
    struct format_error err = {0};
    telling.search.log = tell_line;
    const int code = player_open(player, name, &telling, index, &err);
    const struct demo_source *source = &player->source;
    if (code < 0) {
        fprintf(stderr, "quakereel: %s: %s\n", source->name, err.what);
        if (source->no_game_data) {
            tell_search(source, &options->search, "");
        }
    } else if (!source->game.found) {
        tell_search(source, &options->search, "; drawing with placeholders");
    }
    return code;
}

int tell_set_size(struct player *player, int width, int height)
{
    const int code = player_set_size(player, width, height);
    if (code < 0) {
        fprintf(stderr, "quakereel: no memory for a picture of %dx%d\n", width, height);
    }
    return code;
}

void tell_follow(const struct player *player, bool *told)
{
    if (player->followed == PLAYER_FOLLOWS || *told) {
        return;
    }
    *told = true;
    fprintf(stderr,
            player->followed == PLAYER_FOLLOW_UNKNOWN
                ? "quakereel: %s: nobody here is '%s'; see quakereel info\n"
                : "quakereel: %s: there is nobody to follow as '%s'\n",
            player->source.name, player->options.follow);
}

int tell_draw(struct player *player, uint32_t *target, size_t pitch, bool *told)
{
    const int code = player_draw(player, target, pitch);
    tell_follow(player, told);
    if (code < 0) {
        fprintf(stderr, "quakereel: no memory to draw a frame\n");
    }
    return code;
}

bool tell_damage(const struct player *player)
{
    struct format_error damage;
    if (player_damage(player, &damage)) {
        fprintf(stderr, "quakereel: %s: byte %zu: %s\n", player->source.name, damage.offset,
                damage.what);
    }
    return player_is_damaged(player);
}

int tell_write_png(const struct player *player, const char *path)
{
    struct format_error err;
    const int code = picture_write_png(player->renderer, path, &err);
    if (code < 0) {
        fprintf(stderr, "quakereel: %s: %s\n", path, err.what);
    }
    return code;
}
