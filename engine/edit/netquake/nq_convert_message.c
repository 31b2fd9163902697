/* Messages in another protocol, one by one. */
#include <string.h>

#include "engine/edit/netquake/nq_convert_internal.h"
#include "engine/netquake/nq_userinfo.h"

enum {
    SOUND_ENTITIES = 8192, /* below it an entity's number fits beside three bits of the channel */
    SOUND_CHANNELS = 8,
    NORMAL_PITCH = 100
};

static bool is_extended(const struct nq_converter *c)
{
    return nq_protocol_is_extended(&c->to);
}

/* --- sounds -------------------------------------------------------------------------------------
 */

static void convert_sound(struct nq_converter *c, const struct nq_sound *from)
{
    struct nq_message m = {.id = NQ_SOUND, .u.sound = *from};
    struct nq_sound *s = &m.u.sound;
    const bool details = (from->pitch != 0 && from->pitch != NORMAL_PITCH) || from->offset != 0 ||
                         from->velocity[0] != 0 || from->velocity[1] != 0 ||
                         from->velocity[2] != 0 || from->speed != 0;
    if (details) {
        nq_convert_found(c, CONVERT_SOUND_DETAIL, 0);
    }
    nq_convert_check_place(c, s->origin);
    nq_convert_limit_to(c, CONVERT_SOUND, s->sound, c->target->names);
    s->mask &= NQ_SND_VOLUME | NQ_SND_ATTENUATION;
    if (s->entity >= SOUND_ENTITIES || s->channel >= SOUND_CHANNELS) {
        nq_convert_limit_to(c, CONVERT_ENTITY, s->entity, c->target->entities - 1);
        s->mask |= NQ_SND_LARGEENTITY;
        s->channel = is_extended(c) ? s->channel : s->channel & (SOUND_CHANNELS - 1);
    }
    s->mask |= s->sound > UINT8_MAX ? NQ_SND_LARGESOUND : 0;
    nq_convert_put(c, &m);
}

/* A sound at the listener's ears: from the viewed entity, as loud from everywhere. */
static void convert_local_sound(struct nq_converter *c, uint16_t sound)
{
    const struct nq_sound at_ears = {.mask = NQ_SND_ATTENUATION,
                                     .volume = UINT8_MAX,
                                     .entity = (uint16_t)c->state->view_entity,
                                     .sound = sound};
    convert_sound(c, &at_ears);
}

static void convert_static_sound(struct nq_converter *c, const struct nq_message *from)
{
    struct nq_message m = *from;
    const uint32_t sound = m.u.spawnstaticsound.sound;
    nq_convert_check_place(c, m.u.spawnstaticsound.origin);
    nq_convert_limit_to(c, CONVERT_SOUND, sound, c->target->names);
    m.id = is_extended(c) && sound > UINT8_MAX ? NQ_SPAWNSTATICSOUND2 : NQ_SPAWNSTATICSOUND;
    nq_convert_put(c, &m);
}

/* --- effects ------------------------------------------------------------------------------------
 */

/* A burst of Quake's own particles in place of a newer effect. */
static void put_burst(struct nq_converter *c, const double origin[3], uint8_t color)
{
    struct nq_message m = {.id = NQ_PARTICLE};
    memcpy(m.u.particle.origin, origin, sizeof m.u.particle.origin);
    m.u.particle.count = 20;
    m.u.particle.color = color;
    nq_convert_put(c, &m);
}

static void convert_temp_entity(struct nq_converter *c, const struct nq_message *from)
{
    enum { BLOOD_COLOR = 73, SPARK_COLOR = 104 }; /* of Quake's palette */
    struct nq_message m = *from;
    const uint32_t plain = nq_plain_temp_type(m.u.temp_entity.type);
    nq_convert_check_place(c, m.u.temp_entity.origin);
    nq_convert_check_place(c, m.u.temp_entity.end);
    if (plain != m.u.temp_entity.type || plain == NQ_TE_BLOOD || plain == NQ_TE_SPARK) {
        nq_convert_found(c, CONVERT_EFFECT, 0);
    }
    if (plain == NQ_TE_BLOOD || plain == NQ_TE_SPARK) {
        put_burst(c, m.u.temp_entity.origin, plain == NQ_TE_BLOOD ? BLOOD_COLOR : SPARK_COLOR);
    } else if (plain != NQ_TE_BEAM_BY_NAME) {
        nq_convert_limit_to(c, CONVERT_ENTITY, m.u.temp_entity.entity, c->target->entities - 1);
        m.u.temp_entity.type = (uint8_t)plain;
        m.u.temp_entity.wide = false;
        nq_convert_put(c, &m);
    }
}

