/* Where the keys for events go to. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/playback/event_stop.h"
#include "tests/engine/playback/demo_stage.h"

#define FRAG (1u << DEMO_EVENT_FRAG)
#define LEVEL (1u << DEMO_EVENT_LEVEL)

enum { UPDATES = 100 /* of a level, a tenth of a second apart */ };

/* Two levels of 10 s with frags: at 1, 4, 4.5 and 9 s, and in the second at 10.5, 12 and 19 s. */
static struct timeline *open_match(struct nq_demo *demo)
{
    static const int frags[] = {10, 40, 45, 90, 105, 120, 190};
    size_t next = 0;
    demo_stage_begin(demo, 15);
    for (int i = 0; i < 2 * UPDATES; i++) {
        if (i % UPDATES == 0) {
            demo_stage_add_level(demo, i ? "second" : "first");
        }
        for (; next < sizeof(frags) / sizeof(frags[0]) && frags[next] == i; next++) {
            demo_stage_add(demo, (struct nq_message){.id = NQ_KILLEDMONSTER});
        }
        demo_stage_add_update(demo, i * 0.1);
    }
    return demo_stage_open_demo(demo);
}

static void expect_walk(const struct timeline *t, uint32_t kinds, double lead, const double *times,
                        int count)
{
    struct event_stop stop;
    double time = -1.0;
    for (int i = 0; i < count; i++) {
        cr_assert(event_stop_next(t, time, kinds, lead, &stop), "%d after %f", i, time);
        cr_expect_float_eq(stop.time, times[i], 1e-3, "%d: %f, not %f", i, stop.time, times[i]);
        time = stop.time;
    }
    cr_expect_not(event_stop_next(t, time, kinds, lead, &stop), "%f", stop.time);
    time = 100.0;
    for (int i = count; i-- > 0;) {
        cr_assert(event_stop_previous(t, time, kinds, lead, &stop), "%d before %f", i, time);
        cr_expect_float_eq(stop.time, times[i], 1e-3, "%d: %f, not %f", i, stop.time, times[i]);
        time = stop.time;
    }
    cr_expect_not(event_stop_previous(t, time, kinds, lead, &stop), "%f", stop.time);
}

#define EXPECT_WALK(t, kinds, lead, ...)                                                           \
    expect_walk(t, kinds, lead, (const double[]){__VA_ARGS__},                                     \
                (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* Levels begin at 0 and 10 s, as the second's first picture is a tenth after the first's last. */
Test(event_stop, is_the_lead_before_the_event_and_in_its_level)
{
    struct nq_demo demo;
    struct timeline *t = open_match(&demo);
    EXPECT_WALK(t, FRAG, 0.0, 1.0, 4.0, 4.5, 9.0, 10.5, 12.0, 19.0);
    EXPECT_WALK(t, FRAG, 0.5, 0.5, 3.5, 4.0, 8.5, 10.0, 11.5, 18.5);
    EXPECT_WALK(t, FRAG, 2.0, 0.0, 2.0, 2.5, 7.0, 10.0, 17.0);
    EXPECT_WALK(t, FRAG | LEVEL, 2.0, 0.0, 2.0, 2.5, 7.0, 10.0, 17.0);
    EXPECT_WALK(t, LEVEL, 2.0, 0.0, 10.0);
    EXPECT_WALK(t, FRAG, 60.0, 0.0, 10.0);
    timeline_close(t);
    nq_demo_end(&demo);
}

Test(event_stop, tells_the_event)
{
    struct nq_demo demo;
    struct timeline *t = open_match(&demo);
    struct event_stop stop;
    cr_assert(event_stop_next(t, 3.0, FRAG, 2.0, &stop));
    cr_expect_float_eq(stop.event.time, 9.0, 1e-3);
    cr_expect_str_eq(stop.event.text, "kill 4");
    cr_assert(event_stop_next(t, 7.5, FRAG | LEVEL, 2.0, &stop));
    cr_expect_float_eq(stop.time, 10.0, 1e-3);
    cr_assert(event_stop_previous(t, 5.0, FRAG, 2.0, &stop));
    cr_expect_float_eq(stop.event.time, 4.5, 1e-3);
    timeline_close(t);
    nq_demo_end(&demo);
}
