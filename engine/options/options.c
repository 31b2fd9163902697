#include "engine/options/options.h"

#include <stdlib.h>
#include <string.h>

#include "engine/options/option_row.h"

struct options options_default(void)
{
    struct options options = {.player = playback_default_options(), .cpu = -1, .edit.engine = -1};
    options.player.threads = 0;
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (row->initial) {
            (void)row->type->read(row, &options, row->initial); /* a test reads them all */
        }
    }
    options.player.own_water_alpha = options.player.hud.own_crosshair = false;
    return options;
}

bool options_given(const struct options *options, const char *name)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (strcmp(row->name, name) == 0 && (options->given[i / 64] >> i % 64 & 1) != 0) {
            return true;
        }
    }
    return false;
}

bool options_set(struct options *options, enum command command, const char *name, const char *value)
{
    const struct option_row *row = option_find(command, name, strlen(name));
    return row && option_read(row, options, value);
}

static struct render_light choose_light(const struct options *options, bool plain)
{
    struct render_light light =
        plain ? render_light_plain() : render_light_for_watching(options->player.look);
    light.gamma = options->gamma > 0.0 ? options->gamma : light.gamma;
    light.contrast = options->contrast > 0.0 ? options->contrast : light.contrast;
    return light;
}

void options_settle(struct options *options, bool plain_light)
{
    options->player.light = choose_light(options, plain_light);
    options->player.own_gamma = options->gamma > 0.0;
    options->player.search.basedir = options->basedirs;
    options->player.ghosts.names = options->ghosts;
    if (options->player.threads == 0) {
        options->player.threads = platform_cpu_count();
    }
}

size_t options_seek_bytes(const struct options *options)
{
    const size_t megabytes = (size_t)options->play.seek_megabytes, most = SIZE_MAX >> 20;
    return (megabytes < most ? megabytes : most) << 20; /* 4095 MB with 32 bits */
}

void options_free(struct options *options)
{
    camera_path_free(&options->camera_path);
    free(options->files);
    free(options->edit.ranges);
    options->edit.ranges = NULL;
    free(options->ghosts);
    options->ghosts = NULL;
    free(options->plot.players);
    options->plot.players = NULL;
    free(options->basedirs);
    options->basedirs = NULL;
    platform_free_file(&options->input);
    options->files = NULL;
    options->num_files = 0;
}
