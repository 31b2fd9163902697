/* Times of frames and numbers of samples. */
#include <criterion/criterion.h>

#include "engine/capture/film_plan.h"

static struct film_stretch stretch(double from, double to, uint32_t num, uint32_t den)
{
    struct film_stretch s = {.from = from, .to = to, .speed = 1.0, .fps = {num, den}};
    s.frames = film_stretch_frames(&s);
    return s;
}

Test(film_plan, a_stretch_has_the_frames_before_its_end)
{
    cr_expect_eq(stretch(2, 2.5, 20, 1).frames, 10u);
    cr_expect_eq(stretch(0, 0.1, 60, 1).frames, 6u);
    cr_expect_eq(stretch(0.1, 0.3, 1000, 1).frames, 200u, "0.3 - 0.1 is a little less than 0.2");
    cr_expect_eq(stretch(0, 1.001, 30000, 1001).frames, 30u);
    cr_expect_eq(stretch(0, 1.002, 30000, 1001).frames, 31u);
    cr_expect_eq(stretch(5, 5, 60, 1).frames, 1u);
    struct film_stretch fast = stretch(0, 10, 60, 1);
    fast.speed = 4;
    cr_expect_eq(film_stretch_frames(&fast), 150u);
    cr_expect_eq(stretch(0, 1e12, 60, 1).frames, (uint64_t)FILM_FRAMES_MAX);
}

Test(film_plan, times_depend_on_the_frame_number_alone)
{
    struct film_stretch s = stretch(10, 3610, 30000, 1001);
    s.first = 1000;
    cr_expect_eq(film_stretch_time(&s, 1000, 0.0), 10.0);
    cr_expect_eq(film_stretch_time(&s, 31000, 0.0), 1011.0);
    cr_expect_float_eq(film_stretch_time(&s, 1000, 0.5), 10 + 0.5 * 1001 / 30000, 1e-12);
    const double forward = film_stretch_time(&s, 1234, 0.25);
    s.reverse = true;
    cr_expect_eq(film_stretch_time(&s, 1000 + s.frames - 1 - 234, -0.25), forward);
    cr_expect_eq(film_stretch_time(&s, 1000 + s.frames - 1, 0.0), 10.0);
}

Test(film_plan, the_end_is_held)
{
    struct film_stretch s = stretch(1, 2, 20, 1);
    s.held = 30;
    s.first = 7;
    s.frames = film_stretch_frames(&s);
    cr_expect_eq(s.frames, 50u);
    cr_expect_float_eq(film_stretch_time(&s, 7 + 19, 0.0), 1.95, 1e-12);
    cr_expect_eq(film_stretch_time(&s, 7 + 20, 0.25), 2.0);
    cr_expect_eq(film_stretch_time(&s, 7 + 49, -0.25), 2.0);
    s.reverse = true;
    cr_expect_eq(film_stretch_time(&s, 7, 0.0), 2.0);
    cr_expect_eq(film_stretch_time(&s, 7 + 49, 0.0), 1.0);
    s.held = (uint64_t)FILM_FRAMES_MAX - 1;
    cr_expect_eq(film_stretch_frames(&s), (uint64_t)FILM_FRAMES_MAX);
}

Test(film_plan, samples_of_all_frames_are_those_of_the_time)
{
    const struct film_rate ntsc = {30000, 1001}, plain = {60, 1}, slow = {1, 100};
    cr_expect_eq(film_samples_before(plain, 48000, 60), 48000u);
    cr_expect_eq(film_samples_before(plain, 44100, 1), 735u);
    cr_expect_eq(film_samples_before(ntsc, 48000, 5), 8008u);
    cr_expect_eq(film_samples_before(ntsc, 48000, 1), 1601u);
    cr_expect_eq(film_samples_before(ntsc, 48000, 30000ull * 3600), 48000ull * 1001 * 3600);
    cr_expect_eq(film_samples_before(slow, 48000, 2000000000), 9600000000000000ull);
}

Test(film_plan, sound_and_frames_stay_in_sync_for_ten_hours)
{
    static const struct film_rate rates[] = {{60, 1}, {30000, 1001}, {24000, 1001}, {997, 13}};
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        const struct film_stretch s = stretch(0, 36000, rates[i].num, rates[i].den);
        for (uint64_t frame = 0; frame < s.frames; frame += 997) {
            const double picture = film_stretch_time(&s, frame, 0.0);
            const double sound = (double)film_samples_before(s.fps, 48000, frame) / 48000;
            cr_assert(picture >= sound - 1e-9 && picture < sound + 1.0 / 48000 + 1e-9,
                      "frame %u: %.7f, %.7f", (unsigned)frame, picture, sound);
        }
    }
}

Test(film_plan, pieces_cover_the_film)
{
    for (uint64_t frames = 0; frames < 50; frames++) {
        for (uint32_t count = 1; count < 12; count++) {
            uint64_t at = 0;
            for (uint32_t i = 1; i <= count; i++) {
                const struct film_piece piece = film_piece_of(frames, i, count);
                cr_assert_eq(piece.first, at);
                cr_assert_leq(piece.last - piece.first, frames / count + 1);
                at = piece.last;
            }
            cr_assert_eq(at, frames);
        }
    }
    const struct film_piece last = film_piece_of(FILM_FRAMES_MAX, FILM_PIECES_MAX, FILM_PIECES_MAX);
    cr_expect_eq(last.last, (uint64_t)FILM_FRAMES_MAX);
}

Test(film_plan, rates_are_parsed)
{
    static const struct {
        const char *text;
        uint32_t num, den;
    } good[] = {{"60", 60, 1},
                {"23.976", 24000, 1001},
                {"29.97", 30000, 1001},
                {"59.94", 60000, 1001},
                {"23.98", 24000, 1001},
                {"12.5", 25, 2},
                {"30000/1001", 30000, 1001},
                {"100/4", 25, 1},
                {"0.5", 1, 2},
                {"1000", 1000, 1},
                {"1/100", 1, 100},
                {"60.0", 60, 1}};
    static const char *const bad[] = {"",     "0",   "-1",   "1001", "1/101",
                                      "a",    "6 0", "60/",  "/2",   "1.5/2",
                                      "1/0",  "1e3", "1..2", "nan",  "99999999999999999999",
                                      "0.001"};
    struct film_rate rate;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        cr_assert(film_rate_parse(good[i].text, &rate), "%s", good[i].text);
        cr_expect(rate.num == good[i].num && rate.den == good[i].den, "%s: %u/%u", good[i].text,
                  rate.num, rate.den);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(film_rate_parse(bad[i], &rate), "%s", bad[i]);
    }
}
