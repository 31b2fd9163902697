/* Whose eyes real demos are seen with. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/follow/follow_figures.h"
#include "engine/playback/playback_context.h"
#include "tests/support/real_data.h"

enum { WIDTH = 160, HEIGHT = 100, PLACES = 24 };

static void open_demo(struct playback_context *p, const char *demo, const char *follow, int threads)
{
    struct playback_options options = playback_default_options();
    struct format_error err = {0};
    options.follow = follow;
    options.threads = threads;
    cr_assert_eq(playback_open(p, demo, &options, &(struct timeline_options){0}, &err), 0, "%s",
                 err.what);
    cr_assert_eq(playback_set_size(p, WIDTH, HEIGHT), 0);
}

static uint64_t draw(struct playback_context *p, double time)
{
    cr_assert_eq(playback_go_time(p, time), 0);
    cr_assert_eq(playback_draw(p, NULL, 0), 0);
    return renderer_hash(p->renderer);
}

/* The same by play, backwards, on more threads, and by the number of the player who is shown. */
Test(follow_choice, pictures_are_those_of_the_plans_player)
{
    struct playback_context play, threads, numbers;
    uint32_t seen = 0;
    open_demo(&play, "builtin:demo4", "auto", 1);
    open_demo(&threads, "builtin:demo4", "Auto", 3);
    open_demo(&numbers, "builtin:demo4", NULL, 1);
    const double length = timeline_length(play.timeline);
    for (int i = 0; i <= PLACES; i++) {
        const double time = length * i / PLACES, back = length - time;
        const uint64_t hash = draw(&play, time);
        cr_expect_eq(play.followed, FOLLOW_FOUND);
        numbers.scene_options.follow = play.scene_options.follow;
        seen |= 1u << play.scene_options.follow;
        cr_expect_eq(draw(&numbers, time), hash, "%f", time);
        cr_expect_eq(draw(&threads, time), hash, "%f", time);
        (void)draw(&threads, back);
    }
    cr_expect_eq(seen, 6u, "both players are shown: %x", seen);
    playback_close(&play);
    playback_close(&threads);
    playback_close(&numbers);
}

Test(follow_choice, one_view_is_the_one_that_matters)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo3", "builtin:demo5"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct playback_context target, plain;
        open_demo(&target, demos[i], "auto", 1);
        open_demo(&plain, demos[i], NULL, 1);
        cr_expect_eq(draw(&target, 5.0), draw(&plain, 5.0));
        cr_expect_eq(target.followed, FOLLOW_FOUND);
        target.follow = "killer";
        cr_expect_eq(draw(&target, 5.0), draw(&plain, 5.0));
        cr_expect_eq(target.followed, FOLLOW_NOBODY);
        playback_close(&target);
        playback_close(&plain);
    }
}

static void check_real(const char *name, double least)
{
    const struct real_data_name path = real_data_path("quakeworld/%s", name);
    struct playback_context p;
    struct follow_facts facts;
    struct follow_plan plan;
    struct playback_options options = playback_default_options();
    struct format_error err = {0};
    cr_assert_eq(playback_open(&p, path.text, &options, &(struct timeline_options){0}, &err), 0);
    cr_assert_eq(follow_facts_find(&facts, p.timeline), 0);
    cr_assert_eq(follow_plan_build(&plan, FOLLOW_AUTO, &facts), 0);
    const struct follow_figures figures = follow_figures_find(&plan, &facts);
    cr_expect_gt(plan.count, 10u);
    cr_expect_geq(figures.shortest, FOLLOW_SHOT_SECONDS);
    cr_expect_gt(figures.frags, 20u, "%s: %u", name, figures.frags);
    cr_expect_geq(figures.of_killer + figures.of_victim, least * figures.frags, "%s: %u + %u of %u",
                  name, figures.of_killer, figures.of_victim, figures.frags);
    cr_expect_geq(2 * figures.early, figures.frags, "%s: %u", name, figures.early);
    follow_plan_free(&plan);
    follow_facts_free(&facts);
    playback_close(&p);
}

Test(follow_choice, most_frags_of_real_matches_are_seen)
{
    check_real("corpus/2on2_frobodm2_2022.mvd", 1.0);
    check_real("corpus/overkill.mvd", 0.9);
}
