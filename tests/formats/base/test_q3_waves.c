/* Tables of functions, the fast root and directions, by values of the original. */
#include <criterion/criterion.h>
#include <math.h>

#include "formats/base/q3_waves.h"

static struct q3_waves waves;

static void make_waves(void)
{
    q3_waves_make(&waves);
}

TestSuite(q3_waves, .init = make_waves);

Test(q3_waves, sine_has_1024_entries_over_1023_steps)
{
    static const struct {
        int at;
        double value;
    } known[] = {{0, 0},           {1, .0061419},   {128, .7076494}, {255, .9999894},
                 {256, .9999988},  {257, .9999706}, {511, .0030709}, {512, -.0030709},
                 {768, -.9999894}, {1023, 0}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        cr_assert_float_eq(waves.sine[known[i].at], known[i].value, 1e-7, "%d", known[i].at);
    }
    cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_SIN, 1024 + 256), waves.sine[256]);
}

Test(q3_waves, the_other_waves_are_exact)
{
    static const struct {
        uint32_t at;
        float triangle, square, sawtooth;
    } known[] = {{0, 0, 1, 0},        {128, .5f, 1, .125f},
                 {256, 1, 1, .25f},   {384, .5f, 1, .375f},
                 {512, 0, -1, .5f},   {640, -.5f, -1, .625f},
                 {768, -1, -1, .75f}, {1023, -1.0f / 256, -1, 1023.0f / 1024}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const uint32_t at = known[i].at;
        cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_TRIANGLE, at), known[i].triangle, "%u", at);
        cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_SQUARE, at), known[i].square, "%u", at);
        cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_SAWTOOTH, at), known[i].sawtooth, "%u", at);
        cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_INVERSE_SAWTOOTH, at), 1 - known[i].sawtooth);
    }
    cr_assert_eq(q3_wave_value(&waves, Q3_WAVE_NOISE, 100), 0);
}

Test(q3_waves, indices_are_truncated_and_wrap)
{
    cr_assert_eq(q3_wave_index(.25 + 0.0 * 1), 256);
    cr_assert_eq(q3_wave_index(0 + 1.3 * .5), 665);
    cr_assert_eq(q3_wave_index(-.1), 922);
    cr_assert_eq(q3_wave_index(100.001 * 2), 2);
    cr_assert_eq(q3_wave_index(1e300), 0);
    cr_assert_eq(q3_wave_index(NAN), 0);
}

Test(q3_waves, fast_inverse_square_root)
{
    static const double known[4][2] = {
        {1, .99830717}, {2, .70693004}, {3, .57684684}, {100, .09984488}};
    for (int i = 0; i < 4; i++) {
        cr_assert_float_eq(q3_rsqrt((float)known[i][0]), known[i][1], 6e-8, "%d", i);
    }
}

Test(q3_waves, directions_of_two_bytes)
{
    static const struct {
        uint8_t bytes[2];
        double out[3];
    } known[] = {{{0, 0}, {0, 0, 1}},
                 {{0, 64}, {1, 0, -.00307}},
                 {{64, 64}, {-.00307, 1, -.00307}},
                 {{32, 96}, {.4977, .49923, -.70982}},
                 {{0, 128}, {-.00307, 0, -.99999}}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        float out[3];
        q3_direction(&waves, known[i].bytes[0], known[i].bytes[1], out);
        for (int j = 0; j < 3; j++) {
            cr_assert_float_eq(out[j], known[i].out[j], 6e-6, "%zu %d: %f", i, j, (double)out[j]);
        }
    }
}

Test(q3_waves, noise_is_constant_and_uses_all_coordinates)
{
    static struct q3_waves again;
    int seen[Q3_NOISE_SIZE] = {0};
    float least = 1, most = -1;
    q3_waves_make(&again);
    cr_assert_arr_eq(&again, &waves, sizeof(waves));
    for (int i = 0; i < Q3_NOISE_SIZE; i++) {
        seen[waves.noise_order[i]]++;
        least = fminf(least, waves.noise[i]);
        most = fmaxf(most, waves.noise[i]);
    }
    for (int i = 0; i < Q3_NOISE_SIZE; i++) {
        cr_assert_eq(seen[i], 1, "%d", i);
    }
    cr_assert(least >= -1 && least < -.9f && most > .9f && most < 1);
    const float here = q3_noise(&waves, 1, 2, 3, 4);
    cr_assert(q3_noise(&waves, 2, 2, 3, 4) != here && q3_noise(&waves, 1, 3, 3, 4) != here);
    cr_assert(q3_noise(&waves, 1, 2, 4, 4) != here && q3_noise(&waves, 1, 2, 3, 5) != here);
    cr_assert_eq(q3_noise(&waves, 1 + 256, 2 - 256, 3, 4 + 512), here, "it repeats");
}

Test(q3_waves, noise_is_linear_between_integers)
{
    for (int i = 0; i < 4; i++) {
        float a[3] = {-2, 7, 5}, b[3] = {-2, 7, 5}, between[3] = {-2, 7, 5};
        double t[3] = {-9, -9, -9};
        if (i < 3) {
            b[i] += 1;
            between[i] += .25f;
        } else {
            t[1] += 1;
            t[2] += .25;
        }
        const float from = q3_noise(&waves, a[0], a[1], a[2], t[0]);
        const float to = q3_noise(&waves, b[0], b[1], b[2], t[1]);
        const float at = q3_noise(&waves, between[0], between[1], between[2], t[2]);
        cr_assert_float_eq(at, .75f * from + .25f * to, 1e-6, "%d", i);
        cr_assert(from != to, "%d", i);
    }
    const float zero = q3_noise(&waves, 0, 0, 0, 0);
    cr_assert_eq(q3_noise(&waves, NAN, INFINITY, -1e30f, 1e300), zero);
}
