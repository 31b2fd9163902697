/* Voice times: ends, channel replacement, level changes, loops, and queries of any range. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sound/voice_schedule.h"
#include "tests/support/scarce.h"

enum { RATE = 1000, MAX_VOICES = 64 };

/* "5" lasts 500 samples, "5,2" loops from 200; "" and other names do not exist. */
static bool lacks_memory; /* for measuring */

static int measure(void *context, const char *name, struct sound_length *length)
{
    const char *comma = strchr(name, ',');
    *(unsigned *)context += 1;
    if (lacks_memory) {
        return FORMAT_MEMORY;
    }
    *length = (struct sound_length){strtol(name, NULL, 10) * 100,
                                    comma ? strtol(comma + 1, NULL, 10) * 100 : -1};
    return 0;
}

static unsigned measured;
static struct voice_schedule *schedule;

static void begin(bool spread)
{
    const struct voice_schedule_options options = {
        .rate = RATE, .spread = spread, .measure = measure, .context = &measured};
    measured = 0;
    schedule = voice_schedule_create(&options);
    cr_assert_not_null(schedule);
}

static void add(enum demo_sound_kind kind, double time, int32_t entity, uint8_t channel,
                const char *name)
{
    const struct demo_sound sound = {.kind = kind,
                                     .time = time,
                                     .entity = entity,
                                     .channel = channel,
                                     .exclusive = kind == DEMO_SOUND_START,
                                     .seed = (uint32_t)voice_schedule_sounds(schedule)->count};
    cr_assert_eq(demo_sounds_add(voice_schedule_sounds(schedule), &sound, "", name), 0);
    cr_assert_eq(voice_schedule_extend(schedule), 0);
}

/* The events heard at a sample, "0 2 3". */
static const char *heard(int64_t sample)
{
    static char text[256];
    const struct scheduled_voice *voices[MAX_VOICES];
    const size_t count = voice_schedule_find(schedule, sample, sample + 1, voices, MAX_VOICES);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(text);
        cr_assert_geq(voice_position(voices[i], sample), 0);
        snprintf(text + length, sizeof(text) - length, "%s%u", i ? " " : "", voices[i]->event);
    }
    return text;
}

static void expect(int64_t sample, const char *events)
{
    const char *text = heard(sample);
    cr_expect_str_eq(text, events, "sample %d: %s, not %s", (int)sample, text, events);
}

