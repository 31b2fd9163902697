#include "engine/netquake/netquake.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_state.h"
#include "engine/netquake/nq_userinfo.h"
#include "engine/netquake/nq_view.h"

/* Seconds between two prunings of the events, most of which are trails and live for two. */
#define PRUNE_INTERVAL 0.25

static void reset_level(struct nq_state *s)
{
    const size_t kept = offsetof(struct nq_state, frags);
    memset((uint8_t *)s + kept, 0, sizeof *s - kept);
    const uint32_t stuffed = s->arrays[NQ_STUFFED].count;
    state_block_empty(&s->block_head, &nq_layout);
    s->arrays[NQ_STUFFED].count = stuffed;
    s->stuffed_time = NQ_NEVER;
    for (int i = 0; i < 2; i++) {
        s->damages[i].time = NQ_NEVER;
    }
    nq_reset_fog(&s->fog);
    s->center.time = NQ_NEVER;
    s->face_time = NQ_NEVER;
    s->events_pruned = NQ_NEVER;
}

struct nq_state *nq_state_create(void)
{
    struct nq_state *s = (struct nq_state *)state_block_create(&nq_layout);
    if (s != NULL) {
        s->protocol.version = NQ_PROTOCOL_15;
        quake_orders_reset(&s->orders);
        reset_level(s);
    }
    return s;
}

void nq_state_destroy(struct nq_state *state)
{
    free(state);
}

int nq_state_reserve(struct nq_state **state, enum nq_array array, uint32_t count)
{
    struct state_block *block = &(*state)->block_head;
    int status = state_block_reserve(&block, &nq_layout, array, count);
    *state = (struct nq_state *)block;
    return status;
}

int nq_state_extend(struct nq_state **state, enum nq_array array, uint32_t count)
{
    struct state_block *block = &(*state)->block_head;
    int status = state_block_extend(&block, &nq_layout, array, count);
    *state = (struct nq_state *)block;
    return status;
}

int nq_state_copy(struct nq_state **to, const struct nq_state *from)
{
    struct state_block *block = (struct state_block *)*to;
    int status = state_block_copy(&block, &from->block_head, &nq_layout);
    *to = (struct nq_state *)block;
    return status;
}

size_t nq_state_size(const struct nq_state *state)
{
    return state_block_size(&state->block_head, &nq_layout);
}

uint64_t nq_state_hash(const struct nq_state *state)
{
    return state_block_hash(&state->block_head, &nq_layout);
}

bool nq_state_in_game(const struct nq_state *state)
{
    return state->signon == NQ_SIGNONS;
}

bool nq_state_disconnected(const struct nq_state *state)
{
    return state->disconnected != 0;
}

double nq_state_server_time(const struct nq_state *state)
{
    return state->times[0];
}

uint32_t nq_state_level_count(const struct nq_state *state)
{
    return state->level_count;
}

struct nq_interp nq_interp_at(const struct nq_state *state, double fraction)
{
    double gap = state->times[0] - state->times[1];
    /* The first update of a level has nothing before it, and a clock that stands or goes back no
     * between. */
    if (!(fraction < 1.0) || !(gap > 0.0) || state->updates < 2) {
        return (struct nq_interp){.time = state->times[0], .lerp = 1.0f};
    }
    double passed = (fraction > 0.0 ? fraction : 0.0) * gap;
    /* CL_LerpPoint: after a longer gap entities move only in its last 0.1 s. */
    double window = gap > 0.1 ? 0.1 : gap;
    double lerp = (passed - (gap - window)) / window;
    return (struct nq_interp){.time = state->times[1] + passed,
                              .lerp = lerp > 0.0 ? (lerp < 1.0 ? (float)lerp : 1.0f) : 0.0f};
}

static int reject_number(const struct nq_apply *apply, const char *what, uint32_t number)
{
    return format_fail(apply->err, FORMAT_BAD, apply->offset, "%s %u does not exist", what,
                       (unsigned)number);
}

bool nq_inside_file(const struct dem_file *dem, const void *at)
{
    uintptr_t offset = (uintptr_t)at - (uintptr_t)dem->data;
    return offset < dem->size && offset <= UINT32_MAX;
}

