#include "formats/base/dmath.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Only + - * /, comparisons, exact conversions and the exact fabs, copysign and fmod are used:
 * IEEE 754 gives their bits. That holds only where expressions are evaluated in their own type. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "dmath needs float and double arithmetic without excess precision (use SSE2, not x87)"
#endif

/* A number as an unevaluated sum; |lo| is at most half a unit in the last place of hi. */
struct dmath_pair {
    double hi, lo;
};

static inline uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^e for a normal result. */
static inline double power_of_two(int e)
{
    return double_from_bits((uint64_t)(e + 1023) << 52);
}

/* a + b exactly, for any order of size. */
static inline struct dmath_pair two_sum(double a, double b)
{
    double sum = a + b;
    double part = sum - a;
    return (struct dmath_pair){sum, (a - (sum - part)) + (b - part)};
}

/* a + b exactly, for |a| >= |b|. */
static inline struct dmath_pair quick_two_sum(double a, double b)
{
    double sum = a + b;
    return (struct dmath_pair){sum, b - (sum - a)};
}

/* a * b exactly, by splitting both into halves of 26 bits (no fused multiply-add is relied on). */
static inline struct dmath_pair two_product(double a, double b)
{
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double t = splitter * a;
    double a_hi = t - (t - a), a_lo = a - a_hi;
    t = splitter * b;
    double b_hi = t - (t - b), b_lo = b - b_hi;
    double product = a * b;
    double error = ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
    return (struct dmath_pair){product, error};
}

static inline struct dmath_pair pair_add(struct dmath_pair a, struct dmath_pair b)
{
    struct dmath_pair sum = two_sum(a.hi, b.hi);
    return quick_two_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline struct dmath_pair pair_multiply(struct dmath_pair a, struct dmath_pair b)
{
    struct dmath_pair product = two_product(a.hi, b.hi);
    return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* Sine on the reduced range |x.hi| <= pi/4 (a little more does no harm): the Taylor series,
 * whose first dropped term is below 2^-65 of the result. */
static double sine_reduced(struct dmath_pair x)
{
    double z = x.hi * x.hi;
    double tail =
        z * (1.0 / 120 +
             z * (-1.0 / 5040 +
                  z * (1.0 / 362880 +
                       z * (-1.0 / 39916800 +
                            z * (1.0 / 6227020800.0 +
                                 z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0)))))));
    double cube = x.hi * z;
    /* d sin = cos dx; cos = 1 - z / 2 is enough for the low part. */
    return x.hi + (cube * (-1.0 / 6 + tail) + x.lo * (1.0 - 0.5 * z));
}

static double cosine_reduced(struct dmath_pair x)
{
    double z = x.hi * x.hi;
    double tail =
        z * z *
        (1.0 / 24 +
         z * (-1.0 / 720 +
              z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600.0 +
                                                            z * (-1.0 / 87178291200.0 +
                                                                 z * (1.0 / 20922789888000.0)))))));
    /* 1 - z / 2 loses bits when rounded: they are found again and added with the small terms. */
    double half = 0.5 * z;
    double head = 1.0 - half;
    return head + (((1.0 - head) - half) + (tail - x.hi * x.lo));
}

/* x minus the nearest multiple of pi/2; *quadrant gets that multiple modulo 4. pi/2 is taken in
 * parts of 33 bits, so that up to |x| < 2^20 each product with the multiple is exact. */
