#include "engine/quake3/q3_player_anim.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"

enum { SPIN_DOWN_MS = 1000 };

#define DEGREES_OF_UNIT (360.0 / Q3_TURN_UNITS)
#define SPIN_SPEED 0.9 /* degrees per ms */

double q3_barrel_angle(const struct q3_barrel *barrel, double time)
{
    const double start = barrel->angle * DEGREES_OF_UNIT, since = fmax(time - barrel->start, 0.0);
    if (barrel->spins) {
        return start + since * SPIN_SPEED;
    }
    const double slowing = fmin(since, SPIN_DOWN_MS);
    return start + slowing * 0.5 * (SPIN_SPEED + (SPIN_DOWN_MS - slowing) / SPIN_DOWN_MS);
}

bool q3_player_has_body(const struct q3_player_state *player)
{
    enum { GIB_HEALTH = -40 };
    const int32_t type = player->fields[Q3_PS_PM_TYPE];
    return type != Q3_PM_SPECTATOR && type != Q3_PM_INTERMISSION &&
           type != Q3_PM_SINGLE_INTERMISSION && player->stats[0] > GIB_HEALTH;
}

void q3_player_anim_clear(struct q3_player_anims *player_anims)
{
    for (uint32_t i = 0; i < player_anims->count; i++) {
        memset(&player_anims->of[player_anims->numbers[i]], 0, sizeof(player_anims->of[0]));
    }
    memset(&player_anims->of[Q3_OWN], 0, sizeof(player_anims->of[0]));
    memset(player_anims->respawned, 0, sizeof(player_anims->respawned));
    memset(player_anims->times, 0, sizeof(player_anims->times));
    player_anims->num_times = player_anims->count = 0;
}

void q3_player_anim_track(struct q3_player_anims *player_anims, uint32_t number)
{
    uint32_t at = player_anims->count;
    while (at > 0 && player_anims->numbers[at - 1] > number) {
        at--;
    }
    if (at > 0 && player_anims->numbers[at - 1] == number) {
        return;
    }
    memmove(player_anims->numbers + at + 1, player_anims->numbers + at,
            (player_anims->count - at) * sizeof(player_anims->numbers[0]));
    player_anims->numbers[at] = (uint16_t)number;
    player_anims->count++;
}
