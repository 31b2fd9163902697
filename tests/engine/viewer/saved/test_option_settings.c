/* Remembered options: every row of the registry survives the way from an option to settings.conf,
 * to the line of a recorded film, and to an option again. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/viewer/record/render_argv.h"
#include "engine/viewer/saved/option_settings.h"
#include "tests/support/option_samples.h"

static void expect_same(const struct option_row *row, const struct options *a,
                        const struct options *b, const char *stage)
{
    static char first[OPTION_TEXT_MAX], second[OPTION_TEXT_MAX];
    const bool in_a = option_write(row, a, first, sizeof(first));
    const bool in_b = option_write(row, b, second, sizeof(second));
    cr_expect(in_a == in_b && (!in_a || strcmp(first, second) == 0), "%s: --%s '%s' became '%s'",
              stage, row->name, in_a ? first : "", in_b ? second : "");
}

/* Saves the row, and reads it into options that have their defaults. */
static void pass_settings(const struct option_row *row, struct options *options)
{
    static const char *const looks[] = {"", "faithful-", "truecolor-", "quake3-"};
    for (size_t i = 0; i < (row->flags & OPTION_PER_LOOK ? 4 : 1); i++) {
        struct settings settings = {0};
        struct options read = options_default();
        cr_assert_eq(option_settings_write(&settings, row->setting, looks[i], options), 0);
        option_settings_read(&settings, row->setting, looks[i], &read);
        expect_same(row, options, &read, "settings");
        cr_expect_null(settings_text(&settings, "quake3-volume"));
        settings_free(&settings);
        if (i == 0) {
            *options = read;
        }
    }
}

/* What the window knows of its view, as engine/viewer/record fills it in. */
static struct record_plan plan_of(const struct options *o)
{
    return (struct record_plan){.demo = "a.dem",
                                .out = "a.avi",
                                .camera_file = o->camera_file,
                                .to = INFINITY,
                                .width = o->size.width ? o->size.width : 640,
                                .height = o->size.height ? o->size.height : 400,
                                .player = &o->player,
                                .gamma = o->gamma,
                                .contrast = o->contrast,
                                .no_sound = o->sound.off,
                                .sound = o->sound.look,
                                .music_volume = o->sound.music_volume};
}

static void pass_film_line(const struct option_row *row, const struct options *options)
{
    const struct record_plan plan = plan_of(options);
    struct render_argv argv = {0};
    struct options read;
    const char *list[RENDER_ARGV_MAX + 2];
    int count = 0;
    cr_assert_eq(render_argv_make(&argv, &plan), 0);
    render_argv_list(&argv, "quakereel", list);
    while (list[count]) {
        count++;
    }
    cr_assert_eq(command_parse(&read, COMMAND_RENDER, count - 1, (char **)(uintptr_t)(list + 1)), 0,
                 "--%s", row->name);
    if (row->flags & OPTION_OF_WINDOW) {
        const struct options usual = options_default();
        expect_same(row, &usual, &read, "film line");
    } else {
        expect_same(row, options, &read, "film line");
    }
    options_free(&read);
    render_argv_free(&argv);
}

/* The part and the output file are the recording's own. */
static bool is_of_recording(const struct option_row *row)
{
    return row->type == &option_time || strcmp(row->name, "o") == 0;
}

static void pass_all(const struct option_row *row, const char *value)
{
    struct options options = options_default();
    cr_assert(option_read(row, &options, value), "--%s %s", row->name, value);
    if (row->setting) {
        pass_settings(row, &options);
    }
    const unsigned both = FOR(PLAY) | FOR(RENDER);
    if ((row->commands & both) == both && !(row->flags & OPTION_UNFILMED) &&
        !is_of_recording(row)) {
        pass_film_line(row, &options);
    }
    options_free(&options);
}

Test(option_settings, every_row_survives_settings_and_film_line)
{
    for (size_t i = 0; i < option_count(); i++) {
        option_samples_each(option_at(i), pass_all);
    }
}

Test(option_settings, a_row_is_remembered_under_one_name)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (row->setting) {
            cr_expect_eq(option_find_setting(row->setting), row, "%s", row->setting);
            cr_expect_lt(strlen(row->setting) + strlen("truecolor-"), (size_t)SETTINGS_NAME);
        } else {
            cr_expect_not(row->flags & (OPTION_SETTING | OPTION_PER_LOOK), "--%s", row->name);
        }
    }
}

static void keep_line(void *context, const char *line)
{
    snprintf(context, 256, "%s", line);
}

static void read_line(const char *line, struct options *options, enum option_group group)
{
    char reported[256] = "";
    struct settings settings = {.tell = keep_line, .context = reported};
    cr_assert_eq(settings_read(&settings, line, strlen(line)), 0);
    option_settings_read_group(&settings, group, options);
    cr_expect_str_eq(reported, "");
    settings_free(&settings);
}

Test(option_settings, the_command_line_wins)
{
    struct options options = options_default();
    cr_assert(options_set(&options, COMMAND_PLAY, "viewsize", "80"));
    cr_assert(options_set(&options, COMMAND_PLAY, "hud-alpha", "0.5"));
    read_line("viewsize 120\nhud-clear 3\nhud-scale 4\n", &options, OPTIONS_HUD);
    cr_expect_eq(options.player.hud.view_size, 80);
    cr_expect_eq(options.player.hud.clear, 8);
    cr_expect_eq(options.player.hud.scale, 4);
}

Test(option_settings, files_of_older_versions_are_read)
{
    struct options options = options_default();
    read_line("hud-scale 0\nshow-clock 1\nshow-speed 0\nhud mini\n", &options, OPTIONS_HUD);
    cr_expect_eq(options.player.hud.scale, 0);
    cr_expect(options.player.hud.clock && !options.player.hud.speed);
    cr_expect_eq(options.player.hud.style, HUD_MODERN);
    read_line("volume 60\nviewsize 50\n", &options, OPTIONS_SOUND);
    cr_expect_eq(options.sound.volume, 60);
    cr_expect_neq(options.player.hud.view_size, 50, "another group");
}

Test(option_settings, a_bad_value_is_reported_with_its_line)
{
    struct settings settings = {0};
    struct options options = options_default();
    char line[256] = "";
    const char text[] = "# mine\nviewsize 5\nshow-clock yes\n";
    settings.tell = keep_line;
    settings.context = line;
    cr_assert_eq(settings_read(&settings, text, strlen(text)), 0);
    cr_expect_not(option_settings_read(&settings, "viewsize", "", &options));
    cr_expect_str_eq(line, "settings.conf: line 2: bad viewsize '5'; good values: 30 to 120");
    cr_expect_not(option_settings_read(&settings, "show-clock", "", &options));
    cr_expect_str_eq(line, "settings.conf: line 3: bad show-clock 'yes'; good values: 0 or 1");
    cr_expect_eq(options.player.hud.view_size, options_default().player.hud.view_size);
    settings_free(&settings);
}
