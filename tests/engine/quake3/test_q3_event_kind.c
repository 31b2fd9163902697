/* Quake III's events: the numbers of each game, and those that no game has. */
#include <criterion/criterion.h>

#include "engine/quake3/q3_event_kind.h"

static enum q3_event_kind kind(int protocol, enum q3_mod mod, int32_t event)
{
    return q3_event_kind_of(q3_game_of(protocol), mod, event);
}

/* The last number before each gap and the first one after it: a number too many or too few in the
 * tables changes one of them. */
Test(q3_event_kind, numbers_of_the_games)
{
    static const struct {
        enum q3_event_kind kind;
        int32_t test_game, classic, live; /* 0 = it has none */
    } cases[] = {
        {Q3_EVENT_FOOTSTEP, 1, 1, 1},
        {Q3_EVENT_SWIM, 5, 5, 5},
        {Q3_EVENT_STEP, 9, 9, 0},
        {Q3_EVENT_FALL_SHORT, 10, 10, 6},
        {Q3_EVENT_FALL_FAR, 12, 12, 8},
        {Q3_EVENT_JUMP, 14, 14, 10},
        {Q3_EVENT_WATER_CLEAR, 18, 18, 14},
        {Q3_EVENT_ITEM_PICKUP, 19, 19, 15},
        {Q3_EVENT_GLOBAL_ITEM_PICKUP, 20, 20, 16},
        {Q3_EVENT_CHANGE_WEAPON, 22, 22, 18},
        {Q3_EVENT_DROP_WEAPON, 0, 0, 19},
        {Q3_EVENT_FIRE_WEAPON, 23, 23, 20},
        {Q3_EVENT_USE_NOTHING, 24, 24, 21},
        {Q3_EVENT_USE_INVULNERABILITY, 29, 29, 26},
        {Q3_EVENT_USE_FLIGHT, 0, 0, 27},
        {Q3_EVENT_ITEM_RESPAWN, 40, 40, 37},
        {Q3_EVENT_TELEPORT_OUT, 43, 43, 40},
        {Q3_EVENT_GRENADE_BOUNCE, 44, 44, 41},
        {Q3_EVENT_GENERAL_SOUND, 45, 45, 42},
        {Q3_EVENT_GLOBAL_SOUND, 46, 46, 43},
        {Q3_EVENT_TEAM_SOUND, 0, 47, 44},
        {Q3_EVENT_BULLET_FLESH, 47, 48, 45},
        {Q3_EVENT_MISSILE_HIT, 49, 50, 47},
        {Q3_EVENT_MISSILE_MISS, 50, 51, 48},
        {Q3_EVENT_MISSILE_MISS_METAL, 0, 52, 49},
        {Q3_EVENT_RAIL_TRAIL, 51, 53, 50},
        {Q3_EVENT_SHOTGUN, 52, 54, 51},
        {Q3_EVENT_PAIN, 54, 56, 53},
        {Q3_EVENT_DEATH_3, 57, 59, 56},
        {Q3_EVENT_DROWN, 0, 0, 57},
        {Q3_EVENT_OBITUARY, 58, 60, 58},
        {Q3_EVENT_POWERUP_REGENERATION, 61, 63, 61},
        {Q3_EVENT_GIB, 62, 64, 63},
        {Q3_EVENT_SCORE_PLUM, 0, 65, 64},
        {Q3_EVENT_PROX_STICK, 0, 66, 65},
        {Q3_EVENT_JUICED, 0, 72, 71},
        {Q3_EVENT_STOP_LOOP, 0, 75, 0},
        {Q3_EVENT_TAUNT, 64, 76, 74},
        {Q3_EVENT_TAUNT_PATROL, 0, 82, 80},
        {Q3_EVENT_OVERTIME, 0, 0, 84},
        {Q3_EVENT_HEADSHOT, 0, 0, 89},
        {Q3_EVENT_LIGHTNING_DISCHARGE, 0, 0, 92},
        {Q3_EVENT_INFECTED, 0, 0, 98},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct {
            int protocol;
            int32_t number;
        } games[] = {
            {43, cases[i].test_game}, {48, cases[i].classic}, {68, cases[i].classic},
            {73, cases[i].live},      {91, cases[i].live},
        };
        for (size_t j = 0; j < sizeof(games) / sizeof(games[0]); j++) {
            if (games[j].number != 0) {
                cr_expect_eq(kind(games[j].protocol, Q3_MOD_NONE, games[j].number), cases[i].kind,
                             "protocol %d, event %d", games[j].protocol, games[j].number);
            }
        }
    }
}

