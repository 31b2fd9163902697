/* Who killed whom in a NetQuake match, and who died without a killer: from scores and what the
 * server prints, in the index and in
 * what is made of it. No match is among the real demos: these are written here. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/playback/streaks/streak_plan.h"
#include "engine/playback/summary/match_facts.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/real_data.h"

enum { ANN = 0, BEN = 1, CY = 4 };

static struct nq_demo m;
static double now;

static void add_name(uint8_t player, const char *name)
{
    struct nq_message message = {.id = NQ_UPDATENAME};
    message.u.updatename.player = player;
    message.u.updatename.name = name;
    demo_stage_add(&m, message);
}

static void add_frags(uint8_t player, int16_t frags)
{
    struct nq_message message = {.id = NQ_UPDATEFRAGS};
    message.u.updatefrags.player = player;
    message.u.updatefrags.frags = frags;
    demo_stage_add(&m, message);
}

static void begin_match(void)
{
    demo_stage_begin(&m, NQ_PROTOCOL_15);
    demo_stage_add_level(&m, "one");
    add_name(ANN, "ann");
    add_name(BEN, "b\345n");
    add_name(CY, "cy");
    now = 1.0;
    demo_stage_add_update(&m, now);
}

static void step(double seconds)
{
    for (double end = now + seconds - 1e-9; now < end;) {
        demo_stage_add_update(&m, now += 0.0625);
    }
}

static void expect_kill(const struct timeline *t, uint32_t i, int player, int other,
                        const char *text)
{
    struct demo_event events[32];
    const uint32_t count = timeline_events_within(t, -1, 1e9, 1u << DEMO_EVENT_FRAG, events, 32);
    cr_assert_lt(i, count);
    cr_expect_str_eq(events[i].text, text);
    cr_expect(events[i].player == player && events[i].other == other, "%s: %d %d", text,
              events[i].player, events[i].other);
}

Test(netquake_frags, name_killer_and_victim)
{
    begin_match();
    nq_demo_text(&m, NQ_PRINT, "b\345n rides ann's rocket\n"); /* two kills, one score */
    nq_demo_text(&m, NQ_PRINT, "cy");
    nq_demo_text(&m, NQ_PRINT, " was nailed by ann\n");
    nq_demo_text(&m, NQ_PRINT, "ann chewed on b\345n's boomstick\n");
    add_frags(BEN, 1);
    add_frags(ANN, 2);
    step(0.0625);
    add_frags(CY, 1); /* nobody printed why */
    step(0.125);
    nq_demo_text(&m, NQ_PRINT, "stranger was nailed by cy\n");
    add_frags(CY, 2);
    step(0.0625);
    nq_demo_text(&m, NQ_PRINT, "\1ann: cy was nailed by ann\n"); /* talk */
    nq_demo_text(&m, NQ_PRINT, "ann visits the Volcano God\n");
    add_frags(ANN, 1);
    step(0.0625);
    struct timeline *t = demo_stage_open_demo(&m);
    expect_kill(t, 0, BEN, ANN, "ann chewed on ben's boomstick");
    expect_kill(t, 1, ANN, BEN, "ben rides ann's rocket");
    expect_kill(t, 2, ANN, CY, "cy was nailed by ann");
    expect_kill(t, 3, CY, -1, "cy: 1");
    expect_kill(t, 4, CY, -1, "stranger was nailed by cy");
    struct demo_event events[8];
    cr_expect_eq(timeline_events_within(t, -1, 1e9, 1u << DEMO_EVENT_FRAG, events, 8), 5u);
    timeline_close(t);
    nq_demo_end(&m);
}

static void add_health(int16_t health)
{
    struct nq_message message = {.id = NQ_CLIENTDATA};
    message.u.clientdata = (struct nq_clientdata){.has_stats = true, .health = health};
    demo_stage_add(&m, message);
}

static void expect_death(const struct demo_event *event, enum demo_event_kind kind, int other,
                         const char *text)
{
    cr_expect_eq(event->kind, kind, "%s: %d", event->text, event->kind);
    cr_expect_str_eq(event->text, text);
    cr_expect(event->player == -1 && event->other == other, "%s: %d %d", event->text, event->player,
              event->other);
}

