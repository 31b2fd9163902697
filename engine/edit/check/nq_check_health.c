/* Health and armour before and after damage.
 *
 * The server adds up the damage of a frame: armour takes its part, the rest is blood; in god mode
 * and under the Pentagram armour falls and health stays. One message tells both sums, each modulo
 * 256, in front of the same update's clientdata. */
#include "engine/edit/check/nq_check.h"

enum {
    IT_INVULNERABILITY = 1 << 20,
    ALL_WEAPONS = 0x7f | 1 << 12, /* shotgun to lightning gun, axe */
    WEAPONS = 0x7f,
    DEAD_BELOW = -40,  /* gibs; bodies stop at -99 */
    PICKUP_BLOCKS = 4, /* a pickup may be told that many blocks before or after the update */
    TOLD_MODULO = 256
};

void nq_check_health_level(struct check *check, struct nq_check_health *h, bool several)
{
    nq_check_health_block(check, h, true);
    *h = (struct nq_check_health){.several = several};
}

void nq_check_health_damage(struct nq_check_health *h, int armor, int blood)
{
    h->hits++;
    h->armor += armor;
    h->blood += blood;
}

static bool is_near_pickup(const struct check *check, const struct nq_check_health *h)
{
    return h->pickup_block > 0 && check->here.block - (h->pickup_block - 1) <= PICKUP_BLOCKS;
}

void nq_check_health_pickup(struct check *check, struct nq_check_health *h)
{
    h->pickup_block = check->here.block + 1;
    for (int i = 0; i < NQ_CHECK_RISES; i++) {
        h->rises[i].open = false;
    }
}

static void report_rise(struct check *check, const struct nq_check_health *h,
                        const struct nq_check_rise *rise)
{
    if (rise->in_god_mode) {
        check->report->damages_kept++;
        check_found_at(check, h->several ? CHECK_DAMAGE_KEPT_TEAM : CHECK_DAMAGE_KEPT, &rise->place,
                       "damage of %d was told and health stayed %d", rise->damage, rise->after);
    } else if (rise->damage > 0) {
        check_found_at(check, rise->rule, &rise->place,
                       "from %d to %d with damage of %d, and no pickup was told", rise->before,
                       rise->after, rise->damage);
    } else {
        check_found_at(check, rise->rule, &rise->place, "from %d to %d, and no pickup was told",
                       rise->before, rise->after);
    }
}

void nq_check_health_block(struct check *check, struct nq_check_health *h, bool end)
{
    for (int i = 0; i < NQ_CHECK_RISES; i++) {
        struct nq_check_rise *rise = &h->rises[i];
        if (rise->open && (end || check->here.block >= rise->place.block + PICKUP_BLOCKS)) {
            rise->open = false;
            report_rise(check, h, rise);
        }
    }
}

/* Reports the rise unless a pickup explains it, now or in the next blocks. */
static void note_rise(struct check *check, struct nq_check_health *h,
                      const struct nq_check_rise *rise)
{
    if (is_near_pickup(check, h)) {
        return;
    }
    for (int i = 0; i < NQ_CHECK_RISES; i++) {
        if (!h->rises[i].open) {
            h->rises[i] = *rise;
            return;
        }
    }
    report_rise(check, h, rise);
}

static void compare_health(struct check *check, struct nq_check_health *h,
                           const struct nq_check_body *now)
{
    const int before = h->body.health, lost = before - now->health, told = h->blood;
    const bool pentagram = ((h->body.items | now->items) & IT_INVULNERABILITY) != 0;
    struct nq_check_rise rise = {true, CHECK_HEALTH_RISE, check->here, before, now->health, told,
                                 false};
    check->report->damages += told > 0;
    if (before <= 0 || now->health <= DEAD_BELOW || lost == told ||
        (lost - told) % TOLD_MODULO == 0) {
        return;
    }
    if (lost == 0 && told > 0) {
        rise.in_god_mode = true;
        if (!pentagram) {
            note_rise(check, h, &rise);
        }
    } else if (lost < told) {
        if (!pentagram && now->health > 0) {
            note_rise(check, h, &rise);
        }
    } else if (now->health > 0 && !(lost == told + 1 && before > 100)) { /* Megahealth fades */
        check_found_at(check, CHECK_HEALTH_FALL, &check->here, "from %d to %d with damage of %d",
                       before, now->health, told);
    }
}

static void compare_armor(struct check *check, struct nq_check_health *h,
                          const struct nq_check_body *now)
{
    const int before = h->body.armor, lost = before - now->armor, told = h->armor;
    const struct nq_check_rise rise = {
        true, CHECK_ARMOR_RISE, check->here, before, now->armor, told, false};
    if (h->body.health <= 0 || now->health <= 0 || (lost - told) % TOLD_MODULO == 0) {
        return;
    }
    if (lost < told) {
        note_rise(check, h, &rise);
    } else if (!is_near_pickup(check, h)) {
        check_found_at(check, CHECK_ARMOR_FALL, &check->here, "from %d to %d with damage of %d",
                       before, now->armor, told);
    }
}

static bool has_all(const struct nq_check_body *body)
{
    return (body->items & WEAPONS) == WEAPONS && body->ammo[0] >= 100 && body->ammo[1] >= 200 &&
           body->ammo[2] >= 100 && body->ammo[3] >= 100;
}

static void compare_weapons(struct check *check, const struct nq_check_body *before,
                            const struct nq_check_body *now)
{
    int weapons = 0;
    for (uint32_t gained = now->items & ~before->items & ALL_WEAPONS; gained;
         gained &= gained - 1) {
        weapons++;
    }
    if (before->health > 0 && has_all(now) && !has_all(before) && weapons > 1) {
        check_found_at(check, CHECK_ALL_WEAPONS, &check->here,
                       "%d weapons more, ammunition %d %d %d %d", weapons, now->ammo[0],
                       now->ammo[1], now->ammo[2], now->ammo[3]);
    }
}

void nq_check_health_update(struct check *check, struct nq_check_health *h,
                            const struct nq_clientdata *data)
{
    struct nq_check_body now = {.known = true,
                                .health = data->health,
                                .armor = data->armor,
                                .items = data->items,
                                .ammo = {data->ammo_counts[0], data->ammo_counts[1],
                                         data->ammo_counts[2], data->ammo_counts[3]}};
    if (h->body.known) {
        compare_health(check, h, &now);
        compare_armor(check, h, &now);
        compare_weapons(check, &h->body, &now);
    }
    h->body = now;
    h->hits = 0;
    h->blood = h->armor = 0;
}
