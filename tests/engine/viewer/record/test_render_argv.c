/* A window's view as arguments of `quakereel render`: the command parses them to the same view. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/viewer/record/render_argv.h"

struct read_back {
    struct options options;
    struct render_argv argv;
    const char *list[RENDER_ARGV_MAX + 2];
};

static struct record_plan plan_of(const struct playback_options *player)
{
    return (struct record_plan){.demo = "a.dem",
                                .out = "a-0001.avi",
                                .from = 1.25,
                                .to = 2.5,
                                .width = 640,
                                .height = 400,
                                .player = player,
                                .music_volume = 100.0};
}

/* Parses the arguments as the command does. */
static void parse_argv(struct read_back *b, const struct record_plan *plan)
{
    memset(b, 0, sizeof(*b));
    cr_assert_eq(render_argv_make(&b->argv, plan), 0);
    render_argv_list(&b->argv, "quakereel", b->list);
    cr_assert_str_eq(b->list[0], "quakereel");
    cr_assert_str_eq(b->list[1], "render");
    int count = 0;
    while (b->list[count]) {
        count++;
    }
    cr_assert_eq(
        command_parse(&b->options, COMMAND_RENDER, count - 1, (char **)(uintptr_t)(b->list + 1)),
        0);
    cr_assert_eq(b->options.num_files, 1u);
    cr_expect_str_eq(b->options.files[0], plan->demo);
    cr_expect_str_eq(b->options.out, plan->out);
}

static void end(struct read_back *b)
{
    options_free(&b->options);
    render_argv_free(&b->argv);
}

static void expect_line(const struct record_plan *plan, const char *wanted)
{
    struct render_argv argv = {0};
    char line[1024];
    cr_assert_eq(render_argv_make(&argv, plan), 0);
    render_argv_line(&argv, line, sizeof(line));
    cr_expect_str_eq(line, wanted);
    render_argv_free(&argv);
}

Test(render_argv, options_with_default_values_are_left_out)
{
    const struct playback_options usual = playback_default_options();
    struct record_plan plan = plan_of(&usual);
    expect_line(&plan,
                "quakereel render a.dem -o a-0001.avi --from 1.250 --to 2.500 --size 640x400");
    plan.to = INFINITY;
    expect_line(&plan, "quakereel render a.dem -o a-0001.avi --from 1.250 --size 640x400");
}

Test(render_argv, ghosts_are_in_the_line)
{
    struct playback_options player = playback_default_options();
    player.ghosts = (struct ghost_options){
        .names = "best.dem\nold.dem", .align = "frag 1=12.5", .player = "bob"};
    const struct record_plan plan = plan_of(&player);
    expect_line(&plan,
                "quakereel render a.dem -o a-0001.avi --from 1.250 --to 2.500 --size 640x400 "
                "--ghost 'best.dem\nold.dem' --ghost-align 'frag 1=12.5' --ghost-player bob");
}

Test(render_argv, the_line_is_quoted_for_a_shell)
{
    struct playback_options player = playback_default_options();
    player.follow = "it's me";
    player.search.basedir = "/a b\n/c";
    struct record_plan plan = plan_of(&player);
    plan.demo = "-x$.dem";
    expect_line(&plan, "quakereel render -o a-0001.avi --from 1.250 --to 2.500 --size 640x400 "
                       "--follow 'it'\\''s me' --basedir '/a b\n/c' -- '-x$.dem'");
    struct render_argv argv = {0};
    char line[24];
    cr_assert_eq(render_argv_make(&argv, &plan), 0);
    render_argv_line(&argv, line, sizeof(line));
    cr_expect_str_eq(line, "quakereel render -o a-0");
    render_argv_free(&argv);
}

static void expect_hud(const struct hud_options *a, const struct hud_options *b)
{
    cr_expect_eq(a->style, b->style);
    cr_expect_eq(hud_options_view_size(a), hud_options_view_size(b));
    cr_expect_eq(a->scale, b->scale);
    cr_expect_eq(a->crosshair, b->crosshair);
    cr_expect_eq(a->scores, b->scores);
    cr_expect_eq(a->clear, b->clear);
    cr_expect(a->clock == b->clock && a->speed == b->speed && a->frags == b->frags &&
              a->team == b->team);
}

