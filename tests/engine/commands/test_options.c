/* The command line: accepted and rejected arguments (one line, exit status 2), and times. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/playback/demo_time.h"
#include "render/cpu.h"

enum { MAX_WORDS = 32 };

struct parsed {
    int status;
    struct options options;
    char text[1024]; /* holds the words that options point to */
    char said[512];  /* what went to stderr */
};

/* Everything written to stderr from here on goes to the file returned. */
static FILE *catch_stderr(int *saved)
{
    FILE *caught = tmpfile();
    cr_assert_not_null(caught);
    fflush(stderr);
    *saved = dup(STDERR_FILENO);
    cr_assert_geq(*saved, 0);
    dup2(fileno(caught), STDERR_FILENO);
    return caught;
}

static void release_stderr(FILE *caught, int saved, char *said, size_t size)
{
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(caught);
    size_t length = fread(said, 1, size - 1, caught);
    said[length] = '\0';
    fclose(caught);
}

/* Parses a command line of words separated by single spaces; "_" is an empty word. */
static void parse(struct parsed *p, const char *line)
{
    char *argv[MAX_WORDS] = {0};
    int argc = 0;
    *p = (struct parsed){.status = 0};
    snprintf(p->text, sizeof(p->text), "%s", line);
    char *rest = NULL;
    char *word = strtok_r(p->text, " ", &rest);
    for (; word && argc < MAX_WORDS - 1; word = strtok_r(NULL, " ", &rest)) {
        argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
    }
    int saved;
    FILE *caught = catch_stderr(&saved);
    p->status = command_parse(&p->options, COMMAND_RENDER, argc, argv);
    release_stderr(caught, saved, p->said, sizeof(p->said));
}

static void expect_good(struct parsed *p, const char *line)
{
    parse(p, line);
    cr_assert_eq(p->status, 0, "%s: %s", line, p->said);
    cr_expect_str_eq(p->said, "", "%s", line);
}

/* Status 2, and one line on stderr that names the words and where help is. */
static void expect_refused(const char *line, const char *named)
{
    struct parsed p;
    parse(&p, line);
    cr_expect_eq(p.status, EXIT_USAGE, "%s gives %d", line, p.status);
    char *end = strchr(p.said, '\n');
    cr_expect(end && end[1] == '\0', "%s: not one line: %s", line, p.said);
    cr_expect_eq(strncmp(p.said, "quakereel: ", 11), 0, "%s: %s", line, p.said);
    cr_expect_not_null(strstr(p.said, named), "%s: %s is not in %s", line, named, p.said);
    cr_expect_not_null(strstr(p.said, "quakereel render --help"), "%s: %s", line, p.said);
    if (p.status == 0) {
        options_free(&p.options);
    }
}

Test(options, defaults)
{
    struct parsed p;
    expect_good(&p, "test");
    cr_expect_eq(p.options.size.width, 0);
    cr_expect_eq(p.options.size.height, 0);
    cr_expect_eq(p.options.player.fov, 90.0f);
    cr_expect_eq((int)p.options.player.look, (int)LOOK_EXACT);
    cr_expect_geq(p.options.player.threads, 1);
    cr_expect_not(p.options.player.no_lerp || p.options.player.no_view_model ||
                  p.options.player.no_hud || p.options.player.no_particles ||
                  p.options.player.colored_light || p.options.help);
    cr_expect_null(p.options.player.search.basedir);
    cr_expect_null(p.options.player.search.game);
    cr_expect_eq(p.options.num_files, 0u);
    options_free(&p.options);
}

static void expect_light(const char *line, double gamma, double contrast)
{
    struct parsed p;
    expect_good(&p, line);
    cr_expect_eq(p.options.player.light.gamma, gamma, "%s: %f", line, p.options.player.light.gamma);
    cr_expect_eq(p.options.player.light.contrast, contrast, "%s", line);
    options_free(&p.options);
}

