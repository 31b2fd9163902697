/* Deterministic mathematics: values that never change, and how near they are to the C library. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/dmath.h"

enum { ROUNDS = 200000 };

static double next_double(uint32_t i, double size)
{
    uint64_t bits = (uint64_t)dmath_hash(i, 1, 77) << 20 ^ dmath_hash(i, 2, 77);
    return ((double)bits / 4503599627370496.0 * 2 - 1) * size;
}

static void check_near(double have, double want, const char *what, double x, double y)
{
    double error = want == 0 ? fabs(have) : fabs((have - want) / want);
    cr_assert(error < 1e-15, "%s(%.17g, %.17g) = %.17g, not %.17g", what, x, y, have, want);
}

Test(dmath, sine_cosine_tangent)
{
    static const double sizes[] = {1e-8, 0.8, 7, 1000, 1048575};
    for (uint32_t i = 0; i < ROUNDS; i++) {
        double x = next_double(i, sizes[i % 5]);
        check_near(dmath_sin(x), sin(x), "sin", x, 0);
        check_near(dmath_cos(x), cos(x), "cos", x, 0);
        check_near(dmath_tan(x), tan(x), "tan", x, 0);
    }
    /* Near multiples of pi/2 the reduction has to keep its relative accuracy. */
    for (int k = 1; k < 600000; k += 7) {
        double x = k * (DMATH_PI / 2);
        check_near(dmath_sin(x), sin(x), "sin", x, 0);
        check_near(dmath_cos(x), cos(x), "cos", x, 0);
    }
}

Test(dmath, sine_of_non_finite_values_is_defined)
{
    cr_assert_eq(dmath_sin(INFINITY), 0.0);
    cr_assert_eq(dmath_sin(NAN), 0.0);
    cr_assert_eq(dmath_cos(-INFINITY), 1.0);
    cr_assert(fabs(dmath_sin(1e300)) <= 1.0);
    cr_assert(fabs(dmath_cos(-DBL_MAX)) <= 1.0);
    cr_assert_eq(dmath_sin(0.0), 0.0);
    cr_assert_eq(dmath_cos(0.0), 1.0);
}

Test(dmath, atan2)
{
    for (uint32_t i = 0; i < ROUNDS; i++) {
        double y = next_double(i, i & 1 ? 1 : 0.001), x = next_double(i + ROUNDS, i & 2 ? 1 : 1e6);
        check_near(dmath_atan2(y, x), atan2(y, x), "atan2", y, x);
    }
    static const double special[] = {0.0,    -0.0,    1.0,      -1.0,     1e-310,
                                     -1e308, DBL_MAX, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        for (size_t j = 0; j < sizeof special / sizeof special[0]; j++) {
            double have = dmath_atan2(special[i], special[j]);
            if (fabs(special[j]) == 1e-310 || fabs(special[i]) == 1e-310) {
                cr_assert(fabs(have) <= DMATH_PI);
                continue;
            }
            if (fabs(special[i]) >= 1e308 && fabs(special[j]) >= 1e308) {
                cr_assert(fabs(have) <= DMATH_PI); /* infinity counts as the largest number */
                continue;
            }
            if (isinf(special[j]) && special[j] > 0) {
                cr_assert(fabs(have) < 1e-300);
                continue;
            }
            check_near(have, atan2(special[i], special[j]), "atan2", special[i], special[j]);
            cr_assert_eq(signbit(have), signbit(special[i]));
        }
    }
    cr_assert_eq(dmath_atan2(NAN, 1), 0.0);
}

