#include "engine/quake3/scene/q3_unknown.h"

#include <stdio.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/scripts/q3_animation.h"

static void report_unknown(struct q3_build *b, const char *what, int32_t number,
                           const char *instead)
{
    char line[96];
    (void)snprintf(line, sizeof(line), "%s %d is unknown, %s", what, (int)number, instead);
    q3_data_tell_once(b->data, line);
}

/* Includes event numbers that some games have but neither draw nor play (EVENTS.md). */
static void check_event(struct q3_build *b, int32_t event)
{
    if (event != 0 && q3_event_kind_of(b->interp.game, b->interp.mod, event) == Q3_EVENT_OTHER) {
        report_unknown(b, "event", event, "or means nothing: nothing is shown of it");
    }
}

static void check_animation(struct q3_build *b, int32_t animation)
{
    if ((animation & ~Q3_ANIM_TOGGLE) >= Q3_ANIMS) {
        report_unknown(b, "animation", animation & ~Q3_ANIM_TOGGLE, "and who has it stands idle");
    }
}

static void check_entity(struct q3_build *b, const struct q3_entity_state *entity)
{
    const struct q3_interp *m = &b->interp;
    const int32_t *f = entity->fields, type = f[Q3_ES_E_TYPE];
    if (type > m->game->event_entity) {
        check_event(b, type - m->game->event_entity);
        return;
    }
    check_event(b, f[Q3_ES_EVENT] & ~Q3_EVENT_BITS);
    if ((type == Q3_ET_PLAYER || type == Q3_ET_MISSILE) && f[Q3_ES_WEAPON] >= Q3_WEAPONS) {
        report_unknown(b, "weapon", f[Q3_ES_WEAPON], "and nothing is shown of it");
    }
    if (type == Q3_ET_PLAYER) {
        check_animation(b, f[Q3_ES_LEGS_ANIM]);
        check_animation(b, f[Q3_ES_TORSO_ANIM]);
    }
    if (type == Q3_ET_ITEM && f[Q3_ES_MODELINDEX] != 0 &&
        !q3_item_of(m->game, m->mod, f[Q3_ES_MODELINDEX])) {
        report_unknown(b, "item", f[Q3_ES_MODELINDEX], "and nothing is shown of it");
    }
}

void q3_unknown_tell(struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    for (uint32_t i = 0; i < m->from->count; i++) {
        check_entity(b, q3_frames_entity(&m->state->frames, m->from, i));
    }
}