Test(voice_schedule, a_voice_lasts_as_long_as_its_sound)
{
    begin(true);
    add(DEMO_SOUND_START, 1.0, 1, 0, "5");
    add(DEMO_SOUND_START, 1.2, 1, 0, "5");
    add(DEMO_SOUND_START, 1.2, 1, 0, "no such sound");
    add(DEMO_SOUND_START, 1.2, 1, 0, "");
    expect(999, "");
    expect(1000, "0");
    expect(1200, "0 1");
    expect(1499, "0 1");
    expect(1500, "1");
    expect(1700, "");
    cr_expect_eq(measured, 2, "each name once");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, time_never_runs_back)
{
    begin(true);
    add(DEMO_SOUND_START, 1.0, 1, 0, "5");
    add(DEMO_SOUND_START, 0.5, 1, 0, "5");
    expect(700, "");
    expect(1000, "0 1");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, an_entitys_channel_plays_one_sound)
{
    begin(true);
    add(DEMO_SOUND_START, 0.0, 1, 2, "9");
    add(DEMO_SOUND_START, 0.1, 2, 2, "9"); /* another entity's */
    add(DEMO_SOUND_START, 0.1, 1, 3, "9"); /* another channel */
    add(DEMO_SOUND_START, 0.2, 1, 2, "3");
    add(DEMO_SOUND_START, 0.3, 2, 2, "no such sound"); /* ends it all the same */
    add(DEMO_SOUND_STOP, 0.4, 1, 3, "");
    add(DEMO_SOUND_STOP, 0.4, 1, 7, ""); /* plays nothing */
    expect(199, "0 1 2");
    expect(200, "1 2 3");
    expect(300, "2 3");
    expect(400, "3");
    expect(500, "");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, loops_go_on_from_their_place_until_they_are_ended)
{
    const struct scheduled_voice *voice;
    begin(true);
    add(DEMO_SOUND_START, 0.0, 1, 2, "5,2");
    add(DEMO_SOUND_STATIC, 0.0, 0, 0, "4,0");
    add(DEMO_SOUND_STATIC, 0.0, 0, 0, "4");  /* one that ends never begins */
    add(DEMO_SOUND_START, 0.0, 1, 3, "2,2"); /* a loop start at or after the end means no loop */
    expect(100, "0 1 3");
    expect(1000000, "0 1");
    cr_assert_eq(voice_schedule_find(schedule, 0, 1, &voice, 1), 1);
    cr_expect_eq(voice->event, 3, "the latest one counts");
    cr_assert_eq(voice_schedule_find(schedule, 5000, 5001, &voice, 1), 1);
    cr_expect_eq(voice_position(voice, 4999), 4999 % 400);
    add(DEMO_SOUND_STOP, 2.0, 1, 2, "");
    expect(1999, "0 1");
    expect(2000, "1");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, positions_run_through_the_loop)
{
    const struct scheduled_voice *voice;
    begin(false);
    add(DEMO_SOUND_START, 1.0, 1, 2, "5,2");
    cr_assert_eq(voice_schedule_find(schedule, 1000, 1001, &voice, 1), 1);
    cr_expect_eq(voice_position(voice, 999), -1);
    cr_expect_eq(voice_position(voice, 1000), 0);
    cr_expect_eq(voice_position(voice, 1499), 499);
    cr_expect_eq(voice_position(voice, 1500), 200);
    cr_expect_eq(voice_position(voice, 1799), 499);
    cr_expect_eq(voice_position(voice, 1800), 200);
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, a_level_ends_what_the_one_before_began)
{
    begin(true);
    add(DEMO_SOUND_START, 0.0, 1, 2, "9");
    add(DEMO_SOUND_STATIC, 0.0, 0, 0, "4,0");
    add(DEMO_SOUND_LOOP, 0.0, 5, 0, "4");
    add(DEMO_SOUND_CLEAR, 0.5, 0, 0, "");
    add(DEMO_SOUND_STATIC, 0.5, 0, 0, "4,0");
    add(DEMO_SOUND_START, 0.6, 1, 2, "1"); /* does not know of the one before */
    expect(499, "0 1 2");
    expect(500, "4");
    expect(650, "4 5");
    add(DEMO_SOUND_STOP, 0.65, 1, 2, "");
    expect(649, "4 5");
    expect(650, "4");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, entities_loops_run_on_one_clock)
{
    const struct scheduled_voice *voices[4];
    begin(false);
    add(DEMO_SOUND_LOOP, 0.25, 5, 0, "4");
    add(DEMO_SOUND_LOOP, 0.75, 6, 0, "4");
    add(DEMO_SOUND_START, 0.8, 5, 0, "9");
    cr_assert_eq(voice_schedule_find(schedule, 799, 800, voices, 4), 2);
    cr_expect_eq(voice_position(voices[0], 790), 790 % 400);
    cr_expect_eq(voice_position(voices[1], 790), 790 % 400);
    add(DEMO_SOUND_LOOP, 1.0, 5, 0, "3"); /* in its place */
    add(DEMO_SOUND_LOOP, 1.1, 6, 0, "");  /* none from now on */
    expect(999, "0 1 2");
    expect(1000, "1 2 3");
    expect(1100, "2 3");
    add(DEMO_SOUND_CLEAR_LOOPS, 1.2, 0, 0, "");
    expect(1199, "2 3");
    expect(1200, "2");
    voice_schedule_destroy(schedule);
}

static void add_some(double time, int32_t entity, uint8_t most, uint8_t queue, const char *name)
{
    const struct demo_sound sound = {.kind = DEMO_SOUND_START,
                                     .time = time,
                                     .entity = entity,
                                     .most = most,
                                     .queue = queue,
                                     .gap = 750};
    cr_assert_eq(demo_sounds_add(voice_schedule_sounds(schedule), &sound, "", name), 0);
    cr_assert_eq(voice_schedule_extend(schedule), 0);
}