static struct dmath_pair reduce_quadrant(double x, int *quadrant)
{
    if (!(fabs(x) < 1048576.0)) {
        /* Outside the promised range: still a definite answer. Not a number and infinity count
         * as 0. */
        x = fabs(x) <= DBL_MAX ? fmod(x, 2 * DMATH_PI) : 0.0;
    }
    double scaled = x * 0x1.45f306dc9c883p-1;
    int32_t multiple = (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    *quadrant = (int)((uint32_t)multiple & 3);
    if (multiple == 0) {
        return (struct dmath_pair){x, 0.0};
    }
    double n = multiple;
    double rest = x - n * 0x1.921fb544p+0;
    struct dmath_pair r = two_sum(rest, -(n * 0x1.0b4611a6p-34));
    struct dmath_pair s = two_sum(r.hi, -(n * 0x1.3198a2ep-69));
    return quick_two_sum(s.hi, s.lo + (r.lo - n * 0x1.b839a252049c1p-104));
}

double dmath_sin(double x)
{
    int quadrant;
    struct dmath_pair r = reduce_quadrant(x, &quadrant);
    double value = quadrant & 1 ? cosine_reduced(r) : sine_reduced(r);
    return quadrant & 2 ? -value : value;
}

double dmath_cos(double x)
{
    int quadrant;
    struct dmath_pair r = reduce_quadrant(x, &quadrant);
    double value = quadrant & 1 ? sine_reduced(r) : cosine_reduced(r);
    return quadrant == 1 || quadrant == 2 ? -value : value;
}

double dmath_tan(double x)
{
    int quadrant;
    struct dmath_pair r = reduce_quadrant(x, &quadrant);
    double sine = sine_reduced(r);
    double cosine = cosine_reduced(r);
    return quadrant & 1 ? -(cosine / sine) : sine / cosine;
}

/* atan(small / large) for 0 <= small <= large, large > 0: the angle of the nearest sixteenth from a
 * table, plus a series for the remainder (at most 1/32). */
static double atan_octant(double small, double large)
{
    static const double angles[17] = {
        0x0.0p+0,
        0x1.ff55bb72cfdeap-5,
        0x1.fd5ba9aac2f6ep-4,
        0x1.7b97b4bce5b02p-3,
        0x1.f5b75f92c80ddp-3,
        0x1.362773707ebccp-2,
        0x1.6f61941e4def1p-2,
        0x1.a64eec3cc23fdp-2,
        0x1.dac670561bb4fp-2,
        0x1.0657e94db30d0p-1,
        0x1.1e00babdefeb4p-1,
        0x1.345f01cce37bbp-1,
        0x1.4978fa3269ee1p-1,
        0x1.5d58987169b18p-1,
        0x1.700a7c5784634p-1,
        0x1.819d0b7158a4dp-1,
        0x1.921fb54442d18p-1,
    };
    int nearest = (int)(small / large * 16.0 + 0.5);
    double t = small / large;
    if (nearest > 0) {
        double c = nearest / 16.0;
        t = (small - c * large) / (large + c * small);
    }
    double z = t * t;
    double series =
        z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11)))));
    return angles[nearest] + (t + t * series);
}

double dmath_atan2(double y, double x)
{
    if (isnan(y) || isnan(x)) {
        return 0.0;
    }
    /* Infinities act like the largest numbers; halving keeps sums of two of them finite. */
    double ax = (fabs(x) <= DBL_MAX ? fabs(x) : DBL_MAX) * 0.25;
    double ay = (fabs(y) <= DBL_MAX ? fabs(y) : DBL_MAX) * 0.25;
    if (ax < 0x1p-900 && ay < 0x1p-900) { /* keep products with sixteenths out of the subnormals */
        ax = fabs(x) * 0x1p+100;
        ay = fabs(y) * 0x1p+100;
    }
    double angle;
    if (ax == 0.0 && ay == 0.0) {
        angle = 0.0;
    } else if (ay <= ax) {
        angle = atan_octant(ay, ax);
    } else {
        /* pi/2 in two parts: the low one matters where the angle from the axis is small. */
        angle = 0x1.921fb54442d18p+0 - (atan_octant(ax, ay) - 0x1.1a62633145c07p-54);
    }
    if (signbit(x)) {
        angle = 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53);
    }
    return copysign(angle, y);
}

/* e^(x.hi + x.lo). */
static double exp_pair(struct dmath_pair x)
{
    if (x.hi > 709.8) {
        return HUGE_VAL;
    }
    if (x.hi < -745.2) {
        return 0.0;
    }
    double scaled = x.hi * 0x1.71547652b82fep+0;
    int k = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    double n = k;
    /* ln 2 in 32 bits and a rest: the first product is exact. */
    struct dmath_pair r = two_sum(x.hi - n * 0x1.62e42feep-1, -(n * 0x1.a39ef35793c76p-33));
    r.lo += x.lo;
    double z = r.hi;
    double tail =
        z * z *
        (1.0 / 2 +
         z * (1.0 / 6 +
              z * (1.0 / 24 +
                   z * (1.0 / 120 +
                        z * (1.0 / 720 +
                             z * (1.0 / 5040 +
                                  z * (1.0 / 40320 +
                                       z * (1.0 / 362880 +
                                            z * (1.0 / 3628800 +
                                                 z * (1.0 / 39916800 +
                                                      z * (1.0 / 479001600.0 +
                                                           z * (1.0 / 6227020800.0))))))))))));
    struct dmath_pair head = quick_two_sum(1.0, z);
    double value = head.hi + (head.lo + (tail + r.lo * (1.0 + (z + tail))));
    /* Two steps, for results beyond the range of one power of two. */
    int half = k / 2;
    return value * power_of_two(half) * power_of_two(k - half);
}

double dmath_exp(double x)
{
    if (isnan(x)) {
        return 0.0;
    }
    return exp_pair((struct dmath_pair){x, 0.0});
}

