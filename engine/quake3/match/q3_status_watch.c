#include "engine/quake3/match/q3_status_watch.h"

#include <string.h>

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_items.h"

/* --- who has what ----------------------------------------------------------------------------- */

uint16_t q3_status_bits(const struct q3_game *game, uint32_t powerup_bits)
{
    static const struct {
        uint8_t powerup;
        uint16_t bit;
    } rows[] = {{Q3_POWERUP_QUAD, DEMO_STATUS_QUAD},
                {Q3_POWERUP_BATTLE_SUIT, DEMO_STATUS_SUIT},
                {Q3_POWERUP_HASTE, DEMO_STATUS_HASTE},
                {Q3_POWERUP_INVISIBILITY, DEMO_STATUS_HIDDEN},
                {Q3_POWERUP_REGENERATION, DEMO_STATUS_REGENERATION},
                {Q3_POWERUP_INVULNERABILITY, DEMO_STATUS_PROTECTED},
                {Q3_POWERUP_RED_FLAG, DEMO_STATUS_FLAG},
                {Q3_POWERUP_BLUE_FLAG, DEMO_STATUS_FLAG},
                {Q3_POWERUP_NEUTRAL_FLAG, DEMO_STATUS_FLAG}};
    const uint32_t powerups = q3_game_powerups(game, powerup_bits);
    unsigned bits = 0;
    for (size_t i = 0; powerups != 0 && i < sizeof(rows) / sizeof(rows[0]); i++) {
        bits |= powerups >> rows[i].powerup & 1 ? rows[i].bit : 0u;
    }
    return (uint16_t)bits;
}

static bool plays(const struct q3_status_facts *facts, int32_t slot)
{
    return slot >= 0 && slot < DEMO_STATUS_PLAYERS && facts->teams[slot] >= Q3_TEAM_FREE &&
           facts->teams[slot] != Q3_TEAM_SPECTATOR;
}

static void see(const struct q3_status_facts *facts, int32_t slot, bool dead, uint32_t powerups,
                uint16_t now[DEMO_STATUS_PLAYERS])
{
    if (plays(facts, slot)) {
        const unsigned alive = DEMO_STATUS_ALIVE | (unsigned)q3_status_bits(facts->game, powerups);
        now[slot] = (uint16_t)(now[slot] | DEMO_STATUS_SEEN | (dead ? 0u : alive));
    }
}

/* In an intermission, when nothing is taken, the last one seen with his own eyes counts as seen. */
static void see_own(struct q3_status_watch *watch, const struct q3_status_facts *facts,
                    const struct q3_player_state *own, uint16_t now[DEMO_STATUS_PLAYERS])
{
    const int32_t type = own->fields[Q3_PS_PM_TYPE], slot = own->fields[Q3_PS_CLIENT_NUM];
    uint32_t powerups = 0;
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        powerups |= own->powerups[i] != 0 ? 1u << i : 0;
    }
    /* Quake Live follows a player as a spectator: the slot tells who plays. */
    if (type < Q3_PM_INTERMISSION) {
        see(facts, slot, type == Q3_PM_DEAD || (own->fields[Q3_PS_E_FLAGS] & Q3_EF_DEAD) != 0,
            powerups, now);
        watch->own = plays(facts, slot) ? (uint8_t)(slot + 1) : 0;
    } else {
        see(facts, watch->own - 1, true, 0, now);
    }
}

static void see_others(const struct q3_status_facts *facts, const struct q3_snapshot *snapshot,
                       uint16_t now[DEMO_STATUS_PLAYERS])
{
    for (uint32_t i = 0; i < snapshot->count && snapshot->numbers[i] < Q3_PLAYERS; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&facts->state->frames, snapshot, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            see(facts, entity->fields[Q3_ES_CLIENT_NUM],
                (entity->fields[Q3_ES_E_FLAGS] & Q3_EF_DEAD) != 0,
                (uint32_t)entity->fields[Q3_ES_POWERUPS], now);
        }
    }
}

/* Who holds a flag that is taken. */
static void recall_holders(const struct q3_status_facts *facts, uint16_t now[DEMO_STATUS_PLAYERS])
{
    for (int i = 0; i < DEMO_FLAGS; i++) {
        const int32_t holder = facts->flags->holders[i] - 1;
        if (facts->flags->places[i] == Q3_FLAG_TAKEN && plays(facts, holder) &&
            (now[holder] & DEMO_STATUS_SEEN) == 0) {
            now[holder] = (uint16_t)(now[holder] | DEMO_STATUS_FLAG);
        }
    }
}

/* --- items ------------------------------------------------------------------------------------ */

/* The figure that an item counts for; DEMO_FIGURES = none. Armours are told apart by what they
 * give: 25 is green, 50 yellow, 100 red. */
static enum demo_figure_kind figure_of(const struct q3_item *item)
{
    if (item->kind == Q3_ITEM_HEALTH) {
        return item->tag == 100 ? DEMO_FIGURE_MEGAHEALTH : DEMO_FIGURES;
    }
    return item->kind != Q3_ITEM_ARMOR ? DEMO_FIGURES
           : item->tag == 25           ? DEMO_FIGURE_GREEN_ARMOR
           : item->tag == 50           ? DEMO_FIGURE_YELLOW_ARMOR
           : item->tag == 100          ? DEMO_FIGURE_RED_ARMOR
                                       : DEMO_FIGURES;
}

static int count_item(const struct q3_status_facts *facts, const struct q3_event *event,
                      struct demo_figures *figures)
{
    const int32_t slot = event->entity;
    const struct q3_item *item = q3_item_of(facts->game, facts->mod, event->parm);
    const enum demo_figure_kind kind = item ? figure_of(item) : DEMO_FIGURES;
    if (kind == DEMO_FIGURES || !plays(facts, slot)) {
        return 0;
    }
    const struct demo_figure figure = {.slot = (uint8_t)slot, .kind = (uint8_t)kind, .value = 1};
    return demo_figures_add(figures, &figure);
}

static int count_items(const struct q3_status_facts *facts, struct demo_figures *figures)
{
    const struct q3_state *state = facts->state;
    int status = 0;
    for (uint32_t i = facts->first_event; status == 0 && i != state->num_events; i++) {
        const struct q3_event *event = &state->events[i % Q3_EVENTS];
        if (q3_event_kind_of(facts->game, facts->mod, event->event) == Q3_EVENT_ITEM_PICKUP) {
            status = count_item(facts, event, figures);
        }
    }
    return status;
}

int q3_status_watch_update(struct q3_status_watch *watch, const struct q3_status_facts *facts,
                           struct demo_statuses *statuses, struct demo_figures *figures)
{
    const struct q3_snapshot *snapshot = q3_state_snapshot(facts->state);
    uint16_t now[DEMO_STATUS_PLAYERS] = {0};
    int status = 0;
    see_own(watch, facts, &snapshot->player, now);
    see_others(facts, snapshot, now);
    recall_holders(facts, now);
    for (uint32_t i = 0; i < DEMO_STATUS_PLAYERS && status == 0; i++) {
        if (now[i] != watch->told[i]) {
            const struct demo_status told = {.slot = (uint8_t)i, .bits = now[i]};
            watch->told[i] = now[i];
            status = demo_statuses_add(statuses, &told);
        }
    }
    return status == 0 ? count_items(facts, figures) : status;
}