Test(options, light_is_as_asked_for_or_the_looks_own)
{
    expect_light("test", 0.7, 1.0);
    expect_light("test --look faithful", 1.0, 1.0);
    expect_light("test --contrast 1.5", 0.7, 1.5);
    expect_light("test --gamma 0.5 --look faithful", 0.5, 1.0);
    expect_light("test --gamma=3 --contrast=3", 3.0, 3.0);
    expect_refused("test --gamma 0.29", "0.3 to 3");
    expect_refused("test --gamma 3.01", "0.3 to 3");
    expect_refused("test --gamma nan", "0.3 to 3");
    expect_refused("test --gamma bright", "0.3 to 3");
    expect_refused("test --contrast 0.5", "1 to 3");
    expect_refused("test --contrast inf", "1 to 3");
}

Test(options, every_option_with_its_value_in_the_next_word)
{
    struct parsed p;
    expect_good(&p, "test --size 320x200 --fov 110.5 --look faithful --threads 3 --cpu c "
                    "--basedir q --game mod a.dem");
    cr_expect_eq(p.options.size.width, 320);
    cr_expect_eq(p.options.size.height, 200);
    cr_expect_eq(p.options.player.fov, 110.5f);
    cr_expect_eq((int)p.options.player.look, (int)LOOK_FAITHFUL);
    cr_expect_eq(p.options.player.threads, 3);
    cr_expect_eq((int)cpu_active_level(), (int)CPU_C);
    cr_expect_str_eq(p.options.player.search.basedir, "q");
    cr_expect_str_eq(p.options.player.search.game, "mod");
    cr_assert_eq(p.options.num_files, 1u);
    cr_expect_str_eq(p.options.files[0], "a.dem");
    options_free(&p.options);
}

Test(options, every_option_with_its_value_behind_an_equals_sign)
{
    struct parsed p;
    expect_good(&p, "test --size=3840X2160 --fov=1 --look=exact --threads=256 --cpu=c "
                    "--basedir=a=b --game= --o=x --jobs=7 --speed=2.5");
    cr_expect_eq(p.options.speed, 2.5);
    cr_expect_eq(p.options.size.width, 3840);
    cr_expect_eq(p.options.size.height, 2160);
    cr_expect_eq(p.options.player.fov, 1.0f);
    cr_expect_eq((int)p.options.player.look, (int)LOOK_EXACT);
    cr_expect_eq(p.options.player.threads, 256);
    cr_expect_str_eq(p.options.player.search.basedir, "a=b");
    cr_expect_str_eq(p.options.player.search.game, "");
    cr_expect_str_eq(p.options.out, "x");
    cr_expect_eq(p.options.film.jobs, 7);
    options_free(&p.options);
}

Test(options, water_alpha_is_a_share)
{
    expect_refused("test --water-alpha 1.5", "--water-alpha");
    expect_refused("test --water-alpha -0.1", "--water-alpha");
    expect_refused("test --water-alpha nan", "--water-alpha");
    expect_refused("test --water-alpha much", "--water-alpha");
    expect_refused("test --water-alpha", "--water-alpha");
}

Test(options, flags)
{
    struct parsed p;
    expect_good(&p, "test --lerp-models --no-lerp-models --no-fog --water-alpha 0.25");
    cr_expect(p.options.player.lerp_models && p.options.player.no_lerp_models &&
              p.options.player.no_fog);
    cr_expect(p.options.player.own_water_alpha && p.options.player.water_alpha == 0.25f);
    options_free(&p.options);
    expect_good(&p, "test --water-alpha=0");
    cr_expect(p.options.player.own_water_alpha && p.options.player.water_alpha == 0.0f);
    options_free(&p.options);
    expect_good(&p,
                "test --no-lerp --no-viewmodel --no-hud --no-particles --colored-light --force");
    cr_expect(p.options.player.no_lerp && p.options.player.no_view_model &&
              p.options.player.no_hud && p.options.player.no_particles &&
              p.options.player.colored_light && p.options.force);
    cr_expect_not(p.options.help);
    options_free(&p.options);
    static const char *const helps[] = {"test --help", "test -h", "test x --help", "test -help"};
    for (size_t i = 0; i < sizeof(helps) / sizeof(helps[0]); i++) {
        expect_good(&p, helps[i]);
        cr_expect(p.options.help, "%s", helps[i]);
        options_free(&p.options);
    }
}

