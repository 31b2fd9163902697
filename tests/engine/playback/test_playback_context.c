/* Playback context: POV selection by name or number; parsing alone changes no frame. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "tests/support/nq_show.h"
#include "tests/support/q3_match.h"
#include "tests/support/qw_show.h"

/* --- eyes ------------------------------------------------------------------------------------- */

/* Draws a picture of the middle of a demo as the options want it. */
static void draw_middle(struct playback_context *p, const char *demo, const char *follow)
{
    struct playback_options options = playback_default_options();
    struct format_error err = {0};
    options.follow = follow;
    cr_assert_eq(playback_open(p, demo, &options, &(struct timeline_options){0}, &err), 0, "%s",
                 err.what);
    cr_assert_eq(playback_set_size(p, 160, 100), 0);
    cr_assert_eq(playback_go_time(p, timeline_length(p->timeline) / 2.0), 0);
    cr_assert_eq(playback_draw(p, NULL, 0), 0);
}

Test(playback_context, povs_are_found_by_name_and_number)
{
    static const struct {
        const char *demo, *follow;
        enum follow_result found;
        uint32_t slot; /* + 1 */
    } cases[] = {
        {"builtin:demo4", "Frost", FOLLOW_FOUND, 2}, {"builtin:demo4", "frost", FOLLOW_FOUND, 2},
        {"builtin:demo4", "FRO", FOLLOW_FOUND, 2},   {"builtin:demo4", "r", FOLLOW_AMBIGUOUS, 0},
        {"builtin:demo4", "1", FOLLOW_FOUND, 1},     {"builtin:demo4", "Nobody", FOLLOW_UNKNOWN, 0},
        {"builtin:demo3", "Ember", FOLLOW_FOUND, 1}, {"builtin:demo1", "Ember", FOLLOW_NOBODY, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct playback_context p;
        draw_middle(&p, cases[i].demo, cases[i].follow);
        cr_expect_eq(p.followed, cases[i].found, "%s of %s", cases[i].follow, cases[i].demo);
        cr_expect_eq(p.scene_options.follow, cases[i].slot, "%s: %u", cases[i].follow,
                     p.scene_options.follow);
        playback_close(&p);
    }
}

Test(playback_context, another_pov_draws_another_frame)
{
    struct playback_context a, b;
    draw_middle(&a, "builtin:demo4", "Ember");
    draw_middle(&b, "builtin:demo4", "Frost");
    cr_expect_neq(renderer_hash(a.renderer), renderer_hash(b.renderer));
    playback_close(&a);
    playback_close(&b);
    draw_middle(&a, "builtin:demo4", "1");
    draw_middle(&b, "builtin:demo4", "Ember");
    cr_expect_eq(renderer_hash(a.renderer), renderer_hash(b.renderer));
    playback_close(&a);
    playback_close(&b);
}

Test(playback_context, damage_is_reported_once_the_demo_is_open)
{
    struct playback_context p;
    struct format_error damage;
    draw_middle(&p, "builtin:demo1", NULL);
    cr_expect(!playback_damage(&p, &damage) && !playback_is_damaged(&p));
    cr_expect_eq(p.followed, FOLLOW_FOUND);
    playback_close(&p);
}

/* --- parsing alone ---------------------------------------------------------------------------- */

static void check_parsing(const char *name, const struct byte_writer *file, uint32_t updates)
{
    const struct timeline_options options = {.name = name};
    struct timeline *t = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, file->data, file->size, &options, &err), 0, "%s", err.what);
    cr_assert_eq(timeline_extent(t).num_updates, updates, "%s", name);
    cr_assert_eq(timeline_go_update(t, 1), 0);
    const uint64_t hash = timeline_state_hash(t);
    timeline_parse_only(t, updates - 1);
    cr_expect_eq(timeline_state_hash(t), hash, "%s", name);
    cr_assert_eq(timeline_go_update(t, 2), 0);
    cr_expect_neq(timeline_state_hash(t), hash, "%s", name);
    timeline_close(t);
}

Test(playback_context, parsing_alone_changes_nothing)
{
    struct byte_writer file = {0};
    nq_show_write(&file, 15, 0, NULL);
    check_parsing("show.dem", &file, NQ_SHOW_UPDATES);
    file.size = 0;
    qw_show_write(&file, &(struct qw_protocol){.version = 28});
    check_parsing("show.qwd", &file, QW_SHOW_FRAMES);
    file.size = 0;
    qw_show_write(&file, &(struct qw_protocol){.version = 28, .is_mvd = true});
    check_parsing("show.mvd", &file, QW_SHOW_FRAMES);
    byte_writer_free(&file);
    struct q3_demo *d = q3_match_write(68);
    check_parsing("match.dm_68", &d->file, Q3_MATCH_UPDATES);
    q3_demo_free(d);
}