Test(dmath, exponential_and_power)
{
    for (uint32_t i = 0; i < ROUNDS; i++) {
        double x = next_double(i, i & 1 ? 1 : 700);
        check_near(dmath_exp(x), exp(x), "exp", x, 0);
        double base = fabs(next_double(i, i & 2 ? 2 : 1000)) + 1e-6, power = next_double(~i, 40);
        check_near(dmath_pow(base, power), pow(base, power), "pow", base, power);
        base = 1 + next_double(i, 0.01);
        power = next_double(~i, 60000);
        check_near(dmath_pow(base, power), pow(base, power), "pow", base, power);
    }
    cr_assert_eq(dmath_exp(0.0), 1.0);
    cr_assert_eq(dmath_exp(1000), HUGE_VAL);
    cr_assert_eq(dmath_exp(-1000), 0.0);
    cr_assert_eq(dmath_exp(INFINITY), HUGE_VAL);
    cr_assert_eq(dmath_exp(-INFINITY), 0.0);
    cr_assert_eq(dmath_pow(2, 10), 1024.0);
    cr_assert_eq(dmath_pow(2, -1074), 0x1p-1074);
    cr_assert_eq(dmath_pow(0x1p-1070, 0.5), 0x1p-535);
    cr_assert_eq(dmath_pow(10, 400), HUGE_VAL);
    cr_assert_eq(dmath_pow(10, -400), 0.0);
    cr_assert_eq(dmath_pow(5, 0), 1.0);
    cr_assert_eq(dmath_pow(0, 2), 0.0);
    cr_assert_eq(dmath_pow(NAN, 2), 0.0);
    cr_assert_eq(dmath_pow(INFINITY, -1), 0.0);
}

static uint64_t mix_hash(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * 0x9e3779b97f4a7c15u + (hash >> 31);
}

/* Fixed bits: another compiler, option or machine that computes differently is caught here. */
Test(dmath, same_bits_everywhere)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        double x = next_double(i, i & 1 ? 4 : 50000), y = next_double(~i, 30);
        hash = mix_hash(hash, dmath_sin(x));
        hash = mix_hash(hash, dmath_cos(x));
        hash = mix_hash(hash, dmath_tan(x));
        hash = mix_hash(hash, dmath_atan2(x, y));
        hash = mix_hash(hash, dmath_exp(y));
        hash = mix_hash(hash, dmath_pow(fabs(x) + 0.001, y));
        hash = mix_hash(hash, dmath_unit(i, i * 3, 7));
    }
    cr_assert_eq(hash, 0x3cc8e7c5cecc2234u, "the bits changed: %016llx", (unsigned long long)hash);
}

Test(dmath, hash_and_unit)
{
    double sum = 0;
    int buckets[16] = {0};
    for (uint32_t i = 0; i < 16000; i++) {
        float unit = dmath_unit(i, 5, 9);
        cr_assert(unit >= 0.0f && unit < 1.0f);
        sum += unit;
        buckets[dmath_hash(9, i, 5) >> 28]++;
    }
    cr_assert(sum > 7800 && sum < 8200);
    for (int i = 0; i < 16; i++) {
        cr_assert(buckets[i] > 850 && buckets[i] < 1150);
    }
    cr_assert_neq(dmath_hash(1, 2, 3), dmath_hash(2, 1, 3));
    cr_assert_neq(dmath_hash(1, 2, 3), dmath_hash(1, 3, 2));
    cr_assert_neq(dmath_hash(0, 0, 0), dmath_hash(0, 0, 1));
}

Test(dmath, angle_vectors)
{
    float forward[3], right[3], up[3];
    dmath_angle_vectors((float[3]){0, 0, 0}, forward, right, up);
    cr_assert(forward[0] == 1 && forward[1] == 0 && forward[2] == 0);
    cr_assert(right[0] == 0 && right[1] == -1 && right[2] == 0);
    cr_assert(up[0] == 0 && up[1] == 0 && up[2] == 1);
    for (uint32_t i = 0; i < 1000; i++) {
        float angles[3] = {(float)next_double(i, 90), (float)next_double(i + 5000, 360),
                           (float)next_double(i + 9000, 180)};
        dmath_angle_vectors(angles, forward, right, up);
        /* The float expressions with libm: Quake's AngleVectors on most machines. */
        float yaw = (float)(angles[1] * (DMATH_PI * 2 / 360));
        float pitch = (float)(angles[0] * (DMATH_PI * 2 / 360));
        float cp = (float)cos(pitch), cy = (float)cos(yaw), sp = (float)sin(pitch);
        cr_assert_eq(forward[0], cp * cy);
        cr_assert_eq(forward[2], -sp);
        float dot = forward[0] * right[0] + forward[1] * right[1] + forward[2] * right[2];
        cr_assert(fabsf(dot) < 1e-6f);
        float handed = forward[0] * right[1] - forward[1] * right[0];
        cr_assert(fabsf(handed + up[2]) < 1e-6f); /* up = right x forward */
    }
}