Test(options, the_words_of_quake)
{
    struct parsed p;
    expect_good(&p, "test -basedir q -game mod -width 160 -height 100 -o out -jobs 2");
    cr_expect_str_eq(p.options.player.search.basedir, "q");
    cr_expect_str_eq(p.options.player.search.game, "mod");
    cr_expect_eq(p.options.size.width, 160);
    cr_expect_eq(p.options.size.height, 100);
    cr_expect_str_eq(p.options.out, "out");
    cr_expect_eq(p.options.film.jobs, 2);
    options_free(&p.options);
}

Test(options, the_last_one_wins)
{
    struct parsed p;
    expect_good(&p, "test --size 320x200 --threads 2 -width 640 --threads 5");
    cr_expect_eq(p.options.size.width, 640);
    cr_expect_eq(p.options.size.height, 200);
    cr_expect_eq(p.options.player.threads, 5);
    options_free(&p.options);
}

Test(options, two_dashes_end_the_options)
{
    struct parsed p;
    expect_good(&p, "test a.dem --no-hud b.dem - -- --no-lerp -- -basedir");
    static const char *const wanted[] = {"a.dem", "b.dem", "-", "--no-lerp", "--", "-basedir"};
    cr_assert_eq(p.options.num_files, 6u);
    for (size_t i = 0; i < 6; i++) {
        cr_expect_str_eq(p.options.files[i], wanted[i]);
    }
    cr_expect(p.options.player.no_hud);
    cr_expect_not(p.options.player.no_lerp);
    options_free(&p.options);
}

Test(options, a_value_may_look_like_an_option)
{
    struct parsed p;
    expect_good(&p, "test --basedir --no-hud -o -- x");
    cr_expect_str_eq(p.options.player.search.basedir, "--no-hud");
    cr_expect_str_eq(p.options.out, "--");
    cr_expect_not(p.options.player.no_hud);
    cr_assert_eq(p.options.num_files, 1u);
    options_free(&p.options);
}

Test(options, unknown_ones_are_refused)
{
    static const char *const words[] = {
        "--bogus",   "-x",          "--force=1",
        "--no-hud=", "--sizes=1x1", "---help",
        "--=5",      "-=",          "--a-name-that-is-much-longer-than-any-option-has",
        "--NO-HUD",
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char line[128];
        snprintf(line, sizeof(line), "test a.dem %s", words[i]);
        expect_refused(line, words[i]);
    }
}

Test(options, a_missing_value_is_refused)
{
    static const char *const words[] = {"--size",   "-width", "--fov", "--cpu",
                                        "-basedir", "-o",     "--jobs"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char line[128];
        snprintf(line, sizeof(line), "test a.dem %s", words[i]);
        expect_refused(line, words[i]);
    }
}

Test(options, status_bar)
{
    struct parsed p;
    const struct hud_options *hud = &p.options.player.hud;
    expect_good(&p, "test --hud classic --viewsize 80 --hud-scale 3 --crosshair 2 --scores teams "
                    "--show-clock --show-speed");
    cr_expect(hud->style == HUD_CLASSIC && hud->view_size == 80 && hud->scale == 3);
    cr_expect(hud->crosshair == 2 && hud->scores == HUD_SCORES_TEAMS && hud->clock && hud->speed);
    options_free(&p.options);
    expect_good(&p, "test --hud=headup --hud-scale auto --scores players --crosshair 0");
    cr_expect(hud->style == HUD_HEADUP && hud->scale == 0 && hud->scores == HUD_SCORES_PLAYERS);
    cr_expect(options_given(&p.options, "hud") && options_given(&p.options, "hud-scale"));
    cr_expect(options_given(&p.options, "crosshair") && hud->own_crosshair);
    cr_expect_not(options_given(&p.options, "viewsize") ||
                  options_given(&p.options, "scores") == 0);
    options_free(&p.options);
    static const struct {
        const char *line;
        enum hud_style style;
    } alike[] = {{"test --hud full", HUD_OVER},
                 {"test --hud mini", HUD_MODERN},
                 {"test --hud none", HUD_NONE}};
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        expect_good(&p, alike[i].line);
        cr_expect_eq(hud->style, alike[i].style, "%s", alike[i].line);
        options_free(&p.options);
    }
    expect_refused("test --viewsize 200", "(30 to 120)");
    expect_refused("test --hud-scale 99", "(1 to 16, or auto)");
}

