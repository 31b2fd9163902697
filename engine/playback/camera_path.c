#include "engine/playback/camera_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

/* Channels: position, pitch, yaw, roll, field of view. */
enum { PLACE = 0, LOOK = 3, PITCH = LOOK, YAW, ROLL, FOV, CHANNELS };
enum { GROUPS = 3, LENGTH_PARTS = 16, GAUSS = 5, HALVINGS = 40 };

static const double latest_time = 1e9, most_number = 1e6, most_pitch = 90.0;
static const double least_fov = 1.0, most_fov = 170.0;
/* EVEN: key points closer than this, units, count as one position; there a degree counts as this
 * many units. */
static const double same_place = 1.0, units_a_degree = 2.0;

/* The curve between two consecutive key points. */
struct leg {
    double size; /* parameter length: BY_TIME seconds; > 0 */
    double delta[CHANNELS];
    bool still[GROUPS]; /* constant position, angles, field of view */
};

/* Hermite form of a leg: a cubic per channel. */
struct curve {
    double from[CHANNELS];
    double delta[CHANNELS];
    double first[CHANNELS], last[CHANNELS]; /* slopes at its ends, times size */
};

void camera_path_free(struct camera_path *path)
{
    free(path->keys);
    free(path->along);
    *path = (struct camera_path){0};
}

/* --- legs ------------------------------------------------------------------------------------- */

static int group_of(int channel)
{
    return channel < LOOK ? 0 : channel < FOV ? 1 : 2;
}

static void channels_of(const struct camera_key *key, double fov, double values[CHANNELS])
{
    for (int i = 0; i < 3; i++) {
        values[PLACE + i] = (double)key->origin[i];
        values[LOOK + i] = (double)key->angles[i];
    }
    values[FOV] = key->fov > 0.0f ? (double)key->fov : fov;
}

/* Normalises an angle to -180..180 degrees. */
static double short_way(double degrees)
{
    return degrees - 360.0 * floor((degrees + 180.0) / 360.0);
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* EVEN: distance between two key points, including turning. */
static double rough_way(const struct leg *leg)
{
    const double turn = units_a_degree * length_of(leg->delta + LOOK);
    const double way = length_of(leg->delta + PLACE);
    return way >= same_place ? way : fmax(turn, same_place);
}

static struct leg find_leg(const struct camera_path *path, size_t i, double fov)
{
    struct leg leg = {.still = {true, true, true}};
    double from[CHANNELS], to[CHANNELS];
    channels_of(&path->keys[i], fov, from);
    channels_of(&path->keys[i + 1], fov, to);
    for (int c = 0; c < CHANNELS; c++) {
        const double delta = to[c] - from[c];
        leg.delta[c] = c == YAW || c == ROLL ? short_way(delta) : delta;
        leg.still[group_of(c)] &= leg.delta[c] == 0.0;
    }
    if (path->speed == CAMERA_PATH_EVEN) {
        leg.still[0] = length_of(leg.delta + PLACE) < same_place;
        leg.size = sqrt(rough_way(&leg));
    } else {
        leg.size = path->keys[i + 1].time - path->keys[i].time;
    }
    return leg;
}

/* --- the curve -------------------------------------------------------------------------------- */

/* Slope at the middle of the parabola through three key points. */
static double middle_slope(const struct leg *before, const struct leg *after, int channel)
{
    const double slope_before = before->delta[channel] / before->size;
    const double slope_after = after->delta[channel] / after->size;
    return (after->size * slope_before + before->size * slope_after) / (before->size + after->size);
}

/* before, after: the adjacent legs; NULL = none (first or last leg, natural end slope). */
static void find_slopes(struct curve *curve, const struct leg *leg, const struct leg *before,
                        const struct leg *after, bool rests)
{
    for (int c = 0; c < CHANNELS; c++) {
        const int g = group_of(c);
        const double plain = leg->delta[c] / leg->size;
        const bool first_rests = rests && (leg->still[g] || (before && before->still[g]));
        const bool last_rests = rests && (leg->still[g] || (after && after->still[g]));
        const bool first_free = !first_rests && !before, last_free = !last_rests && !after;
        double first = first_rests || first_free ? 0.0 : middle_slope(before, leg, c);
        double last = last_rests || last_free ? 0.0 : middle_slope(leg, after, c);
        if (first_free && last_free) {
            first = last = plain;
        } else if (first_free) {
            first = (3.0 * plain - last) / 2.0;
        } else if (last_free) {
            last = (3.0 * plain - first) / 2.0;
        }
        curve->first[c] = first * leg->size;
        curve->last[c] = last * leg->size;
    }
}

static struct curve find_curve(const struct camera_path *path, size_t i, double fov)
{
    const bool even = path->speed == CAMERA_PATH_EVEN;
    const struct leg leg = find_leg(path, i, fov);
    struct leg before, after;
    bool has_before = i > 0, has_after = i + 2 < path->num_keys;
    struct curve curve;
    if (has_before) {
        before = find_leg(path, i - 1, fov);
        has_before = !even || (!before.still[0] && !leg.still[0]);
    }
    if (has_after) {
        after = find_leg(path, i + 1, fov);
        has_after = !even || (!after.still[0] && !leg.still[0]);
    }
    channels_of(&path->keys[i], fov, curve.from);
    memcpy(curve.delta, leg.delta, sizeof(curve.delta));
    find_slopes(&curve, &leg, has_before ? &before : NULL, has_after ? &after : NULL, !even);
    return curve;
}

/* Evaluates a channel; x: 0..1 over the leg. */
static double curve_at(const struct curve *curve, int c, double x)
{
    const double rest = 1.0 - x;
    return curve->from[c] + curve->delta[c] * (x * x * (3.0 - 2.0 * x)) +
           curve->first[c] * (x * rest * rest) - curve->last[c] * (x * x * rest);
}

/* Speed of the position at x, units per leg. */
static double curve_speed(const struct curve *curve, double x)
{
    double slope[3];
    for (int c = 0; c < 3; c++) {
        slope[c] = curve->delta[c] * (6.0 * x * (1.0 - x)) +
                   curve->first[c] * ((1.0 - x) * (1.0 - 3.0 * x)) +
                   curve->last[c] * (x * (3.0 * x - 2.0));
    }
    return length_of(slope);
}

/* --- constant speed --------------------------------------------------------------------------- */

/* Curve length between two parameters, units; five-point Gauss quadrature. */
static double way_between(const struct curve *curve, double from, double to)
{
    static const double at[GAUSS] = {-0.9061798459386640, -0.5384693101056831, 0.0,
                                     0.5384693101056831, 0.9061798459386640};
    static const double weight[GAUSS] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                         0.4786286704993665, 0.2369268850561891};
    const double half = (to - from) / 2.0, middle = (from + to) / 2.0;
    double sum = 0.0;
    for (int i = 0; i < GAUSS; i++) {
        sum += weight[i] * curve_speed(curve, middle + half * at[i]);
    }
    return sum * half;
}

