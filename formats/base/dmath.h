/* Deterministic mathematics: the same bits on every machine, compiler and C library.
 *
 * IEEE + - * / and sqrt are exact everywhere (build with -ffp-contract=off); sine, power and
 * exponential of libm are not, so where they decide a pixel or a state these are used (relative
 * error below 2^-50). */
#ifndef FORMATS_BASE_DMATH_H
#define FORMATS_BASE_DMATH_H

#include <stdint.h>

#define DMATH_PI 3.14159265358979323846

double dmath_sin(double x); /* radians, |x| < 2^20 */
double dmath_cos(double x);
double dmath_tan(double x);
double dmath_atan2(double y, double x);
double dmath_exp(double x);
double dmath_pow(double base, double exponent); /* base > 0 */

/* A well-mixed 32-bit hash of three numbers: the source of all "randomness". */
uint32_t dmath_hash(uint32_t a, uint32_t b, uint32_t c);
/* The hash as a float in [0, 1). */
float dmath_unit(uint32_t a, uint32_t b, uint32_t c);

/* Quake's AngleVectors: angles are pitch, yaw, roll in degrees. */
void dmath_angle_vectors(const float angles[3], float forward[3], float right[3], float up[3]);

#endif