Test(options, colours_of_players)
{
    static const struct {
        const char *line;
        bool free;
        uint8_t shirt, green, trousers_green;
    } good[] = {{"test --team-color 4", false, 4, 0, 0},
                {"test --team-color 4,6", false, 4, 0, 243},
                {"test --team-color 30ff10", true, 3, 255, 255},
                {"test --team-color #FFF31B,0x001122", true, 6, 243, 17}};
    struct parsed p;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        expect_good(&p, good[i].line);
        const struct scene_color *color = &p.options.player.team_color;
        cr_expect(color->set && color->free == good[i].free, "%s", good[i].line);
        cr_expect_eq(color->shirt, good[i].shirt, "%s: %d", good[i].line, color->shirt);
        cr_expect_eq(color->shirt_rgb[1], good[i].green, "%s", good[i].line);
        cr_expect_eq(color->trousers_rgb[1], good[i].trousers_green, "%s", good[i].line);
        options_free(&p.options);
    }
    expect_refused("test --team-color 14", "0 to 13");
    expect_refused("test --team-color 4,30ff10", "0 to 13");
    expect_refused("test --team-color 30ff1", "0 to 13");
    expect_refused("test --team-color 30ff1g", "0 to 13");
    expect_refused("test --team-color 30ff100", "0 to 13");
    expect_refused("test --team-color \x10\x10\x10\x10\x10\x10", "0 to 13");
}

Test(options, bad_values_are_refused)
{
    static const char *const pairs[] = {
        "--size 640",
        "--size x",
        "--size 640x",
        "--size x480",
        "--size 159x100",
        "--size 160x99",
        "--size 3841x2160",
        "--size 3840x2161",
        "--size -640x480",
        "--size 640x-480",
        "--size 640x480x1",
        "--size 640,480",
        "--size 99999999999999999999x480",
        "--size _",
        "--size 640x4_0",
        "--width 159",
        "--width 3841",
        "--width 1e3",
        "--height 99",
        "--height 2161",
        "--fov 0",
        "--fov 0.5",
        "--fov 170.5",
        "--fov -90",
        "--fov nan",
        "--fov inf",
        "--fov 90deg",
        "--fov _",
        "--threads 0",
        "--threads -1",
        "--threads 257",
        "--threads 1.5",
        "--threads two",
        "--threads _",
        "--look pretty",
        "--look _",
        "--look Exact",
        "--cpu avx1024",
        "--cpu _",
        "--cpu C",
        "--jobs 0",
        "--jobs -3",
        "--jobs many",
        "--jobs 99999999999999999999",
        "--rate fast",
        "--rate 1x",
        "--rate nan",
        "--rate inf",
        "--camera up",
        "--hud wide",
        "--hud _",
        "--viewsize 29",
        "--viewsize 121",
        "--viewsize big",
        "--hud-scale 0",
        "--hud-scale 17",
        "--hud-scale automatic",
        "--crosshair 3",
        "--crosshair -1",
        "--scores all",
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        char line[128];
        char option[32];
        snprintf(line, sizeof(line), "test a.dem %s", pairs[i]);
        snprintf(option, sizeof(option), "%.*s", (int)strcspn(pairs[i], " "), pairs[i]);
        expect_refused(line, option);
    }
}