static void expect_picture(const struct playback_options *a, const struct playback_options *b)
{
    cr_expect_eq(a->look, b->look);
    cr_expect_eq(a->filter, b->filter);
    cr_expect_eq(a->fov, b->fov);
    cr_expect_eq(a->own_water_alpha, b->own_water_alpha);
    cr_expect_eq(a->water_alpha, b->water_alpha);
    const bool flags[2][17] = {
        {a->no_lerp, a->no_view_model, a->no_hud, a->no_particles, a->no_effects, a->no_bob,
         a->colored_light, a->lerp_models, a->no_lerp_models, a->no_fog, a->no_marks, a->no_dlights,
         a->no_shadows, a->no_kicks, a->no_blends, a->overbright, a->no_replacements},
        {b->no_lerp, b->no_view_model, b->no_hud, b->no_particles, b->no_effects, b->no_bob,
         b->colored_light, b->lerp_models, b->no_lerp_models, b->no_fog, b->no_marks, b->no_dlights,
         b->no_shadows, b->no_kicks, b->no_blends, b->overbright, b->no_replacements}};
    cr_expect_eq(memcmp(flags[0], flags[1], sizeof(flags[0])), 0);
    cr_expect_eq(a->camera.kind, b->camera.kind);
    if (a->camera.kind == CAMERA_CHASE) {
        cr_expect(a->camera.distance == b->camera.distance && a->camera.height == b->camera.height);
    } else if (a->camera.kind == CAMERA_FREE) {
        cr_expect_eq(memcmp(a->camera.origin, b->camera.origin, sizeof(a->camera.origin)), 0);
        cr_expect_eq(memcmp(a->camera.angles, b->camera.angles, sizeof(a->camera.angles)), 0);
    }
    expect_hud(&a->hud, &b->hud);
}

Test(render_argv, the_command_parses_the_same_view)
{
    struct playback_options p = playback_default_options();
    struct read_back b;
    p.look = LOOK_FAITHFUL;
    p.filter = RGB_NEAREST;
    p.fov = 103.7f;
    p.no_lerp = p.no_view_model = p.no_particles = p.no_effects = p.no_bob = true;
    p.no_marks = p.no_dlights = p.no_shadows = p.no_kicks = p.no_blends = true;
    p.hidden_blends = 1u << SCENE_BLEND_DAMAGE | 1u << SCENE_BLEND_POWERUP;
    p.overbright = p.colored_light = p.no_lerp_models = p.no_fog = p.no_replacements = true;
    p.own_water_alpha = true;
    p.water_alpha = 0.3f;
    p.camera.kind = CAMERA_CHASE;
    p.camera.distance = 123.4567f;
    p.camera.height = -7.1f;
    p.follow = "3";
    p.hud = (struct hud_options){.own_crosshair = true,
                                 .style = HUD_SIDE,
                                 .view_size = 80,
                                 .scale = 3,
                                 .scores = HUD_SCORES_TEAMS,
                                 .clear = 12,
                                 .clock = true,
                                 .team = true};
    p.search.game = "hipnotic";
    struct record_plan plan = plan_of(&p);
    plan.gamma = 0.65;
    plan.contrast = 1.1;
    plan.no_sound = true;
    plan.sound = MIXER_FAITHFUL;
    plan.music_volume = 33.0;
    plan.camera_file = "a-0001-camera.txt";
    parse_argv(&b, &plan);
    expect_picture(&b.options.player, &p);
    cr_expect_eq(b.options.player.hidden_blends, p.hidden_blends);
    cr_expect(b.options.player.hud.own_crosshair, "none, even where a game has one");
    cr_expect_str_eq(b.options.player.follow, "3");
    cr_expect_str_eq(b.options.player.search.game, "hipnotic");
    cr_expect_str_eq(b.options.camera_file, "a-0001-camera.txt");
    cr_expect_eq(b.options.player.light.gamma, 0.65);
    cr_expect_eq(b.options.player.light.contrast, 1.1);
    cr_expect(b.options.sound.off);
    cr_expect_eq(b.options.sound.look, MIXER_FAITHFUL);
    cr_expect_eq(b.options.sound.music_volume, 33.0);
    cr_expect(b.options.size.width == 640 && b.options.size.height == 400);
    cr_expect_str_eq(b.options.from, "1.250");
    cr_expect_str_eq(b.options.to, "2.500");
    end(&b);
}

Test(render_argv, a_free_camera_keeps_its_position_bit_for_bit)
{
    struct playback_options p = playback_default_options();
    p.camera = camera_default();
    p.camera.kind = CAMERA_FREE;
    for (int i = 0; i < 500; i++) {
        struct read_back b;
        const float x = (float)(i - 250);
        p.camera.origin[0] = x * x * x / 777.0f;
        p.camera.origin[1] = x / 3.0f;
        p.camera.origin[2] = 1.0f / (x - 0.5f);
        p.camera.angles[0] = p.camera.angles[1] = 0.0f;
        camera_turn(&p.camera, x / 3.0f, x * 7.123f);
        const struct record_plan plan = plan_of(&p);
        parse_argv(&b, &plan);
        expect_picture(&b.options.player, &p);
        end(&b);
    }
}

Test(render_argv, every_style_and_filter_is_parsed_back)
{
    for (int i = 0; i <= HUD_NONE; i++) {
        struct playback_options p = playback_default_options();
        struct read_back b;
        p.hud.style = (enum hud_style)i;
        p.filter = (enum rgb_filter)(i % 3);
        p.hud.clear = i * 2;
        p.hud.crosshair = i % HUD_CROSSHAIRS;
        p.hud.scores = i % 2 ? HUD_SCORES_PLAYERS : HUD_SCORES_NONE;
        const struct record_plan plan = plan_of(&p);
        parse_argv(&b, &plan);
        expect_picture(&b.options.player, &p);
        end(&b);
    }
}