/* Quake III: equal sounds of an entity start at least 50 ms apart, with a limit at once. */
Test(voice_schedule, equal_sounds_of_an_entity_are_limited)
{
    begin(false);
    add_some(1.0, 1, 3, 0, "10");
    add_some(1.049, 1, 3, 0, "10"); /* 1: too soon */
    add_some(1.05, 1, 3, 0, "10");
    add_some(1.05, 2, 3, 0, "10"); /* 3: another entity */
    add_some(1.05, 1, 3, 0, "9");  /* 4: another one */
    add_some(1.1, 1, 3, 0, "10");
    add_some(1.2, 1, 3, 0, "10"); /* 6: one too many */
    add_some(1.2, 1, 0, 0, "10"); /* 7: any number */
    expect(1210, "0 2 3 4 5 7");
    add_some(2.06, 1, 3, 0, "10"); /* 8: two of them are over */
    add_some(2.06, 1, 4, 0, "5");  /* 9 */
    expect(2070, "5 7 8 9");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, announcements_wait_for_each_other)
{
    begin(false);
    add_some(1.0, 1, 0, 1, "10");
    add_some(1.0, 1, 0, 1, "10"); /* 1: 1.75 */
    add_some(1.1, 1, 0, 2, "2");  /* 2: another queue */
    add_some(1.2, 1, 0, 1, "0");  /* 3: a silent turn, 2.5 */
    add_some(1.3, 1, 0, 1, "1");  /* 4: 3.25 */
    add_some(1.4, 1, 0, 0, "30"); /* 5 */
    expect(1050, "0");
    expect(1150, "0 2");
    expect(1749, "0 5");
    expect(1750, "0 5 1");
    expect(2749, "5 1");
    expect(2750, "5");
    expect(3249, "5");
    expect(3250, "5 4");
    add_some(9.0, 1, 0, 1, "1"); /* 6: the queue is empty */
    expect(9000, "6");
    for (int i = 0; i < 30; i++) { /* 7 and on */
        add_some(10.0, 1, 0, 1, "1");
    }
    add(DEMO_SOUND_CLEAR_LOOPS, 10.8, 0, 0, NULL); /* what waits is dropped */
    expect(10000, "7");
    expect(10790, "8");
    expect(10840, "8");
    expect(11510, "");
    add_some(12.0, 1, 0, 1, "1");
    expect(12000, "38");
    voice_schedule_destroy(schedule);
}

/* 750 ms apart: what would wait longer than 20 gaps is dropped. */
Test(voice_schedule, a_queue_holds_twenty_waiting_announcements)
{
    begin(false);
    for (int i = 0; i < 30; i++) {
        add_some(10.0, 1, 0, 1, "1");
    }
    expect(10000, "0");
    expect(24250, "19");
    expect(25000, "20");
    expect(25750, "");
    expect(31750, "");
    add_some(25.0, 1, 0, 1, "1"); /* 30: the queue is free at 25.75 */
    expect(25750, "30");
    voice_schedule_destroy(schedule);
}

Test(voice_schedule, equal_sounds_at_one_time_are_spread)
{
    const struct scheduled_voice *voices[8];
    for (int spread = 0; spread < 2; spread++) {
        begin(spread != 0);
        for (int32_t i = 0; i < 5; i++) {
            add(DEMO_SOUND_START, 1.0, i, 1, i == 3 ? "6" : "5");
        }
        add(DEMO_SOUND_START, 1.001, 9, 1, "5");
        cr_assert_eq(voice_schedule_find(schedule, 1001, 1002, voices, 8), 6);
        cr_expect_eq(voices[0]->skip, 0);
        cr_expect_eq(voices[3]->skip, 0, "another sound");
        cr_expect_eq(voices[5]->skip, 0, "another moment");
        for (int i = 1; i < 5; i += i == 2 ? 2 : 1) {
            cr_expect(voices[i]->skip < RATE / 10 && (voices[i]->skip > 0) == (spread != 0), "%d",
                      (int)voices[i]->skip);
            cr_expect_eq(voices[i]->end, 1500 - voices[i]->skip);
        }
        voice_schedule_destroy(schedule);
    }
}

/* Every voice there is, looked at one by one. */
static size_t find_plainly(const struct scheduled_voice *all, size_t count, int64_t from,
                           int64_t to, uint32_t *events)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (all[i].start < to && all[i].end > from) {
            events[found++] = all[i].event;
        }
    }
    return found;
}

static void add_random(uint32_t *random, double time)
{
    static const char *const names[] = {"1", "3", "9", "30", "3,1", "2,0", "", "none"};
    *random = *random * 1664525 + 1013904223;
    const uint32_t r = *random >> 8;
    const unsigned die = r % 100;
    const enum demo_sound_kind kind = die < 70   ? DEMO_SOUND_START
                                      : die < 80 ? DEMO_SOUND_STOP
                                      : die < 85 ? DEMO_SOUND_STATIC
                                      : die < 97 ? DEMO_SOUND_LOOP
                                      : die < 99 ? DEMO_SOUND_CLEAR_LOOPS
                                                 : DEMO_SOUND_CLEAR;
    if (die < 20) {
        add_some(time, (int32_t)(r / 100 % 7), r % 3 ? 2 : 0, r % 4, names[r / 3000 % 8]);
    } else {
        add(kind, time, (int32_t)(r / 100 % 7), (uint8_t)(r / 700 % 4), names[r / 3000 % 8]);
    }
}