Test(options, limits_are_good)
{
    static const char *const words[] = {
        "--size 160x100", "--size 3840x2160", "-width 3840",   "-height 2160", "--fov 1",
        "--fov 170",      "--threads 1",      "--threads 256", "--jobs 1",     "--cpu c",
        "--cpu sse41",    "--cpu avx2",       "--cpu avx512",  "--cpu neon",   "--cpu wasm128",
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct parsed p;
        char line[64];
        snprintf(line, sizeof(line), "test %s", words[i]);
        expect_good(&p, line);
        options_free(&p.options);
    }
}

Test(options, cpu_from_the_environment)
{
    struct parsed p;
    unsetenv("QUAKEREEL_CPU");
    expect_good(&p, "test");
    cr_expect_eq(p.options.cpu, -1, "without the option the processor decides");
    cr_expect_eq(cpu_active_level(), cpu_detect());
    options_free(&p.options);
    setenv("QUAKEREEL_CPU", "c", 1);
    expect_good(&p, "test");
    cr_expect_eq((int)cpu_active_level(), (int)CPU_C);
    options_free(&p.options);
    setenv("QUAKEREEL_CPU", "neon", 1); /* this machine's vectors of 128 bits, if it has any */
    expect_good(&p, "test");
    cr_expect_eq((int)cpu_active_level(), cpu_detect() > CPU_C ? CPU_SSE41 : CPU_C);
    options_free(&p.options);
    /* The command line is stronger. */
    expect_good(&p, "test --cpu avx512");
    cr_expect_eq((int)cpu_active_level(), (int)cpu_detect());
    options_free(&p.options);
    setenv("QUAKEREEL_CPU", "", 1);
    expect_good(&p, "test");
    options_free(&p.options);
    setenv("QUAKEREEL_CPU", "mmx", 1);
    expect_refused("test", "QUAKEREEL_CPU=mmx");
    unsetenv("QUAKEREEL_CPU");
}

/* --- commands that only read ------------------------------------------------------------------ */

Test(options, commands_that_draw_nothing_take_no_options_of_pictures)
{
    static const char *const words[] = {"--size", "--at", "--cpu", "--no-hud", "-width"};
    char w0[] = "info", w1[] = "-basedir", w2[] = "a", w3[] = "--game=m", w4[] = "x.dem";
    char *good[] = {w0, w1, w2, w3, w4, NULL};
    struct options options;
    cr_redirect_stderr();
    setenv("QUAKEREEL_CPU", "mmx", 1); /* ignored by this command */
    cr_assert_eq(command_parse(&options, COMMAND_INFO, 5, good), 0);
    cr_expect_str_eq(options.player.search.basedir, "a");
    cr_expect_str_eq(options.player.search.game, "m");
    cr_expect_eq(options.num_files, 1u);
    options_free(&options);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char word[16];
        snprintf(word, sizeof(word), "%s", words[i]);
        char *argv[] = {w0, word, w4, NULL};
        cr_expect_eq(command_parse(&options, COMMAND_INFO, 3, argv), EXIT_USAGE, "%s", word);
    }
}

Test(options, the_number_of_demos_is_checked)
{
    char w0[] = "cut", w1[] = "a", w2[] = "b";
    char *argv[] = {w0, w1, w2, NULL};
    struct options options;
    cr_redirect_stderr();
    cr_expect_eq(command_begin(&options, COMMAND_CUT, 1, argv), EXIT_USAGE);
    cr_expect_eq(command_begin(&options, COMMAND_DUMP, 3, argv), EXIT_USAGE);
    cr_assert_eq(command_begin(&options, COMMAND_CUT, 2, argv), COMMAND_GO_ON);
    options_free(&options);
}

/* --- times ------------------------------------------------------------------------------------ */

struct time_case {
    const char *text;
    double seconds; /* in a demo of 200 s */
};