static void set_model(const struct nq_apply *apply, uint32_t number, const char *name)
{
    struct nq_model_name *model = &nq_models(*apply->state)[number];
    const size_t length = strlen(name);
    model->offset = (uint32_t)((uintptr_t)name - (uintptr_t)apply->dem->data);
    model->may_trail = length >= 4 && (name[length - 1] | 32) == 'l' &&
                       (name[length - 2] | 32) == 'd' && (name[length - 3] | 32) == 'm' &&
                       name[length - 4] == '.';
}

int nq_name_model(const struct nq_apply *apply, uint32_t number, const char *name)
{
    if (!nq_inside_file(apply->dem, name)) {
        return format_fail(apply->err, FORMAT_UNKNOWN, apply->offset, "the file is too large");
    }
    const uint32_t known = (*apply->state)->arrays[NQ_MODELS].count;
    const int status = nq_state_extend(apply->state, NQ_MODELS, number + 1);
    if (status == 0) {
        const uint32_t unnamed = (uint32_t)((uintptr_t)name - (uintptr_t)apply->dem->data +
                                            strlen(name)); /* an empty name: no model */
        for (uint32_t i = known; i < number; i++) {
            nq_models(*apply->state)[i].offset = unnamed;
        }
        set_model(apply, number, name);
    }
    return status;
}

/* The names stay in the file: the state keeps where each begins. */
static int apply_models(const struct nq_apply *apply, const struct nq_names *names)
{
    int status = nq_state_extend(apply->state, NQ_MODELS, names->count + 1);
    if (status < 0) {
        return status;
    }
    const char *name = names->first;
    for (uint32_t i = 1; i <= names->count; i++) {
        set_model(apply, i, name);
        name += strlen(name) + 1;
    }
    return 0;
}

static int apply_serverinfo(const struct nq_apply *apply, const struct nq_serverinfo *info)
{
    struct nq_state *s = *apply->state;
    if (info->max_clients == 0) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "maxclients is 0");
    }
    if ((info->models.count && !nq_inside_file(apply->dem, info->models.first)) ||
        (info->sounds.count && !nq_inside_file(apply->dem, info->sounds.first))) {
        return format_fail(apply->err, FORMAT_UNKNOWN, apply->offset, "the file is too large");
    }
    reset_level(s);
    s->level_count++;
    nq_protocol_begin(&s->protocol, info);
    s->max_clients = info->max_clients;
    s->game_type = info->game_type;
    console_copy_text(s->level_name, sizeof s->level_name, info->level_name);
    if (info->sounds.count) {
        s->sounds_offset = (uint32_t)((uintptr_t)info->sounds.first - (uintptr_t)apply->dem->data);
        s->sounds_count = info->sounds.count;
    }
    int status = nq_state_extend(apply->state, NQ_PLAYERS, info->max_clients);
    return status < 0 ? status : apply_models(apply, &info->models);
}

/* Before the clock becomes `time`. An event that ended shows no more, so they need not go at every
 * update. But when the clock goes back, those that had ended and those that are to come must be
 * gone, or they would show once more. */