Test(voice_schedule, any_range_is_found_as_by_looking_at_all)
{
    enum { EVENTS = 3000, LATE = 1 << 20 };
    static const struct scheduled_voice *voices[EVENTS];
    static struct scheduled_voice all[EVENTS];
    static uint32_t events[EVENTS];
    uint32_t random = 7;
    begin(true);
    for (int i = 0; i < EVENTS; i++) {
        add_random(&random, i * 0.02);
    }
    const size_t count = voice_schedule_find(schedule, INT64_MIN, LATE, voices, EVENTS);
    cr_assert_gt(count, EVENTS / 3);
    for (size_t i = 0; i < count; i++) {
        all[i] = *voices[i];
        cr_assert(i == 0 || all[i].start >= all[i - 1].start);
    }
    for (int i = 0; i < 500; i++) {
        random = random * 1664525 + 1013904223;
        const int64_t from = (random >> 8) % 65000, to = from + 1 + (random >> 20);
        const size_t plain = find_plainly(all, count, from, to, events);
        cr_assert_eq(voice_schedule_find(schedule, from, to, voices, EVENTS), plain);
        for (size_t j = 0; j < plain; j++) {
            cr_assert_eq(voices[j]->event, events[j]);
        }
    }
    voice_schedule_destroy(schedule);
}

/* A prefix of the events gives the same answers about the time before the next one. */
Test(voice_schedule, voices_before_the_indexed_end_are_final)
{
    enum { EVENTS = 400 };
    char before[256];
    uint32_t random = 99;
    begin(true);
    for (int i = 0; i < EVENTS; i++) {
        const double time = i * 0.05;
        snprintf(before, sizeof(before), "%s", heard((int64_t)(time * RATE + 0.5) - 1));
        add_random(&random, time);
        expect((int64_t)(time * RATE + 0.5) - 1, before);
    }
    voice_schedule_destroy(schedule);
}

/* Nothing is lost, and nothing taken twice. */
Test(voice_schedule, unmeasured_sounds_are_measured_later)
{
    const struct demo_sound sound = {
        .kind = DEMO_SOUND_START, .time = 2.0, .entity = 1, .channel = 1, .exclusive = true};
    begin(true);
    add(DEMO_SOUND_START, 1.0, 1, 1, "50");
    cr_assert_eq(demo_sounds_add(voice_schedule_sounds(schedule), &sound, "", "7"), 0);
    lacks_memory = true;
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(voice_schedule_extend(schedule), FORMAT_MEMORY);
        expect(2000, "0");
    }
    lacks_memory = false;
    cr_expect_eq(voice_schedule_extend(schedule), 0);
    expect(1999, "0");
    expect(2000, "1");
    expect(2699, "1");
    expect(2700, "");
    voice_schedule_destroy(schedule);
}

static void fill(void)
{
    uint32_t random = 3;
    const struct voice_schedule_options options = {
        .rate = RATE, .spread = true, .measure = measure, .context = &measured};
    struct voice_schedule *s = voice_schedule_create(&options);
    for (int i = 0; s && i < 700; i++) {
        random = random * 1664525 + 1013904223;
        const struct demo_sound sound = {.kind = random >> 31 ? DEMO_SOUND_START : DEMO_SOUND_LOOP,
                                         .time = i,
                                         .entity = i,
                                         .channel = 1,
                                         .exclusive = true};
        char name[8];
        snprintf(name, sizeof(name), "%u", random >> 24);
        if (demo_sounds_add(voice_schedule_sounds(s), &sound, "", name) < 0 ||
            voice_schedule_extend(s) < 0) {
            break;
        }
    }
    voice_schedule_destroy(s);
}

Test(voice_schedule, memory_may_run_out_anywhere)
{
    scarce_begin_from(UINT64_MAX);
    fill();
    const uint64_t count = scarce_count();
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    cr_assert_gt(count, 10);
    for (uint64_t i = 1; i <= count; i++) {
        scarce_begin_from(i);
        fill();
        cr_assert_eq(scarce_blocks(), 0, "allocation %d", (int)i);
        scarce_end();
    }
}
