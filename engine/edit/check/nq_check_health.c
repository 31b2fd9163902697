/* Health and armour before and after damage.
 *
 * The server adds up the damage of a frame: armour takes its part, the rest is blood; in god mode
 * and under the Pentagram armour falls and health stays. One message tells both sums, each modulo
 * 256, in front of the same update's clientdata. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/check/check_texts.h"
#include "engine/edit/check/nq_check.h"

enum {
    IT_INVULNERABILITY = 1 << 20,
    ALL_WEAPONS = 0x7f | 1 << 12, /* shotgun to lightning gun, axe */
    WEAPONS = 0x7f,
    DEAD_BELOW = -40, /* gibs; bodies stop at -99 */
    TOLD_MODULO = 256,
    MOST_HEALTH = 100, /* a Megahealth's */
    MOST_ARMOR = 200   /* the red one's */
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

/* A pickup may be told that many blocks before or after the update. */
static uint32_t pickup_blocks(void)
{
    return (uint32_t)check_threshold(CHECK_HEALTH_RISE);
}

static int given(const struct check *check, const struct nq_check_pickups *p)
{
    const bool is_near = p->block > 0 && check->here.block - (p->block - 1) <= pickup_blocks();
    return !is_near ? 0 : p->by_texts > p->by_sounds ? p->by_texts : p->by_sounds;
}

static bool explains(const struct check *check, const struct nq_check_health *h,
                     const struct nq_check_rise *rise)
{
    return rise->after - rise->before + rise->damage <= given(check, &h->pickups[rise->kind]);
}

static void add_pickup(struct check *check, struct nq_check_health *h, enum nq_check_kind kind,
                       int by_text, int by_sound)
{
    struct nq_check_pickups *p = &h->pickups[kind];
    if (given(check, p) == 0) {
        *p = (struct nq_check_pickups){0};
    }
    p->block = check->here.block + 1;
    p->by_texts += by_text;
    p->by_sounds += by_sound;
    for (int i = 0; i < NQ_CHECK_RISES; i++) {
        struct nq_check_rise *rise = &h->rises[i];
        rise->open = rise->open && !(rise->kind == kind && explains(check, h, rise));
    }
}

/* "You receive 25 health", "You got armor". */
void nq_check_health_text(struct check *check, struct nq_check_health *h, const char *line)
{
    const char *number = strpbrk(line, "0123456789");
    if (!check_texts_is_pickup(line)) {
        return;
    }
    h->named = true;
    if (strstr(line, "ealth")) {
        const long told = number ? strtol(number, NULL, 10) : MOST_HEALTH;
        add_pickup(check, h, NQ_CHECK_HEALTH, told < MOST_HEALTH ? (int)told : MOST_HEALTH, 0);
    } else if (strstr(line, "rmor")) {
        add_pickup(check, h, NQ_CHECK_ARMOR, MOST_ARMOR, 0);
    }
}

void nq_check_health_sound(struct check *check, struct nq_check_health *h, const char *name)
{
    static const struct {
        const char *name;
        enum nq_check_kind kind;
        int gives;
    } sounds[] = {{"items/r_item1.wav", NQ_CHECK_HEALTH, 15},
                  {"items/health1.wav", NQ_CHECK_HEALTH, 25},
                  {"items/r_item2.wav", NQ_CHECK_HEALTH, MOST_HEALTH},
                  {"items/armor1.wav", NQ_CHECK_ARMOR, MOST_ARMOR}};
    h->named = h->named || check_texts_is_pickup_sound(name);
    for (size_t i = 0; i < sizeof(sounds) / sizeof(sounds[0]); i++) {
        if (strcmp(name, sounds[i].name) == 0) {
            add_pickup(check, h, sounds[i].kind, 0, sounds[i].gives);
        }
    }
}

void nq_check_health_flash(struct nq_check_health *h)
{
    h->flashed = true;
}

/* A flash alone may be that of anything. */
static void end_pickups(struct check *check, struct nq_check_health *h)
{
    if (h->flashed && !h->named) {
        add_pickup(check, h, NQ_CHECK_HEALTH, MOST_HEALTH, 0);
        add_pickup(check, h, NQ_CHECK_ARMOR, MOST_ARMOR, 0);
    }
    h->flashed = h->named = false;
}

/* Games of several players have rules of their own more often. */
static enum check_rule rule_of(const struct nq_check_health *h, enum check_rule rule)
{
    return h->several ? CHECK_HEALTH_OTHER : rule;
}

static void report_rise(struct check *check, const struct nq_check_health *h,
                        const struct nq_check_rise *rise)
{
    static const char *const names[] = {"health", "armour"};
    const enum check_rule rule = rule_of(h, rise->rule);
    const int picked = given(check, &h->pickups[rise->kind]);
    if (rise->in_god_mode) {
        check->report->damages_kept++;
        check_found_at(check, h->several ? CHECK_DAMAGE_KEPT_TEAM : CHECK_DAMAGE_KEPT, &rise->place,
                       "damage of %d was told and health stayed %d", rise->damage, rise->after);
    } else if (rise->damage > 0) {
        check_found_at(check, rule, &rise->place,
                       "%s from %d to %d with damage of %d, and pickups gave %d", names[rise->kind],
                       rise->before, rise->after, rise->damage, picked);
    } else {
        check_found_at(check, rule, &rise->place, "%s from %d to %d, and pickups gave %d",
                       names[rise->kind], rise->before, rise->after, picked);
    }
}

void nq_check_health_block(struct check *check, struct nq_check_health *h, bool end)
{
    end_pickups(check, h);
    for (int i = 0; i < NQ_CHECK_RISES; i++) {
        struct nq_check_rise *rise = &h->rises[i];
        if (rise->open && (end || check->here.block >= rise->place.block + pickup_blocks())) {
            rise->open = false;
            report_rise(check, h, rise);
        }
    }
}

/* Reports the rise unless a pickup explains it, now or in the next blocks. */
static void note_rise(struct check *check, struct nq_check_health *h,
                      const struct nq_check_rise *rise)
{
    if (explains(check, h, rise)) {
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
    struct nq_check_rise rise = {.open = true,
                                 .rule = CHECK_HEALTH_RISE,
                                 .kind = NQ_CHECK_HEALTH,
                                 .place = check->here,
                                 .before = before,
                                 .after = now->health,
                                 .damage = told};
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
        check_found_at(check, rule_of(h, CHECK_HEALTH_FALL), &check->here,
                       "health from %d to %d with damage of %d", before, now->health, told);
    }
}

static void compare_armor(struct check *check, struct nq_check_health *h,
                          const struct nq_check_body *now)
{
    const int before = h->body.armor, lost = before - now->armor, told = h->armor;
    const struct nq_check_rise rise = {.open = true,
                                       .rule = CHECK_ARMOR_RISE,
                                       .kind = NQ_CHECK_ARMOR,
                                       .place = check->here,
                                       .before = before,
                                       .after = now->armor,
                                       .damage = told};
    if (h->body.health <= 0 || now->health <= 0 || (lost - told) % TOLD_MODULO == 0) {
        return;
    }
    if (lost < told) {
        note_rise(check, h, &rise);
    } else if (given(check, &h->pickups[NQ_CHECK_ARMOR]) == 0) {
        check_found_at(check, rule_of(h, CHECK_ARMOR_FALL), &check->here,
                       "armour from %d to %d with damage of %d", before, now->armor, told);
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