static void convert_placed(struct nq_converter *c, const struct nq_message *message)
{
    if (message->id == NQ_PARTICLE) {
        nq_convert_check_place(c, message->u.particle.origin);
    } else if (message->id == NQ_DAMAGE) {
        nq_convert_check_place(c, message->u.damage.origin);
    }
    nq_convert_put(c, message);
}

/* --- baselines and static entities --------------------------------------------------------------
 */

static void convert_delta_static(struct nq_converter *c)
{
    if (c->statics < c->state->arrays[NQ_STATICS].count) { /* else a serverinfo is behind it */
        const struct nq_entity_state looks =
            nq_convert_known_looks(&nq_statics(c->state)[c->statics].looks);
        nq_convert_static(c, &looks);
    }
}

static void convert_delta_baseline(struct nq_converter *c, uint32_t entity)
{
    const struct nq_entity *e = nq_entity_get(c->state, entity);
    if (e != NULL) {
        const struct nq_entity_state looks = nq_convert_known_looks(&e->baseline);
        nq_convert_baseline(c, entity, &looks);
    }
}

/* --- text and statistics ------------------------------------------------------------------------
 */

/* Names and colours that are in stuffed lines. */
static void put_userinfo(struct nq_converter *c, const char *text)
{
    struct nq_userinfo info;
    while ((text = nq_userinfo_next(text, &info)) != NULL) {
        struct nq_message m = {.id = NQ_UPDATENAME};
        char name[NQ_NAME_BYTES] = "";
        if (info.player >= c->state->max_clients) {
            continue;
        }
        if (info.name != NULL) {
            const uint32_t most = sizeof name - 1;
            memcpy(name, info.name, info.name_length < most ? info.name_length : most);
            m.u.updatename.player = (uint8_t)info.player;
            m.u.updatename.name = name;
            nq_convert_put(c, &m);
        }
        if (info.shirt != NQ_USERINFO_UNTOLD && info.trousers != NQ_USERINFO_UNTOLD) {
            m = (struct nq_message){.id = NQ_UPDATECOLORS};
            m.u.updatecolors.player = (uint8_t)info.player;
            m.u.updatecolors.colors = (uint8_t)(info.shirt << 4 | info.trousers);
            nq_convert_put(c, &m);
        }
    }
}

static bool is_comment(const char *text)
{
    const char *end = strchr(text, '\n');
    return text[0] == '/' && text[1] == '/' && (end == NULL || end[1] == '\0');
}

static void convert_stufftext(struct nq_converter *c, const struct nq_message *message)
{
    if (c->from.fte2 != 0) {
        put_userinfo(c, message->u.text);
    }
    if (c->from.fte2 == 0 || !is_comment(message->u.text)) {
        nq_convert_put(c, message);
    }
}

/* Statistics that clientdata tells. */
static bool is_in_clientdata(uint32_t stat)
{
    return stat == NQ_STAT_HEALTH || (stat > NQ_STAT_FRAGS && stat <= NQ_STAT_ACTIVE_WEAPON) ||
           stat >= NQ_STAT_ITEMS;
}

static void convert_stat(struct nq_converter *c, const struct nq_message *from)
{
    struct nq_message m = *from;
    const uint32_t stat = m.u.updatestat.stat;
    m.id = NQ_UPDATESTAT;
    if (stat >= NQ_MAX_STATS) {
        nq_convert_found(c, CONVERT_STATISTIC, 0);
    } else if (!nq_protocol_stats_tell_all(&c->from) || !is_in_clientdata(stat)) {
        nq_convert_put(c, &m);
    }
}

/* --- what FitzQuake added -----------------------------------------------------------------------
 */

static void convert_extended(struct nq_converter *c, const struct nq_message *message)
{
    if (is_extended(c)) {
        nq_convert_put(c, message);
        return;
    }
    switch (message->id) {
    case NQ_BONUSFLASH:
        nq_convert_put(c, &(struct nq_message){.id = NQ_STUFFTEXT, .u.text = "bf\n"});
        break;
    case NQ_LOCALSOUND:
        convert_local_sound(c, message->u.localsound.sound);
        break;
    default:
        nq_convert_found(c,
                         message->id == NQ_FOG      ? CONVERT_FOG
                         : message->id == NQ_SKYBOX ? CONVERT_SKY
                                                    : CONVERT_EXTRA,
                         0);
        break;
    }
}

