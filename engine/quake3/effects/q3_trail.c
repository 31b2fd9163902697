#include "engine/quake3/effects/q3_trail.h"

enum { GRENADES = 4, ROCKETS = 5, NAILS = 11, MINES = 12 };

int32_t q3_trail_life(int32_t weapon)
{
    switch (weapon) {
    case ROCKETS:
        return 2000;
    case GRENADES:
    case MINES:
        return 700;
    case NAILS:
        return 250;
    default:
        return 0;
    }
}

void q3_trails_clear(struct q3_trails *trails)
{
    trails->first = trails->count = 0;
}

void q3_trails_add(struct q3_trails *trails, const struct q3_trail *trail)
{
    if (trails->count == Q3_TRAILS) {
        trails->first = (trails->first + 1) % Q3_TRAILS;
        trails->count--;
    }
    trails->at[(trails->first + trails->count++) % Q3_TRAILS] = *trail;
}