Test(q3_event_kind, mods_have_their_own)
{
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 66), Q3_EVENT_STEP);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 67), Q3_EVENT_GRAPPLE_FIRE);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 78), Q3_EVENT_TAUNT);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 76), Q3_EVENT_OTHER);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 65), Q3_EVENT_SCORE_PLUM);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 26), Q3_EVENT_USE_MEDKIT);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 27), Q3_EVENT_OTHER);
    cr_expect_eq(kind(68, Q3_MOD_CPMA, 32), Q3_EVENT_USE_INVULNERABILITY);
    cr_expect_eq(kind(71, Q3_MOD_OPENARENA, 83), Q3_EVENT_FOOTSTEP_SNOW);
    cr_expect_eq(kind(71, Q3_MOD_OPENARENA, 93), Q3_EVENT_BULLET_GLASS);
    cr_expect_eq(kind(68, Q3_MOD_NONE, 83), Q3_EVENT_OTHER);
}

Test(q3_event_kind, other_numbers_are_nothing)
{
    static const int32_t numbers[] = {INT32_MIN, -1, 0, 100, 255, 256, 1000, INT32_MAX};
    static const int protocols[] = {43, 48, 68, 73, 90, 91};
    for (size_t p = 0; p < sizeof(protocols) / sizeof(protocols[0]); p++) {
        for (enum q3_mod mod = Q3_MOD_NONE; mod <= Q3_MOD_CPMA; mod++) {
            for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
                cr_expect_eq(kind(protocols[p], mod, numbers[i]), Q3_EVENT_OTHER);
            }
            for (int32_t event = 0; event < 256; event++) {
                cr_expect_lt(kind(protocols[p], mod, event), Q3_EVENT_KINDS);
            }
        }
    }
}

/* The numbers the simulation itself asks for are those of the tables. */
Test(q3_event_kind, agrees_with_the_numbers_of_the_game)
{
    static const int protocols[] = {43, 48, 68, 73, 91};
    for (size_t p = 0; p < sizeof(protocols) / sizeof(protocols[0]); p++) {
        const struct q3_game *g = q3_game_of(protocols[p]);
        const struct {
            int32_t number;
            enum q3_event_kind kind;
        } cases[] = {
            {g->item_pickup, Q3_EVENT_ITEM_PICKUP},    {g->obituary, Q3_EVENT_OBITUARY},
            {g->team_sound, Q3_EVENT_TEAM_SOUND},      {g->sound, Q3_EVENT_GENERAL_SOUND},
            {g->sound_for_all, Q3_EVENT_GLOBAL_SOUND}, {g->loop_ends, Q3_EVENT_STOP_LOOP},
            {g->fire_weapon, Q3_EVENT_FIRE_WEAPON},    {g->pain, Q3_EVENT_PAIN},
            {g->fall_far, Q3_EVENT_FALL_FAR},          {g->fall_far - 2, Q3_EVENT_FALL_SHORT},
            {g->item_respawn, Q3_EVENT_ITEM_RESPAWN},
        };
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
            cr_expect(cases[i].number == 0 ||
                          q3_event_kind_of(g, Q3_MOD_NONE, cases[i].number) == cases[i].kind,
                      "protocol %d, %zu", protocols[p], i);
        }
    }
}