Test(netquake_frags, tell_deaths_without_a_killer)
{
    static struct match_summary summary;
    struct match_facts facts = {0};
    begin_match();
    add_health(100);
    step(1.0);
    nq_demo_text(&m, NQ_PRINT, "b\345n visits the Volcano God\n");
    add_frags(BEN, -1);
    step(1.0);
    nq_demo_text(&m, NQ_PRINT, "cy fell to his death\n");
    nq_demo_text(&m, NQ_PRINT, "b\345n was slain by a Fiend\n"); /* in the same block */
    step(1.0);
    nq_demo_text(&m, NQ_PRINT, "\1cy: b\345n sucks it down\n"); /* talk */
    nq_demo_text(&m, NQ_PRINT, "stranger sucks it down\n");     /* nobody there */
    nq_demo_text(&m, NQ_PRINT, "cy: b\345n sucks it down\n");   /* nobody of that name */
    step(1.0);
    nq_demo_text(&m, NQ_PRINT, "ann discovers blast radius\n"); /* the recorder: once */
    step(0.0625);
    add_health(-7);
    step(1.0);
    add_health(100);
    step(1.0);
    add_health(-40); /* nobody printed why */
    step(1.0);
    struct timeline *t = demo_stage_open_demo(&m);
    struct demo_event events[8];
    const uint32_t kinds = 1u << DEMO_EVENT_FRAG | 1u << DEMO_EVENT_DEATH;
    cr_assert_eq(timeline_events_within(t, -1, 1e9, kinds, events, 8), 5u);
    expect_death(&events[0], DEMO_EVENT_FRAG, BEN, "ben visits the Volcano God");
    expect_death(&events[1], DEMO_EVENT_FRAG, CY, "cy fell to his death");
    expect_death(&events[2], DEMO_EVENT_FRAG, BEN, "ben was slain by a Fiend");
    expect_death(&events[3], DEMO_EVENT_DEATH, ANN, "ann discovers blast radius");
    expect_death(&events[4], DEMO_EVENT_DEATH, -1, "death");
    cr_assert_eq(timeline_go_time(t, timeline_length(t), false), 0);
    cr_assert_eq(match_facts_summary(&facts, t, m.file.data, m.file.size, &summary), 0);
    for (uint32_t i = 0; i < summary.num_players; i++) {
        const struct summary_row *row = &summary.players[i];
        const int32_t deaths = row->name[0] == 'b' ? 2 : 1;
        cr_expect_eq(row->values[SUMMARY_DEATHS], deaths, "%s: %d", row->name,
                     row->values[SUMMARY_DEATHS]);
        cr_expect_eq(row->values[SUMMARY_SUICIDES], deaths, "%s", row->name);
        cr_expect_eq(row->values[SUMMARY_KILLS], 0, "%s", row->name);
    }
    cr_expect_eq(summary.num_players, 2u); /* the level has slots for two */
    match_facts_free(&facts);
    timeline_close(t);
    nq_demo_end(&m);
}

/* Old servers send the health before what they print. */
Test(netquake_frags, name_the_recorder_whose_death_is_printed_late)
{
    begin_match();
    add_health(100);
    step(1.0);
    add_health(0);
    step(0.0625);
    nq_demo_text(&m, NQ_PRINT, "ann burst into flames\n");
    step(1.0);
    struct timeline *t = demo_stage_open_demo(&m);
    struct demo_event events[8];
    cr_assert_eq(timeline_events_within(t, -1, 1e9, 1u << DEMO_EVENT_DEATH, events, 8), 2u);
    expect_death(&events[0], DEMO_EVENT_DEATH, -1, "death");
    expect_death(&events[1], DEMO_EVENT_DEATH, ANN, "ann burst into flames");
    timeline_close(t);
    nq_demo_end(&m);
}

Test(netquake_frags, name_the_recorder_of_a_real_demo)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "reports/quake/net_MOVIE.dem");
    struct timeline *t = demo_stage_open_bytes(data, size);
    struct demo_event events[8];
    cr_assert_eq(timeline_events_within(t, -1, 1e9, 1u << DEMO_EVENT_DEATH, events, 8), 1u);
    expect_death(&events[0], DEMO_EVENT_DEATH, ANN, "rec was gored by a Gore Hound");
    timeline_close(t);
    free(data);
}

Test(netquake_frags, make_streaks_and_a_summary)
{
    static struct match_summary summary;
    struct streak_plan plan;
    struct match_facts facts = {0};
    begin_match();
    for (int16_t i = 1; i <= 5; i++) {
        nq_demo_text(&m, NQ_PRINT, "cy rides ann's rocket\n");
        add_frags(ANN, i);
        step(4.0);
    }
    nq_demo_text(&m, NQ_PRINT, "ann rides cy's rocket\n");
    add_frags(CY, 1);
    step(0.125);
    struct timeline *t = demo_stage_open_demo(&m);
    cr_assert_eq(streak_plan_read(&plan, t, false), 0);
    cr_assert_eq(plan.count, 2u);
    cr_expect(plan.streaks[0].kind == STREAK_ROW && plan.streaks[0].kills == 5 &&
              plan.streaks[0].player == ANN);
    cr_expect(plan.streaks[1].kind == STREAK_ENDED && plan.streaks[1].player == CY &&
              plan.streaks[1].other == ANN);
    streak_plan_free(&plan);
    cr_assert_eq(timeline_go_time(t, timeline_length(t), false), 0);
    cr_assert_eq(match_facts_summary(&facts, t, m.file.data, m.file.size, &summary), 0);
    cr_assert_geq(summary.num_players, 2u);
    const struct summary_row *first = &summary.players[0];
    cr_expect_str_eq(first->name, "ann");
    cr_expect_eq(first->values[SUMMARY_KILLS], 5);
    cr_expect_eq(first->values[SUMMARY_DEATHS], 1);
    match_facts_free(&facts);
    timeline_close(t);
    nq_demo_end(&m);
}