/* ln x for a finite x > 0, to about 2^-65: pow multiplies its error by the size of the exponent. */
static struct dmath_pair log_pair(double x)
{
    int k = 0;
    if (x < DBL_MIN) {
        x *= 0x1p+54;
        k = -54;
    }
    uint64_t bits = double_bits(x);
    k += (int)(bits >> 52) - 1023;
    double m = double_from_bits((bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
    if (m > 0x1.6a09e667f3bcdp+0) { /* sqrt 2: keep m near 1 on both sides */
        m *= 0.5;
        k++;
    }
    /* ln m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172. */
    double numerator = m - 1.0;
    struct dmath_pair denominator = two_sum(m, 1.0);
    struct dmath_pair s;
    s.hi = numerator / denominator.hi;
    struct dmath_pair back = two_product(s.hi, denominator.hi);
    s.lo = (((numerator - back.hi) - back.lo) - s.hi * denominator.lo) / denominator.hi;
    struct dmath_pair z = pair_multiply(s, s);
    double w = z.hi;
    double tail =
        1.0 / 7 +
        w * (1.0 / 9 +
             w * (1.0 / 11 +
                  w * (1.0 / 13 +
                       w * (1.0 / 15 +
                            w * (1.0 / 17 +
                                 w * (1.0 / 19 +
                                      w * (1.0 / 21 + w * (1.0 / 23 + w * (1.0 / 25)))))))));
    struct dmath_pair series = {w * tail, 0.0};
    series = pair_add((struct dmath_pair){0x1.999999999999ap-3, -0x1.999999999999ap-57}, series);
    series = pair_multiply(z, series);
    series = pair_add((struct dmath_pair){0x1.5555555555555p-2, 0x1.5555555555555p-56}, series);
    series = pair_multiply(z, series);
    series = pair_add((struct dmath_pair){1.0, 0.0}, series);
    series = pair_multiply(s, series);
    struct dmath_pair log_m = {2 * series.hi, 2 * series.lo};
    double n = k;
    struct dmath_pair log_2k = two_sum(n * 0x1.62e42feep-1, n * 0x1.a39ef35793c76p-33);
    return pair_add(log_2k, log_m);
}

double dmath_pow(double base, double exponent)
{
    if (isnan(base) || isnan(exponent)) {
        return 0.0;
    }
    if (exponent == 0.0 || base == 1.0) {
        return 1.0;
    }
    if (!(base > 0.0)) {
        return 0.0;
    }
    if (base > DBL_MAX) {
        return exponent > 0 ? HUGE_VAL : 0.0;
    }
    struct dmath_pair log_base = log_pair(base);
    double size = exponent * log_base.hi;
    if (!(fabs(size) < 800.0) || fabs(exponent) > 0x1p+900) {
        return size > 0 ? HUGE_VAL : 0.0;
    }
    return exp_pair(pair_multiply((struct dmath_pair){exponent, 0.0}, log_base));
}

static inline uint32_t mix_bits(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h;
}

uint32_t dmath_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = mix_bits(a + 0x9e3779b9u);
    h = mix_bits(h ^ (b + 0x7f4a7c15u));
    return mix_bits(h * 3u + c + 0x94d049bbu);
}

float dmath_unit(uint32_t a, uint32_t b, uint32_t c)
{
    return (float)(dmath_hash(a, b, c) >> 8) * (1.0f / 16777216.0f);
}

void dmath_angle_vectors(const float angles[3], float forward[3], float right[3], float up[3])
{
    /* As mathlib's AngleVectors: each angle and each sine rounded to float on the way. */
    float angle = (float)(angles[1] * (DMATH_PI * 2 / 360));
    float sy = (float)dmath_sin(angle);
    float cy = (float)dmath_cos(angle);
    angle = (float)(angles[0] * (DMATH_PI * 2 / 360));
    float sp = (float)dmath_sin(angle);
    float cp = (float)dmath_cos(angle);
    angle = (float)(angles[2] * (DMATH_PI * 2 / 360));
    float sr = (float)dmath_sin(angle);
    float cr = (float)dmath_cos(angle);

    forward[0] = cp * cy;
    forward[1] = cp * sy;
    forward[2] = -sp;
    right[0] = -1 * sr * sp * cy + -1 * cr * -sy;
    right[1] = -1 * sr * sp * sy + -1 * cr * cy;
    right[2] = -1 * sr * cp;
    up[0] = cr * sp * cy + -sr * -sy;
    up[1] = cr * sp * sy + -sr * cy;
    up[2] = cr * cp;
}