/* --- all ----------------------------------------------------------------------------------------
 */

/* Messages whose numbers mean something else outside DarkPlaces' protocols. False: not one. */
static bool convert_darkplaces(struct nq_converter *c, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_SPAWNBASELINE: /* entities begin from nothing, not from baselines */
    case NQ_DP_SPAWNBASELINE2:
    case NQ_DP_ENTITIES: /* written when the block's messages are applied */
        return true;
    case NQ_DP_EFFECT:
    case NQ_DP_EFFECT2:
        nq_convert_found(c, CONVERT_EFFECT, 0);
        return true;
    case NQ_DP_SPAWNSTATIC2:
        nq_convert_static(c, &message->u.spawnstatic);
        return true;
    case NQ_DP_SPAWNSTATICSOUND2:
        convert_static_sound(c, message);
        return true;
    default:
        return false;
    }
}

/* A moment told in several messages is one update. */
static void put_time(struct nq_converter *c, float time)
{
    if (!c->timed || !nq_protocol_has_deltas(&c->from) || time != c->time) {
        nq_convert_put(c, &(struct nq_message){.id = NQ_TIME, .u.time = time});
    }
    c->timed = true;
    c->time = time;
}

/* Messages of FTE's extensions and DarkPlaces' protocols. False: not one. */
static bool convert_added(struct nq_converter *c, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_DELTAS:
        put_time(c, message->u.deltas.time);
        return true;
    case NQ_DELTA_STATIC:
        convert_delta_static(c);
        return true;
    case NQ_DELTA_BASELINE:
        convert_delta_baseline(c, message->u.delta_baseline.entity);
        return true;
    case NQ_UPDATESTAT_BYTE:
    case NQ_UPDATESTAT_FLOAT:
        convert_stat(c, message);
        return true;
    case NQ_UPDATESTAT_STRING:
        nq_convert_found(c, CONVERT_STATISTIC, 0);
        return true;
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        nq_convert_found(c, CONVERT_EFFECT, 0);
        return true;
    case NQ_PRECACHE:    /* models and sounds are in the serverinfo */
    case NQ_ANGLE_DELTA: /* the view's angles are the block's */
        return true;
    case NQ_DOWNLOAD:
    case NQ_VOICE:
        nq_convert_found(c, CONVERT_EXTRA, 0);
        return true;
    default:
        return false;
    }
}

static void convert_plain(struct nq_converter *c, const struct nq_message *message)
{
    switch (message->id) {
    case NQ_SOUND:
        convert_sound(c, &message->u.sound);
        break;
    case NQ_TIME:
        put_time(c, message->u.time);
        break;
    case NQ_SETVIEW:
        nq_convert_limit_to(c, CONVERT_ENTITY, message->u.setview, c->target->entities - 1);
        nq_convert_put(c, message);
        break;
    case NQ_STUFFTEXT:
        convert_stufftext(c, message);
        break;
    case NQ_UPDATESTAT:
        convert_stat(c, message);
        break;
    case NQ_CLIENTDATA:
        nq_convert_clientdata(c, &message->u.clientdata);
        break;
    case NQ_SPAWNSTATIC:
    case NQ_SPAWNSTATIC2:
        nq_convert_static(c, &message->u.spawnstatic);
        break;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        nq_convert_baseline(c, message->u.spawnbaseline.entity, &message->u.spawnbaseline.state);
        break;
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        convert_static_sound(c, message);
        break;
    case NQ_TEMP_ENTITY:
        convert_temp_entity(c, message);
        break;
    case NQ_SHOWPIC:
    case NQ_HIDEPIC:
        nq_convert_found(c, CONVERT_PICTURE, 0);
        break;
    case NQ_SKYBOX:
    case NQ_BONUSFLASH:
    case NQ_FOG:
    case NQ_ACHIEVEMENT:
    case NQ_LOCALSOUND:
        convert_extended(c, message);
        break;
    default:
        convert_placed(c, message);
        break;
    }
}

void nq_convert_message(struct nq_converter *c, const struct nq_message *message)
{
    if (message->id >= NQ_ENTITY_UPDATE) {
        nq_convert_update(c, &message->u.update);
    } else if (!(nq_protocol_is_darkplaces(&c->from) && convert_darkplaces(c, message)) &&
               !convert_added(c, message)) {
        convert_plain(c, message);
    }
}