static void prune_events(struct nq_state *s, double time)
{
    if (time < s->times[0]) {
        nq_prune_events(s, fmin(s->times[0], s->times[1]), time);
    } else if (time >= s->events_pruned + PRUNE_INTERVAL) {
        nq_prune_events(s, s->times[0], time);
    }
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int nq_apply_time(const struct nq_apply *apply, double time)
{
    struct nq_state *s = *apply->state;
    if (!(fabs(time) <= NQ_MAX_TIME)) {
        return format_fail(apply->err, FORMAT_BAD, apply->offset, "server time out of range");
    }
    nq_view_step(s); /* the last update is complete now */
    prune_events(s, time);
    s->times[1] = s->times[0];
    s->times[0] = time;
    s->updates++;
    s->keys_told = 0;
    s->seed = float_bits((float)time);
    nq_delta_step(s);
    return nq_step_stufftext(apply);
}

static void apply_clientdata(struct nq_state *s, const struct nq_clientdata *data)
{
    memcpy(s->velocity[1], s->velocity[0], sizeof s->velocity[1]);
    for (int i = 0; i < 3; i++) {
        s->punch[i] = data->punch[i];
        s->velocity[0][i] = nq_protocol_is_darkplaces(&s->protocol)
                                ? nq_clean_coord((double)data->real_velocity[i])
                                : (float)(data->velocity[i] * 16);
    }
    s->on_ground = (data->mask & NQ_SU_ONGROUND) != 0;
    s->in_water = (data->mask & NQ_SU_INWATER) != 0;
    if (nq_stats_tell_all(s)) {
        return;
    }
    s->view_height = data->view_height;
    s->stats[NQ_STAT_VIEW_ZOOM] =
        nq_protocol_is_darkplaces(&s->protocol) ? data->view_zoom : s->stats[NQ_STAT_VIEW_ZOOM];
    uint32_t got = data->items & ~s->items;
    for (uint32_t i = 0; got != 0; i++, got >>= 1) {
        if (got & 1) {
            /* Items owned at the beginning of the level do not flash. */
            s->item_times[i] = s->has_clientdata ? s->times[0] : NQ_NEVER;
        }
    }
    s->has_clientdata = 1;
    s->items = data->items;
    s->weapon_alpha = data->weapon_alpha;
    int32_t old_weapon = s->stats[NQ_STAT_WEAPON], old_frame = s->stats[NQ_STAT_WEAPON_FRAME];
    s->stats[NQ_STAT_WEAPON_FRAME] = data->weapon_frame;
    s->stats[NQ_STAT_ARMOR] = data->armor;
    s->stats[NQ_STAT_WEAPON] = data->weapon_model;
    if (old_weapon != data->weapon_model || old_frame != data->weapon_frame) {
        nq_follow_weapon(s, old_weapon, old_frame);
    }
    s->stats[NQ_STAT_HEALTH] = data->health;
    s->stats[NQ_STAT_AMMO] = data->ammo;
    for (int i = 0; i < 4; i++) {
        s->stats[NQ_STAT_SHELLS + i] = data->ammo_counts[i];
    }
    s->stats[NQ_STAT_ACTIVE_WEAPON] = data->active_weapon;
}

static int apply_player(const struct nq_apply *apply, const struct nq_message *m)
{
    struct nq_state *s = *apply->state;
    uint32_t number = m->id == NQ_UPDATENAME    ? m->u.updatename.player
                      : m->id == NQ_UPDATEFRAGS ? m->u.updatefrags.player
                                                : m->u.updatecolors.player;
    if (number >= s->arrays[NQ_PLAYERS].count) {
        return reject_number(apply, "player", number);
    }
    struct nq_player *player = &nq_players(s)[number];
    if (m->id == NQ_UPDATENAME) {
        console_copy_text(player->name, sizeof player->name, m->u.updatename.name);
    } else if (m->id == NQ_UPDATEFRAGS) {
        player->frags = m->u.updatefrags.frags;
    } else {
        player->colors = m->u.updatecolors.colors;
    }
    return 0;
}

/* With PREDINFO, players' names and colours are in stuffed lines. */
static void apply_userinfo(struct nq_state *s, const char *text)
{
    struct nq_userinfo info;
    while (s->protocol.fte2 != 0 && (text = nq_userinfo_next(text, &info)) != NULL) {
        if (info.player >= s->arrays[NQ_PLAYERS].count) {
            continue;
        }
        struct nq_player *player = &nq_players(s)[info.player];
        if (info.name != NULL) {
            const uint32_t most = sizeof player->name - 1;
            const uint32_t length = info.name_length < most ? info.name_length : most;
            memset(player->name, 0, sizeof player->name);
            memcpy(player->name, info.name, length);
        }
        if (info.shirt != NQ_USERINFO_UNTOLD) {
            player->colors = (player->colors & 15u) | (uint32_t)info.shirt << 4;
        }
        if (info.trousers != NQ_USERINFO_UNTOLD) {
            player->colors = (player->colors & ~15u) | (uint32_t)info.trousers;
        }
    }
}

static int apply_lightstyle(const struct nq_apply *apply, uint32_t style, const char *map)
{
    struct nq_state *s = *apply->state;
    if (style >= NQ_MAX_LIGHTSTYLES) {
        return reject_number(apply, "lightstyle", style);
    }
    uint32_t length = console_copy_text(s->lightstyles[style], NQ_STYLE_BYTES, map);
    s->lightstyle_lengths[style] = (uint8_t)length;
    return 0;
}

static void apply_intermission(struct nq_state *s, const struct nq_message *m)
{
    s->intermission = m->id == NQ_INTERMISSION ? 1 : m->id == NQ_FINALE ? 2 : 3;
    s->completed_time = s->times[0];
    if (m->id != NQ_INTERMISSION) {
        nq_apply_center_print(s, m->u.text);
    }
}

static void count_stat(struct nq_state *s, enum nq_stat stat)
{
    s->stats[stat] = (int32_t)((uint32_t)s->stats[stat] + 1u);
}

/* Messages that only DarkPlaces' protocols have, and those that mean nothing there. */
static int apply_dp_message(const struct nq_apply *apply, const struct nq_message *m)
{
    switch (m->id) {
    case NQ_DP_ENTITIES:
        return nq_apply_dp_entities(apply, &m->u.dp_entities);
    case NQ_DP_SPAWNSTATIC2:
        return nq_apply_static(apply, &m->u.spawnstatic);
    case NQ_DP_SPAWNSTATICSOUND2:
        return nq_apply_static_sound(apply, m);
    case NQ_DP_EFFECT:
    case NQ_DP_EFFECT2:
        return nq_apply_animation(apply, &m->u.sprite_effect);
    default: /* entities begin from nothing, not from baselines */
        return 0;
    }
}

/* Messages about entities and effects; the others are apply_message's. */
static int apply_world_message(const struct nq_apply *apply, const struct nq_message *m)
{
    const uint8_t id = m->id;
    const bool own = id == NQ_SPAWNBASELINE ||
                     (id >= NQ_DP_EFFECT && id != NQ_PRECACHE && id <= NQ_DP_SPAWNSTATICSOUND2);
    if (own && nq_protocol_is_darkplaces(&(*apply->state)->protocol)) {
        return apply_dp_message(apply, m);
    }
    switch (id) {
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
        return nq_apply_baseline(apply, m->u.spawnbaseline.entity, &m->u.spawnbaseline.state);
    case NQ_SPAWNSTATIC:
    case NQ_SPAWNSTATIC2:
        return nq_apply_static(apply, &m->u.spawnstatic);
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
        return nq_apply_static_sound(apply, m);
    case NQ_TEMP_ENTITY:
        return nq_apply_temp_entity(apply, &m->u.temp_entity);
    case NQ_PARTICLE:
        return nq_apply_particle(apply, m);
    case NQ_DAMAGE:
        nq_apply_damage(apply, m);
        return 0;
    case NQ_FOG:
        nq_apply_fog(*apply->state, m);
        return 0;
    case NQ_SKYBOX:
        nq_apply_skybox(*apply->state, m->u.text);
        return 0;
    case NQ_PRECACHE:
        return nq_apply_precache(apply, &m->u.precache);
    case NQ_TRAIL_PARTICLES:
    case NQ_POINT_PARTICLES:
    case NQ_POINT_PARTICLES1:
        return nq_apply_named_particles(apply, &m->u.named_particles);
    case NQ_DELTA_STATIC:
        return nq_apply_delta_static(apply, &m->u.delta_static);
    case NQ_DELTA_BASELINE:
        return nq_apply_delta_baseline(apply, m->u.delta_baseline.entity,
                                       &m->u.delta_baseline.delta);
    case NQ_DELTAS:
        return nq_apply_deltas(apply, &m->u.deltas);
    default: /* the recorder's own angle and the like leave no trace, sounds are nq_listen's */
        return 0;
    }
}

static int apply_message(const struct nq_apply *apply, const struct nq_message *m)
{
    struct nq_state *s = *apply->state;
    if (m->id >= NQ_ENTITY_UPDATE) {
        return nq_apply_update(apply, &m->u.update);
    }
    switch (m->id) {
    case NQ_DISCONNECT:
        s->disconnected = 1;
        return 0;
    case NQ_UPDATESTAT:
    case NQ_UPDATESTAT_BYTE:
    case NQ_UPDATESTAT_FLOAT:
        return nq_apply_stat(apply, m->u.updatestat.stat, m->u.updatestat.value);
    case NQ_SETVIEW:
        if (m->u.setview >= nq_entity_limit(s)) {
            return reject_number(apply, "view entity", m->u.setview);
        }
        s->view_entity = m->u.setview;
        return 0;
    case NQ_TIME:
        return nq_apply_time(apply, (double)m->u.time);
    case NQ_PRINT:
        nq_apply_print(s, m->u.text);
        return 0;
    case NQ_STUFFTEXT:
        apply_userinfo(s, m->u.text);
        return nq_apply_stufftext(apply, m->u.text);
    case NQ_BONUSFLASH:
        s->bonus_flash.now = NQ_BONUS_FLASH;
        return 0;
    case NQ_SERVERINFO:
        return apply_serverinfo(apply, &m->u.serverinfo);
    case NQ_LIGHTSTYLE:
        return apply_lightstyle(apply, m->u.lightstyle.style, m->u.lightstyle.map);
    case NQ_UPDATENAME:
    case NQ_UPDATEFRAGS:
    case NQ_UPDATECOLORS:
        return apply_player(apply, m);
    case NQ_CLIENTDATA:
        apply_clientdata(s, &m->u.clientdata);
        return 0;
    case NQ_SETPAUSE:
        s->paused = m->u.setpause != 0;
        return 0;
    case NQ_SIGNONNUM:
        if (s->signon < NQ_SIGNONS) {
            s->signon = m->u.signonnum < NQ_SIGNONS ? m->u.signonnum : NQ_SIGNONS - 1;
        }
        return 0;
    case NQ_CENTERPRINT:
        nq_apply_center_print(s, m->u.text);
        return 0;
    case NQ_KILLEDMONSTER:
        count_stat(s, NQ_STAT_MONSTERS);
        return 0;
    case NQ_FOUNDSECRET:
        count_stat(s, NQ_STAT_SECRETS);
        return 0;
    case NQ_INTERMISSION:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        apply_intermission(s, m);
        return 0;
    case NQ_CDTRACK:
        s->cd_track = m->u.cdtrack.track;
        s->loop_track = m->u.cdtrack.loop_track;
        return 0;
    default:
        return apply_world_message(apply, m);
    }
}

static void begin_block(struct nq_state *s, const struct dem_file *dem,
                        const struct dem_block *block)
{
    if (!s->protocol_known) {
        s->protocol = nq_detect_protocol(dem);
        s->protocol_known = 1;
    }
    memcpy(s->view_angles[1], s->view_angles[0], sizeof s->view_angles[1]);
    for (int i = 0; i < 3; i++) {
        s->view_angles[0][i] = nq_clean_angle(block->angles[i]);
    }
}

static int apply_messages(struct nq_apply *apply, const struct dem_block *block)
{
    struct nq_state **state = apply->state;
    const size_t base = block->offset + DEM_BLOCK_HEADER;
    struct nq_protocol protocol = (*state)->protocol;
    struct nq_message message;
    struct format_error decode_err;
    size_t pos = 0;
    while (!(*state)->disconnected) {
        int status =
            nq_message_decode(&protocol, block->messages, block->size, &pos, &message, &decode_err);
        if (status < 0) {
            return format_fail(apply->err, status, base + decode_err.offset, "%s", decode_err.what);
        }
        if (status == 0) {
            break;
        }
        nq_protocol_follow(&protocol, &message);
        apply->offset = base + message.offset;
        apply->block_offset = message.offset;
        status = apply_message(apply, &message);
        if (status == 0 && apply->sounds != NULL) {
            status = nq_listen(apply, &message);
        }
        if (status == FORMAT_MEMORY) {
            return format_fail(apply->err, FORMAT_MEMORY, apply->offset, "out of memory");
        }
        if (status < 0) {
            return status;
        }
    }
    return 0;
}

int nq_state_apply_block(struct nq_state **state, const struct dem_file *dem,
                         const struct dem_block *block, struct format_error *err)
{
    return nq_state_listen_block(state, dem, block, NULL, err);
}

int nq_state_listen_block(struct nq_state **state, const struct dem_file *dem,
                          const struct dem_block *block, struct demo_sounds *sounds,
                          struct format_error *err)
{
    struct stufftext stuffed;
    struct nq_apply apply = {
        .state = state, .dem = dem, .stuffed = &stuffed, .sounds = sounds, .err = err};
    stufftext_begin(&stuffed);
    begin_block(*state, dem, block);
    int status = apply_messages(&apply, block);
    if (nq_end_stufftext(&apply) < 0) {
        status = format_fail(err, FORMAT_MEMORY, block->offset, "out of memory");
    }
    return status;
}