static double way_of_leg(const struct camera_path *path, size_t i)
{
    const struct leg leg = find_leg(path, i, 0.0);
    if (leg.still[0]) {
        return rough_way(&leg);
    }
    const struct curve curve = find_curve(path, i, 0.0);
    double way = 0.0;
    for (int part = 0; part < LENGTH_PARTS; part++) {
        way += way_between(&curve, (double)part / LENGTH_PARTS, (double)(part + 1) / LENGTH_PARTS);
    }
    return way;
}

/* Parameter at which a given curve length is reached; bisection, so the result is the same on every
 * machine. */
static double place_on_leg(const struct curve *curve, double way)
{
    double low = 0.0, before = 0.0;
    int part = 0;
    for (; part < LENGTH_PARTS; part++) {
        const double step = way_between(curve, low, (double)(part + 1) / LENGTH_PARTS);
        if (before + step >= way) {
            break;
        }
        before += step;
        low = (double)(part + 1) / LENGTH_PARTS;
    }
    if (part == LENGTH_PARTS) {
        return 1.0;
    }
    const double start = low;
    double high = (double)(part + 1) / LENGTH_PARTS;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2.0;
        if (before + way_between(curve, start, middle) < way) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2.0;
}

/* Fills path->along, which has room for all key points. */
static void measure_path(struct camera_path *path)
{
    double way = 0.0;
    for (size_t i = 0; i < path->num_keys; i++) {
        path->along[i] = way;
        if (path->speed == CAMERA_PATH_EVEN && i + 1 < path->num_keys) {
            way += way_of_leg(path, i);
        }
    }
}

void camera_path_set_speed(struct camera_path *path, enum camera_path_speed speed)
{
    path->speed = speed;
    measure_path(path);
}

/* --- key points ------------------------------------------------------------------------------- */

