/* Interpolation as in QuakeSpasm: model frames and step moves. The state keeps the start times;
 * the rest is a function of time. */
#include "engine/netquake/nq_state.h"

/* Monsters think ten times per second. */
static const double usual_span = 0.1;

float nq_lerp_start(const struct nq_state *s)
{
    double gap = s->times[0] - s->times[1];
    if (!(gap > 0.0) || s->updates < 2) {
        return (float)s->times[0];
    }
    return (float)(gap > 0.1 ? s->times[0] - 0.1 : s->times[1]);
}

static float share_of(double passed, double span)
{
    if (!(passed < span)) {
        return 1.0f;
    }
    return passed > 0.0 ? (float)(passed / span) : 0.0f;
}

float nq_entity_lerp(const struct nq_entity *e, float start, double time)
{
    double span = usual_span;
    if (e->lerp_flags & NQ_LERP_FINISH) {
        span = e->msg_time + e->lerp_finish / 255.0 - (double)start;
    }
    return share_of(time - (double)start, span);
}

float nq_weapon_lerp(const struct nq_state *s, double time)
{
    return share_of(time - (double)s->weapon_start, usual_span);
}

/* A flash goes with a flare in the model, which must neither grow nor shrink: its frame shows at
 * once, and so does the next. What the recorder fires with is the weapon in hand. */
void nq_follow_frame(struct nq_state *s, struct nq_entity *e, uint32_t number, uint16_t old_model,
                     uint16_t old_frame, bool forced)
{
    bool flash = (e->effects & NQ_EF_MUZZLEFLASH) && e->model != 0;
    if (flash && number == s->view_entity) {
        s->weapon_old_frame = (uint32_t)s->stats[NQ_STAT_WEAPON_FRAME];
        s->weapon_lerp_flags = NQ_LERP_SKIP;
        flash = false;
    }
    if (forced || flash || e->model != old_model) {
        e->old_frame = e->frame;
        e->lerp_flags = (uint8_t)((e->lerp_flags & ~NQ_LERP_SKIP) | (flash ? NQ_LERP_SKIP : 0));
    } else if (e->frame != old_frame) {
        e->old_frame = e->lerp_flags & NQ_LERP_SKIP ? e->frame : old_frame;
        e->lerp_flags = (uint8_t)(e->lerp_flags & ~NQ_LERP_SKIP);
        e->frame_start = nq_lerp_start(s);
    }
}

void nq_follow_weapon(struct nq_state *s, int32_t old_model, int32_t old_frame)
{
    int32_t frame = s->stats[NQ_STAT_WEAPON_FRAME];
    bool skip = s->stats[NQ_STAT_WEAPON] != old_model || (s->weapon_lerp_flags & NQ_LERP_SKIP);
    s->weapon_old_frame = (uint32_t)(skip ? frame : old_frame);
    s->weapon_lerp_flags = 0;
    s->weapon_start = nq_lerp_start(s);
}
