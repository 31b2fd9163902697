#include "engine/quakeworld/qw_scan_status.h"

#include <string.h>

#include "engine/quakeworld/qw_scan.h"
#include "engine/quakeworld/qw_state.h"

/* IT_* bits. */
enum {
    ITEM_ROCKET_LAUNCHER = 1 << 5,
    ITEM_THUNDERBOLT = 1 << 6,
    ITEM_RING = 1 << 19,
    ITEM_PENTAGRAM = 1 << 20,
    ITEM_QUAD = 1 << 22
};

void qw_scan_status_begin(struct qw_scan_status *status)
{
    status->views = 0;
    memset(status->flags, 0, sizeof(status->flags));
    memset(status->effects, 0, sizeof(status->effects));
}

void qw_scan_status_see(struct qw_scan_status *status, const struct qw_mvd_playerinfo *info)
{
    if (info->player >= DEMO_STATUS_PLAYERS) {
        return;
    }
    status->views |= UINT32_C(1) << info->player;
    status->flags[info->player] = info->flags;
    if (info->flags & QW_DF_EFFECTS) {
        status->effects[info->player] = info->effects;
    }
}

static uint8_t stack_of(const struct qw_scan_body *body)
{
    const int32_t most = UINT8_MAX * DEMO_STATUS_STACK / 2;
    const int32_t health = body->health < 0 ? 0 : body->health > most ? most : body->health;
    const int32_t armor = body->armor < 0 ? 0 : body->armor > most ? most : body->armor;
    return (uint8_t)((health + armor + DEMO_STATUS_STACK - 1) / DEMO_STATUS_STACK);
}

static struct demo_status status_of(const struct qw_scanner *s, uint32_t slot)
{
    const struct qw_scan_status *status = &s->status;
    const struct qw_scan_body *body = &s->bodies[slot];
    struct demo_status now = {.slot = (uint8_t)slot, .frags = s->players[slot].frags};
    if (!(status->views >> slot & 1) || s->players[slot].spectator) {
        return (struct demo_status){.slot = (uint8_t)slot};
    }
    now.bits = DEMO_STATUS_VIEW;
    if (!(status->flags[slot] & (QW_DF_DEAD | QW_DF_GIB))) {
        now.bits |= DEMO_STATUS_ALIVE;
        now.bits |= body->items & (ITEM_ROCKET_LAUNCHER | ITEM_THUNDERBOLT) ? DEMO_STATUS_ARMED : 0;
        now.bits |= body->items & ITEM_QUAD ? DEMO_STATUS_QUAD : 0;
        now.bits |= body->items & ITEM_PENTAGRAM ? DEMO_STATUS_PROTECTED : 0;
        now.bits |= body->items & ITEM_RING ? DEMO_STATUS_HIDDEN : 0;
        now.bits |= status->effects[slot] & (QW_EF_FLAG1 | QW_EF_FLAG2) ? DEMO_STATUS_FLAG : 0;
        now.stack = stack_of(body);
    }
    return now;
}

int qw_scan_status_tell(struct qw_scanner *s, struct demo_statuses *statuses)
{
    struct qw_scan_status *status = &s->status;
    uint32_t slots = statuses ? status->views | status->told_views : 0;
    int code = 0;
    for (; code == 0 && slots != 0; slots &= slots - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(slots);
        struct demo_status *told = &status->told[i];
        const struct demo_status now = status_of(s, i);
        if (now.bits != told->bits || now.stack != told->stack || now.frags != told->frags) {
            *told = now;
            code = demo_statuses_add(statuses, &now);
        }
    }
    status->told_views = status->views;
    status->views = 0;
    return code;
}
