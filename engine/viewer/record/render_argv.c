#include "engine/viewer/record/render_argv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/options/option_help.h"

static void add_argument(struct render_argv *argv, const char *argument)
{
    if (argv->count < RENDER_ARGV_MAX) {
        byte_writer_string(&argv->text, argument);
        argv->count++;
    }
}

/* "--name value", or "--name" alone for a switch. */
static void add_option(struct render_argv *argv, const struct option_row *row, const char *value)
{
    char name[OPTION_SPELLING_MAX];
    option_put_name(row->name, strlen(row->name), name);
    add_argument(argv, name);
    if (row->type != &option_switch) {
        add_argument(argv, value);
    }
}

/* The plan as options of `quakereel render` or `shot`, without the window's speed, direction and
 * volume: a film has the demo's. */
static struct options options_of(const struct record_plan *plan, char from[32], char to[32])
{
    struct options options = options_default();
    if (plan->at) {
        options.shot.times = plan->at;
    } else {
        snprintf(from, 32, "%.3f", plan->from);
        snprintf(to, 32, "%.3f", plan->to);
        options.from = from;
        options.to = isfinite(plan->to) ? to : NULL;
    }
    options.player = *plan->player;
    options.ghosts = (char *)plan->player->ghosts.names;     /* borrowed, likewise */
    options.basedirs = (char *)plan->player->search.basedir; /* borrowed: it is only written */
    options.out = plan->out;
    options.size = (struct picture_size){plan->width, plan->height};
    options.gamma = plan->gamma;
    options.contrast = plan->contrast;
    options.camera_file = plan->camera_file;
    options.sound.off = plan->no_sound;
    options.film.fps = plan->fps.num > 0 ? plan->fps : options.film.fps;
    options.sound.look = plan->sound;
    options.sound.music_volume = plan->music_volume;
    return options;
}

/* Every option of the command that differs from its default. */
static void add_options(struct render_argv *argv, enum command command,
                        const struct options *options)
{
    char value[OPTION_TEXT_MAX];
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (option_write_filmed(row, command, options, value, sizeof(value))) {
            add_option(argv, row, value);
        }
    }
}

int render_argv_make(struct render_argv *argv, const struct record_plan *plan)
{
    char from[32], to[32];
    const struct options options = options_of(plan, from, to);
    const bool plain = plan->demo[0] != '-'; /* otherwise it would be read as an option */
    add_argument(argv, plan->at ? "shot" : "render");
    if (plain) {
        add_argument(argv, plan->demo);
    }
    add_options(argv, plan->at ? COMMAND_SHOT : COMMAND_RENDER, &options);
    if (!plain) {
        add_argument(argv, "--");
        add_argument(argv, plan->demo);
    }
    return argv->text.failed ? FORMAT_MEMORY : 0;
}

void render_argv_free(struct render_argv *argv)
{
    byte_writer_free(&argv->text);
    argv->count = 0;
}

void render_argv_list(const struct render_argv *argv, const char *program,
                      const char *list[RENDER_ARGV_MAX + 2])
{
    const char *argument = (const char *)argv->text.data;
    list[0] = program;
    for (size_t i = 0; i < argv->count; i++, argument += strlen(argument) + 1) {
        list[i + 1] = argument;
    }
    list[argv->count + 1] = NULL;
}

/* --- shell line ------------------------------------------------------------------------------- */

static bool needs_no_quotes(const char *argument)
{
    return argument[0] != '\0' &&
           argument[strspn(argument,
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                           "%+,-./:=@_")] == '\0';
}

struct line {
    char *text;
    size_t size, used;
};

static void put_text(struct line *line, const char *text)
{
    for (; *text && line->used + 1 < line->size; text++) {
        line->text[line->used++] = *text;
    }
    line->text[line->used] = '\0';
}

/* In single quotes; a quote itself becomes '\''. */
static void put_quoted(struct line *line, const char *argument)
{
    put_text(line, "'");
    for (; *argument; argument++) {
        const char letter[2] = {*argument, '\0'};
        put_text(line, *argument == '\'' ? "'\\''" : letter);
    }
    put_text(line, "'");
}

void render_argv_line(const struct render_argv *argv, char *line, size_t size)
{
    const char *list[RENDER_ARGV_MAX + 2];
    struct line out = {line, size, 0};
    render_argv_list(argv, "quakereel", list);
    for (size_t i = 0; list[i]; i++) {
        put_text(&out, i > 0 ? " " : "");
        if (needs_no_quotes(list[i])) {
            put_text(&out, list[i]);
        } else {
            put_quoted(&out, list[i]);
        }
    }
}