Test(options, times)
{
    static const struct time_case cases[] = {
        {"0", 0.0},
        {"90", 90.0},
        {"90.25", 90.25},
        {"1:30.5", 90.5},
        {"01:05", 65.0},
        {"0:02:03", 123.0},
        {"50%", 100.0},
        {"0%", 0.0},
        {"100%", 200.0},
        {"12.5%", 25.0},
        {"-10", 190.0},
        {"-1:30", 110.0},
        {"-25%", 150.0},
        {"-0", 200.0},
        {"2:75", 195.0},
        {"7.", 7.0},
        {"90s", 90.0},
        {"1m30s", 90.0},
        {"1m30.5s", 90.5},
        {"2m", 120.0},
        {"0h1m2s", 62.0},
        {"-1m30s", 110.0},
        {"-10s", 190.0},
        {"50 %", 100.0},
        /* clamped to the demo */
        {"200.5", 200.0},
        {"1:02:03", 200.0},
        {"1h", 200.0},
        {"150%", 200.0},
        {"-500", 0.0},
        {"-200%", 0.0},
        {"99999999999999999999", 200.0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        double seconds = -1.0;
        cr_expect(demo_time_parse(cases[i].text, 200.0, &seconds), "%s", cases[i].text);
        cr_expect_eq(seconds, cases[i].seconds, "%s is %g, not %g", cases[i].text, seconds,
                     cases[i].seconds);
    }
    double seconds;
    cr_expect(demo_time_parse("1:02:03", 10000.0, &seconds));
    cr_expect_eq(seconds, 3723.0);
    cr_expect(demo_time_parse("-50%", 0.0, &seconds));
    cr_expect_eq(seconds, 0.0);
}

Test(options, rubbish_is_no_time)
{
    static const char *const texts[] = {
        "",     "-",   "--5",     "+5",    "abc",   "5x",   "1:",   ":30",    "1::2",
        "%",    "-%",  "50%%",    "50% ",  " 50",   "5 0",  "1,5",  "1:2:3:", "1:2:3:4",
        "nan",  "inf", "1e3",     "0x10",  "1.2.3", ".5",   "1:-5", "1;30",   "infinity",
        "-nan", "5%5", "1:2:3:%", "s",     "1s2",   "1s2m", "1m2",  "m30s",   "1mm",
        "1s%",  "5 s", "1m 30s",  "1:30s", "50  %",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        double seconds = -1.0;
        cr_expect_not(demo_time_parse(texts[i], 200.0, &seconds), "'%s' is %g", texts[i], seconds);
    }
    char huge[512];
    memset(huge, '9', sizeof(huge));
    huge[sizeof(huge) - 1] = '\0';
    double seconds;
    cr_expect_not(demo_time_parse(huge, 200.0, &seconds), "no finite number");
}

Test(options, what_will_not_do_is_answered_with_what_will)
{
    expect_refused("test --size 10x10", "(160x100 to 3840x2160)");
    expect_refused("test -width 4000", "(160 to 3840)");
    expect_refused("test --height 99", "(100 to 2160)");
    expect_refused("test --fov 171", "(1 to 170)");
    expect_refused("test --look pretty", "(exact, faithful or truecolor)");
    expect_refused("test --water-alpha 2", "(0 to 1)");
    expect_refused("test --threads 0", "(1 to 256)");
    expect_refused("test --cpu mmx", "(c, sse41, avx2, avx512, neon or wasm128)");
    expect_refused("test --camera moon", "(eye, chase");
    expect_refused("test --jobs 0", "(1 to 256)");
}

Test(options, times_outside_a_demo_are_known)
{
    static const char *const inside[] = {"0", "60", "1:00", "100%", "0%", "-60", "-0", "soon", "-"};
    static const char *const outside[] = {"60.001", "1:01", "101%", "-60.5", "-101%"};
    for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++) {
        cr_expect_not(demo_time_is_outside(inside[i], 60.0), "%s", inside[i]);
    }
    for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
        cr_expect(demo_time_is_outside(outside[i], 60.0), "%s", outside[i]);
    }
}
