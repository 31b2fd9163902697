/* What the index has of players: who killed whom, what they carry, whose view there is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/demo_source.h"
#include "engine/playback/follow/follow_facts.h"
#include "tests/support/real_data.h"

struct opened {
    struct demo_source source;
    struct timeline *timeline;
    struct follow_facts facts;
};

static void open_facts(struct opened *o, const char *name, bool background)
{
    const struct timeline_options index = {.background = background};
    struct format_error err = {0};
    cr_assert_eq(demo_source_open_bytes(&o->source, name, &(struct demo_search){0}, &err), 0, "%s",
                 err.what);
    cr_assert_eq(timeline_open_demo(&o->timeline, &o->source.demo, &index, &err), 0);
    cr_assert_eq(follow_facts_find(&o->facts, o->timeline), 0);
}

static void close_facts(struct opened *o)
{
    follow_facts_free(&o->facts);
    timeline_close(o->timeline);
    demo_source_close(&o->source);
}

/* Each status is what the state says at its update, of all players. */
static void compare_statuses(const struct opened *o, const char *name)
{
    struct demo_status now[DEMO_STATUS_PLAYERS] = {{0}};
    uint32_t next = 0, compared = 0;
    for (uint32_t u = 0; u < timeline_extent(o->timeline).num_updates; u++) {
        const double time = timeline_update_time(o->timeline, u);
        struct demo_player_info players[64];
        for (; next < o->facts.num_statuses && o->facts.statuses[next].time <= time; next++) {
            cr_assert(next == 0 ||
                      o->facts.statuses[next].time >= o->facts.statuses[next - 1].time);
            now[o->facts.statuses[next].slot] = o->facts.statuses[next];
        }
        if (u % 50 != 0) {
            continue;
        }
        cr_assert_eq(timeline_go_update(o->timeline, u), 0);
        const uint32_t count = timeline_players(o->timeline, players, 64);
        for (uint32_t i = 0; i < count; i++) {
            const struct demo_status *s = &now[players[i].slot];
            const bool view = (s->bits & DEMO_STATUS_VIEW) != 0;
            cr_expect_eq(view, players[i].in_sight && !players[i].spectator, "%s: %s at %f", name,
                         players[i].name, time);
            cr_expect(!view || s->frags == players[i].frags, "%s: %s at %f: %d, not %d", name,
                      players[i].name, time, s->frags, players[i].frags);
            compared++;
        }
    }
    cr_expect_gt(compared, 20u);
}

Test(follow_facts, statuses_are_those_of_the_state)
{
    struct opened o;
    open_facts(&o, "builtin:demo4", true);
    compare_statuses(&o, "builtin:demo4");
    uint32_t bits = 0;
    for (uint32_t i = 0; i < o.facts.num_statuses; i++) {
        bits |= o.facts.statuses[i].bits;
    }
    cr_expect_eq(bits & (DEMO_STATUS_ALIVE | DEMO_STATUS_QUAD),
                 (uint32_t)(DEMO_STATUS_ALIVE | DEMO_STATUS_QUAD), "%x", bits);
    close_facts(&o);
    const struct real_data_name path = real_data_path("quakeworld/corpus/overkill.mvd");
    open_facts(&o, path.text, false);
    compare_statuses(&o, path.text);
    close_facts(&o);
}

static uint32_t find_kills(const struct opened *o)
{
    uint32_t kills = 0;
    for (uint32_t i = 0; i < o->facts.num_events; i++) {
        const struct demo_event *e = &o->facts.events[i];
        kills += e->kind == DEMO_EVENT_FRAG && e->player >= 0 && e->other >= 0;
        cr_expect(e->kind == DEMO_EVENT_FRAG || e->kind == DEMO_EVENT_DEATH ||
                  (e->player == -1 && e->other == -1));
    }
    return kills;
}

/* The names are in the line, the killer's and the victim's. */
static void check_names(const struct opened *o)
{
    for (uint32_t i = 0; i < o->facts.num_events; i++) {
        const struct demo_event *e = &o->facts.events[i];
        struct demo_player_info players[64];
        if (e->kind != DEMO_EVENT_FRAG || e->player < 0 || e->other < 0) {
            continue;
        }
        cr_assert_eq(timeline_go_time(o->timeline, e->time, false), 0);
        const uint32_t count = timeline_players(o->timeline, players, 64);
        for (uint32_t k = 0; k < count; k++) {
            char name[48];
            const int slot = (int)players[k].slot;
            demo_plain_text(name, sizeof(name), players[k].name);
            cr_expect((slot != e->player && slot != e->other) || strstr(e->text, name), "%s: %s",
                      e->text, name);
        }
    }
}

Test(follow_facts, frags_name_who_killed_whom)
{
    struct opened o;
    const struct real_data_name path = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    open_facts(&o, path.text, false);
    cr_expect_geq(find_kills(&o), 20u);
    check_names(&o);
    close_facts(&o);
    open_facts(&o, "builtin:demo5", false);
    cr_expect_gt(find_kills(&o), 0u);
    cr_expect_eq(o.facts.num_statuses, 0u, "Quake III's demos have one view");
    check_names(&o);
    close_facts(&o);
}