/* Index of the first key point at or after time. */
static size_t find_key(const struct camera_path *path, double time)
{
    size_t low = 0, high = path->num_keys;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (path->keys[middle].time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* False for NaN, too. */
static bool is_within(double value, double most)
{
    return value >= -most && value <= most;
}

static float to_hundredths(float value)
{
    return (float)(floor((double)value * 100.0 + 0.5) / 100.0);
}

/* False: a number is out of range. */
static bool take_key(const struct camera_key *from, struct camera_key *key)
{
    *key = *from;
    if (!(from->time >= 0.0 && from->time <= latest_time) ||
        !is_within((double)from->angles[0], most_pitch) ||
        (from->fov != 0.0f && !((double)from->fov >= least_fov && (double)from->fov <= most_fov))) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (!is_within((double)from->origin[i], most_number) ||
            !is_within((double)from->angles[i], most_number)) {
            return false;
        }
        key->origin[i] = to_hundredths(from->origin[i]);
        key->angles[i] = to_hundredths(from->angles[i]);
    }
    key->time = floor(from->time * 1000.0 + 0.5) / 1000.0;
    key->fov = to_hundredths(from->fov);
    return true;
}

int camera_path_add(struct camera_path *path, const struct camera_key *wanted)
{
    struct camera_key key;
    if (!take_key(wanted, &key)) {
        return FORMAT_BAD;
    }
    const size_t place = find_key(path, key.time);
    const bool there = place < path->num_keys && path->keys[place].time == key.time;
    if (!there) {
        if (path->num_keys >= CAMERA_PATH_MAX_KEYS) {
            return FORMAT_UNKNOWN;
        }
        if (array_reserve(&path->keys, &path->cap_keys, path->num_keys + 1, sizeof(*path->keys)) <
                0 ||
            array_reserve(&path->along, &path->cap_along, path->num_keys + 1,
                          sizeof(*path->along)) < 0) {
            return FORMAT_MEMORY;
        }
        memmove(path->keys + place + 1, path->keys + place,
                (path->num_keys - place) * sizeof(*path->keys));
        path->num_keys++;
    }
    path->keys[place] = key;
    measure_path(path);
    return 0;
}

void camera_path_remove(struct camera_path *path, size_t index)
{
    if (index < path->num_keys) {
        memmove(path->keys + index, path->keys + index + 1,
                (path->num_keys - index - 1) * sizeof(*path->keys));
        path->num_keys--;
        measure_path(path);
    }
}

size_t camera_path_nearest(const struct camera_path *path, double time)
{
    const size_t place = find_key(path, time);
    if (place > 0 && (place == path->num_keys ||
                      time - path->keys[place - 1].time <= path->keys[place].time - time)) {
        return place - 1;
    }
    return place;
}

/* --- the camera ------------------------------------------------------------------------------- */

/* The leg at a time, and the parameter on it, 0..1. */
static size_t find_place(const struct camera_path *path, double time, double fov,
                         struct curve *curve, double *x)
{
    const struct camera_key *keys = path->keys;
    const size_t last = path->num_keys - 1;
    size_t leg = 0;
    if (path->speed == CAMERA_PATH_BY_TIME) {
        leg = find_key(path, time) - 1; /* time is after the first key point */
        *curve = find_curve(path, leg, fov);
        *x = (time - keys[leg].time) / (keys[leg + 1].time - keys[leg].time);
        return leg;
    }
    const double way =
        path->along[last] * ((time - keys[0].time) / (keys[last].time - keys[0].time));
    while (leg + 1 < last && path->along[leg + 1] <= way) {
        leg++;
    }
    *curve = find_curve(path, leg, fov);
    const double on_leg = way - path->along[leg];
    *x = find_leg(path, leg, fov).still[0]
             ? fmin(on_leg / (path->along[leg + 1] - path->along[leg]), 1.0)
             : place_on_leg(curve, on_leg);
    return leg;
}

static double clamp_double(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

void camera_path_at(const struct camera_path *path, double time, struct camera *camera, float *fov)
{
    double values[CHANNELS];
    if (path->num_keys == 0) {
        return;
    }
    const struct camera_key *first = &path->keys[0], *last = &path->keys[path->num_keys - 1];
    if (!(time > first->time) || !(time < last->time)) {
        channels_of(time > first->time ? last : first, (double)*fov, values);
    } else {
        struct curve curve;
        double x;
        find_place(path, time, (double)*fov, &curve, &x);
        for (int c = 0; c < CHANNELS; c++) {
            values[c] = curve_at(&curve, c, x);
        }
    }
    camera->kind = CAMERA_FREE;
    for (int i = 0; i < 3; i++) {
        camera->origin[i] = (float)clamp_double(values[PLACE + i], -most_number, most_number);
    }
    camera->angles[0] = (float)clamp_double(values[PITCH], -most_pitch, most_pitch);
    camera->angles[1] = (float)(values[YAW] - 360.0 * floor(values[YAW] / 360.0));
    camera->angles[2] = (float)short_way(values[ROLL]);
    *fov = (float)clamp_double(values[FOV], least_fov, most_fov);
}

void camera_path_point(const struct camera_path *path, size_t leg, double x, float origin[3])
{
    const struct curve curve = find_curve(path, leg, 0.0);
    for (int c = 0; c < 3; c++) {
        origin[c] = (float)clamp_double(curve_at(&curve, c, x), -most_number, most_number);
    }
}
