#include "engine/quakeworld/screens/qw_keys.h"

#include "engine/quake/quake_keys.h"

enum { BUTTON_ATTACK = 1, BUTTON_JUMP = 2 };

/* A command of a .mvd counts that long; then the server told no more of them. */
static const double told_for = 0.5;

static void tell_buttons(struct demo_keys *keys, uint8_t buttons)
{
    demo_keys_tell(keys, DEMO_KEY_JUMP, (buttons & BUTTON_JUMP) != 0);
    demo_keys_tell(keys, DEMO_KEY_ATTACK, (buttons & BUTTON_ATTACK) != 0);
}

/* The last command sent by then. */
static void tell_recorder(const struct qw_state *s, double time, struct demo_keys *keys)
{
    for (uint32_t i = 1; i <= QW_COMMANDS; i++) {
        const struct qw_sent_command *command = &s->commands[(s->outgoing - i) % QW_COMMANDS];
        if (command->sequence != s->outgoing - i || !(command->time > QW_NEVER)) {
            return;
        }
        if (command->time <= time) {
            demo_keys_tell_walk(keys, command->move[0], command->move[1]);
            tell_buttons(keys, command->buttons);
            return;
        }
    }
}

struct demo_keys qw_keys_find(const struct qw_state *s, const struct qw_pov *eyes, double time)
{
    struct demo_keys keys = {0};
    if (eyes->slot == QW_NOBODY || eyes->free || s->intermission) {
        return keys;
    }
    const struct qw_player *player = &s->players[eyes->slot];
    const struct qw_player_state *now = &player->states[0];
    const struct qw_told_command *told = &s->told[eyes->slot];
    const bool is_dead = eyes->has_stats && player->view.stats[QW_STAT_HEALTH] <= 0;
    if (is_dead || (now->flags & (QW_PF_DEAD | QW_PF_GIB)) != 0 || player->spectator) {
        return keys;
    }
    if (eyes->slot == s->recorder) {
        tell_recorder(s, time, &keys);
    } else if (s->is_mvd && told->time >= time - told_for) {
        demo_keys_tell_walk(&keys, told->move[0], told->move[1]);
        tell_buttons(&keys, told->buttons);
    } else if (!s->is_mvd && (now->flags & QW_PF_COMMAND) != 0) {
        demo_keys_tell_walk(&keys, now->move[0], now->move[1]);
    }
    const struct quake_motion motion = {.on_ground = now->on_ground != 0,
                                        .rise = now->velocity[2],
                                        .weapon_frame = now->weapon_frame};
    quake_keys_derive(&keys, &motion);
    return keys;
}
