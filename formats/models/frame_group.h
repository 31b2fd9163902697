/* Selects the member of an alias or sprite frame group at a time. */
#ifndef FORMATS_MODELS_FRAME_GROUP_H
#define FORMATS_MODELS_FRAME_GROUP_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* intervals[i]: end in seconds of member i inside the cycle; the last one is the cycle's length and
 * above 0. The first whose end is past time modulo the cycle, in floats as R_AliasSetupFrame and
 * R_GetSpriteframe of Quake count. */
static inline uint32_t frame_group_pick(const float *intervals, uint32_t count, double time)
{
    if (!intervals || count < 2) {
        return 0;
    }
    float now = (float)time;
    float cycle = intervals[count - 1];
    float target = now - truncf(now / cycle) * cycle;
    uint32_t i = 0;
    while (i < count - 1 && !(intervals[i] > target)) {
        i++;
    }
    return i;
}

/* Fraction of the current member's interval that has passed, 0..1; 1 if the group has one member.
 */
static inline float frame_group_passed(const float *intervals, uint32_t count, double time)
{
    if (!intervals || count < 2) {
        return 1.0f;
    }
    uint32_t i = frame_group_pick(intervals, count, time);
    float now = (float)time;
    float cycle = intervals[count - 1];
    float start = i > 0 ? intervals[i - 1] : 0.0f;
    float share = (now - truncf(now / cycle) * cycle - start) / (intervals[i] - start);
    return share > 0.0f ? (share < 1.0f ? share : 1.0f) : 0.0f;
}

#endif
