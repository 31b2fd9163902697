/* Health and armour against damage that is told before or after them. */
#include <string.h>

#include "engine/edit/check/qw_check.h"
#include "engine/quakeworld/qw_state.h"

enum { PENTAGRAM = 1 << 20, TOLD_MODULO = 256, FADES_ABOVE = 100 };

void qw_check_health_forget(struct qw_check_health *h)
{
    h->open = h->excused = false;
    h->lost = h->lost_armor = h->blood = h->blood_armor = h->fades = 0;
    h->before = h->health;
}

void qw_check_health_damage(struct qw_check_health *h, const struct qw_message *m)
{
    const bool again = h->told == h->packets + 1 &&
                       memcmp(&h->last.u.damage, &m->u.damage, sizeof(m->u.damage)) == 0;
    if (again) { /* servers tell it once a frame */
        return;
    }
    h->told = h->packets + 1;
    h->last = *m;
    h->blood += m->u.damage.blood;
    h->blood_armor += m->u.damage.armor;
}

void qw_check_health_pickup(struct qw_check_health *h)
{
    h->pickup = h->packets + 1;
}

void qw_check_health_stat(struct check *check, struct qw_check_health *h, uint8_t stat,
                          int32_t value)
{
    const int now = value < -9999 ? -9999 : value > 9999 ? 9999 : (int)value;
    if (stat == QW_STAT_ARMOR) {
        h->lost_armor += h->armor_known ? h->armor - now : 0;
        h->armor_known = true;
        h->armor = now;
    } else if (stat == QW_STAT_ITEMS) {
        h->excused = h->excused || (value & PENTAGRAM);
    } else if (stat == QW_STAT_HEALTH) {
        const bool lives = h->known && h->health > 0 && now > 0, again = h->known;
        h->fades += lives && h->health > FADES_ABOVE && now == h->health - 1;
        h->lost += h->health - now;
        check->report->damages += h->known && h->health > 0 && now <= 0 && h->blood > 0;
        h->health = now;
        h->known = true;
        if (!lives) { /* death and a new life take and give what is not told */
            qw_check_health_forget(h);
            h->pickup = again ? h->packets + 1 : h->pickup;
        }
    }
}

/* Health above 100 fades by 1 a second. */
static bool fits(const struct qw_check_health *h)
{
    const int rest = h->lost - h->blood;
    return (rest >= 0 && rest <= h->fades ? 0 : rest % TOLD_MODULO) == 0 &&
           (h->lost_armor - h->blood_armor) % TOLD_MODULO == 0;
}

static void report_misfit(struct check *check, const struct qw_check_health *h)
{
    if (h->blood > 0 && h->lost <= h->fades) {
        check->report->damages_kept++;
        check_found_at(check, h->cheats ? CHECK_DAMAGE_KEPT : CHECK_DAMAGE_KEPT_TEAM, &h->place,
                       "damage of %d was told and health stayed %d", h->blood, h->before);
    } else {
        check_found_at(check, CHECK_HEALTH_OTHER, &h->place,
                       "health fell by %d, armour by %d, with damage of %d and %d", h->lost,
                       h->lost_armor, h->blood, h->blood_armor);
    }
}

void qw_check_health_packet(struct check *check, struct qw_check_health *h, bool end)
{
    const uint32_t delay = (uint32_t)check_threshold(CHECK_HEALTH_OTHER);
    const bool near_pickup = h->pickup > 0 && h->packets + 1 - h->pickup <= delay;
    h->packets++;
    h->excused = h->excused || near_pickup;
    if (fits(h)) {
        check->report->damages += h->blood > 0;
        qw_check_health_forget(h);
        return;
    }
    if (!h->open) {
        h->open = true;
        h->since = h->packets;
        h->place = check->here;
    }
    if (end || h->packets - h->since >= delay) {
        check->report->damages += h->blood > 0;
        if (!h->excused && h->known) {
            report_misfit(check, h);
        }
        qw_check_health_forget(h);
    }
}
