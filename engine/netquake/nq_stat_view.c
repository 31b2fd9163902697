/* Statistics in the place of clientdata: what PREDINFO's servers tell of the recorder
 * (QuakeSpasm-Spiked CL_ParseStatNumeric, CLFTE_ParseEntitiesUpdate). */
#include "engine/netquake/nq_state.h"

enum { STAT_VIEW_HEIGHT = 16, STAT_PUNCH = 26 /* three angles */ };

static void apply_items(struct nq_state *s, uint32_t items)
{
    uint32_t got = items & ~s->items;
    for (uint32_t i = 0; got != 0; i++, got >>= 1) {
        if (got & 1) {
            /* Items owned at the beginning of the level do not flash. */
            s->item_times[i] = s->has_clientdata ? s->times[0] : NQ_NEVER;
        }
    }
    s->items = items;
}

int nq_apply_stat(const struct nq_apply *apply, uint32_t stat, int32_t value)
{
    struct nq_state *s = *apply->state;
    const bool tell_all = nq_stats_tell_all(s);
    if (stat >= NQ_MAX_STATS) { /* a mod's own under extensions */
        return nq_has_extensions(s) ? 0
                                    : format_fail(apply->err, FORMAT_BAD, apply->offset,
                                                  "stat %u does not exist", (unsigned)stat);
    }
    s->stats[stat] = value;
    if (!tell_all) {
        return 0;
    }
    if (stat == NQ_STAT_ITEMS) {
        apply_items(s, (uint32_t)value);
    } else if (stat == STAT_VIEW_HEIGHT) {
        s->view_height = nq_clean_coord(value);
    } else if (stat >= STAT_PUNCH && stat < STAT_PUNCH + 3 && s->protocol.fte2 != 0) {
        s->punch[stat - STAT_PUNCH] = nq_clean_angle((float)value);
    }
    return 0;
}

void nq_end_stats(struct nq_state *s)
{
    const int32_t model = s->stats[NQ_STAT_WEAPON], frame = s->stats[NQ_STAT_WEAPON_FRAME];
    if (s->weapon_told[0] != model || s->weapon_told[1] != frame) {
        nq_follow_weapon(s, s->weapon_told[0], s->weapon_told[1]);
        s->weapon_told[0] = model;
        s->weapon_told[1] = frame;
    }
    s->has_clientdata = 1;
}
