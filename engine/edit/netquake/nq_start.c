#include "engine/edit/netquake/nq_start.h"

#include <stdlib.h>
#include <string.h>

#include "engine/edit/netquake/nq_split_block.h"
#include "engine/netquake/nq_userinfo.h"
#include "engine/quake/quake_orders.h"
#include "engine/quake/stufftext.h"

enum {
    ENTITIES = 1 << 16, /* what playback takes for entities */
    SLOTS = 256,        /* players, light styles, statistics: numbers of one byte */
    STAT_SECRETS = 13,
    STAT_MONSTERS = 14,
    CLIENTDATA_STATS = 11, /* clientdata tells those below */
    FOG_TEXT = 512,        /* bytes; what does not fit is left out */
    SKY_TEXT = 128
};

struct nq_start {
    struct edit_bytes serverinfo, cd_track, view, pause, sky, scene, clientdata;
    bool entered;
    bool has_fog;
    struct nq_message fog;
    struct stufftext stuffed;   /* of the block being noted */
    struct quake_orders orders; /* kept over levels */
    char fog_text[FOG_TEXT];    /* stuffed commands since `fog`, or from one that tells all of it */
    char sky_text[SKY_TEXT];    /* the last stuffed command */
    struct nq_known_entities entities;
    struct edit_list baselines; /* by entity number */
    struct edit_list statics;   /* entities, then sounds, then late names are sent in this order */
    struct edit_list sounds;
    struct edit_list userinfos; /* stuffed texts with names and colours */
    struct edit_list names;     /* models, sounds and effects that a message 54 named */
    struct edit_bytes player_names[SLOTS], frags[SLOTS], colors[SLOTS], styles[SLOTS];
    struct edit_bytes stat_floats[SLOTS], stat_texts[SLOTS];
    int32_t stats[SLOTS];
    bool has_stat[SLOTS];
};

struct nq_start *nq_start_create(void)
{
    struct nq_start *start = calloc(1, sizeof(struct nq_start));
    if (start) {
        stufftext_begin(&start->stuffed);
        quake_orders_reset(&start->orders);
    }
    return start;
}

static void free_lists(struct nq_start *start)
{
    nq_known_entities_free(&start->entities);
    edit_list_free(&start->baselines);
    edit_list_free(&start->statics);
    edit_list_free(&start->sounds);
    edit_list_free(&start->userinfos);
    edit_list_free(&start->names);
}

void nq_start_free(struct nq_start *start)
{
    if (start) {
        free_lists(start);
        free(start);
    }
}

static int put_baseline(struct edit_list *list, size_t entity, struct edit_bytes bytes)
{
    return entity < ENTITIES ? edit_list_put(list, entity, bytes) : 0;
}

/* A serverinfo wipes the client. */
static void begin_level(struct nq_start *start, struct edit_bytes serverinfo)
{
    free_lists(start);
    *start = (struct nq_start){
        .serverinfo = serverinfo, .stuffed = start->stuffed, .orders = start->orders};
}

/* Appends a command with its line end, or leaves it out. */
static void add_command(char *text, size_t size, const char *command)
{
    const size_t length = strlen(text), more = strlen(command);
    if (length + more + 2 <= size) {
        memcpy(text + length, command, more);
        memcpy(text + length + more, "\n", 2);
    }
}

static void note_command(struct nq_start *start, const char *command)
{
    struct stufftext_words words;
    stufftext_split(command, STUFFTEXT_NETQUAKE, &words);
    if (words.count == 0 || quake_orders_follow(&start->orders, &words)) {
        return;
    }
    if (stufftext_is_command(words.at[0], "fog")) {
        if (words.count >= 5) { /* density and colour */
            start->fog_text[0] = '\0';
            start->has_fog = false;
        }
        add_command(start->fog_text, FOG_TEXT, command);
    } else if (stufftext_is_command(words.at[0], "sky")) {
        start->sky_text[0] = '\0';
        start->sky.size = 0;
        add_command(start->sky_text, SKY_TEXT, command);
    }
}

static void note_stufftext(struct nq_start *start, const char *text)
{
    while (stufftext_next(&start->stuffed, &text)) {
        note_command(start, start->stuffed.text);
    }
}

void nq_start_end_block(struct nq_start *start)
{
    if (stufftext_end(&start->stuffed)) {
        note_command(start, start->stuffed.text);
    }
}

static void set_stat(struct nq_start *start, uint8_t stat, int32_t value)
{
    start->stats[stat] = value;
    start->has_stat[stat] = true;
    start->stat_floats[stat].size = 0;
}

/* What is told once: the level's entities, sounds and late names. */
static int note_placed(struct nq_start *start, const struct nq_protocol *protocol,
                       const struct nq_message *m, struct edit_bytes bytes)
{
    switch (m->id) {
    case NQ_DP_SPAWNSTATIC2: /* elsewhere a sound of the moment */
        return nq_protocol_is_darkplaces(protocol) ? edit_list_append(&start->statics, bytes) : 0;
    case NQ_SPAWNBASELINE:
    case NQ_SPAWNBASELINE2:
    case NQ_DP_SPAWNBASELINE2:
        return put_baseline(&start->baselines, m->u.spawnbaseline.entity, bytes);
    case NQ_DELTA_BASELINE:
        return put_baseline(&start->baselines, m->u.delta_baseline.entity, bytes);
    case NQ_SPAWNSTATIC:
    case NQ_SPAWNSTATIC2:
    case NQ_DELTA_STATIC:
        return edit_list_append(&start->statics, bytes);
    case NQ_SPAWNSTATICSOUND:
    case NQ_SPAWNSTATICSOUND2:
    case NQ_DP_SPAWNSTATICSOUND2:
        return edit_list_append(&start->sounds, bytes);
    case NQ_STUFFTEXT: {
        struct nq_userinfo info;
        note_stufftext(start, m->u.text);
        return nq_userinfo_next(m->u.text, &info) ? edit_list_append(&start->userinfos, bytes) : 0;
    }
    case NQ_PRECACHE:
        return edit_list_append(&start->names, bytes);
    default:
        return 0;
    }
}

static void note_slot(struct nq_start *start, const struct nq_message *m, struct edit_bytes bytes)
{
    switch (m->id) {
    case NQ_LIGHTSTYLE:
        start->styles[m->u.lightstyle.style] = bytes;
        break;
    case NQ_UPDATENAME:
        start->player_names[m->u.updatename.player] = bytes;
        break;
    case NQ_UPDATEFRAGS:
        start->frags[m->u.updatefrags.player] = bytes;
        break;
    case NQ_UPDATECOLORS:
        start->colors[m->u.updatecolors.player] = bytes;
        break;
    case NQ_UPDATESTAT:
    case NQ_UPDATESTAT_BYTE:
        set_stat(start, m->u.updatestat.stat, m->u.updatestat.value);
        break;
    case NQ_UPDATESTAT_FLOAT:
        start->stat_floats[m->u.updatestat.stat] = bytes;
        start->has_stat[m->u.updatestat.stat] = false;
        break;
    case NQ_UPDATESTAT_STRING:
        start->stat_texts[m->u.stat_string.stat] = bytes;
        break;
    case NQ_KILLEDMONSTER: /* these two count up in the client */
        set_stat(start, STAT_MONSTERS, (int32_t)((uint32_t)start->stats[STAT_MONSTERS] + 1));
        break;
    case NQ_FOUNDSECRET:
        set_stat(start, STAT_SECRETS, (int32_t)((uint32_t)start->stats[STAT_SECRETS] + 1));
        break;
    default:
        break;
    }
}

static void note_single(struct nq_start *start, const struct nq_message *m, struct edit_bytes bytes)
{
    switch (m->id) {
    case NQ_CDTRACK:
        start->cd_track = bytes;
        break;
    case NQ_SETVIEW:
        start->view = bytes;
        break;
    case NQ_SETPAUSE:
        start->pause = bytes;
        break;
    case NQ_SKYBOX:
        start->sky = bytes;
        start->sky_text[0] = '\0';
        break;
    case NQ_INTERMISSION:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        start->scene = bytes;
        break;
    case NQ_CLIENTDATA:
        start->clientdata = bytes;
        break;
    case NQ_FOG:
        start->fog = *m;
        start->fog.u.fog.time = 0; /* where it fades to */
        start->has_fog = true;
        start->fog_text[0] = '\0';
        break;
    default:
        break;
    }
}

int nq_start_note(struct nq_start *start, const struct nq_protocol *protocol, const uint8_t *data,
                  const struct nq_message *m)
{
    const struct edit_bytes bytes = {data + m->offset, m->size};
    if (m->id == NQ_SERVERINFO) {
        begin_level(start, bytes);
        return 0;
    }
    start->entered |= m->id >= NQ_ENTITY_UPDATE || m->id == NQ_DELTAS || m->id == NQ_DP_ENTITIES;
    note_single(start, m, bytes);
    note_slot(start, m, bytes);
    const int code = note_placed(start, protocol, m, bytes);
    return code == 0 ? nq_known_entities_add(&start->entities, protocol, m) : code;
}

bool nq_start_entered(const struct nq_start *start)
{
    return start->entered;
}

const struct nq_known_entities *nq_start_entities(const struct nq_start *start)
{
    return &start->entities;
}

struct edit_bytes nq_start_scene(const struct nq_start *start)
{
    return start->scene;
}

/* --- writing ------------------------------------------------------------------------------------
 */

struct block_writer {
    const struct nq_protocol *protocol;
    const float *angles;
    struct byte_writer *out;
    struct byte_writer block;
    uint32_t blocks;
};

static void end_block(struct block_writer *w)
{
    if (w->block.size > 0) { /* an empty block would end playback */
        dem_write_block(w->out, w->angles, w->block.data, (uint32_t)w->block.size);
        w->blocks++;
    }
    w->block.size = 0;
}

static void add_bytes(struct block_writer *w, struct edit_bytes bytes)
{
    if (w->block.size + bytes.size > NQ_BLOCK_ID) {
        end_block(w);
    }
    byte_writer_bytes(&w->block, bytes.data, bytes.size);
}

static void add_list(struct block_writer *w, const struct edit_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        add_bytes(w, list->items[i]);
    }
}

static void add_message(struct block_writer *w, const struct nq_message *message)
{
    const size_t before = w->block.size;
    nq_message_encode(w->protocol, message, &w->block);
    if (w->block.size > NQ_BLOCK_ID && before > 0) {
        w->block.size = before;
        end_block(w);
        nq_message_encode(w->protocol, message, &w->block);
    }
}

static void end_phase(struct block_writer *w, uint8_t number)
{
    add_message(w, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = number});
    end_block(w);
}

static void add_stats(struct block_writer *w, const struct nq_start *start)
{
    const int first = nq_protocol_stats_tell_all(w->protocol) ? 0 : CLIENTDATA_STATS;
    for (int i = first; i < SLOTS; i++) {
        if (start->has_stat[i]) {
            struct nq_message m = {.id = NQ_UPDATESTAT};
            m.u.updatestat.stat = (uint8_t)i;
            m.u.updatestat.value = start->stats[i];
            add_message(w, &m);
        }
        add_bytes(w, start->stat_floats[i]);
        add_bytes(w, start->stat_texts[i]);
    }
}

static void add_players(struct block_writer *w, const struct nq_start *start)
{
    for (int i = 0; i < SLOTS; i++) {
        add_bytes(w, start->player_names[i]);
        add_bytes(w, start->frags[i]);
        add_bytes(w, start->colors[i]);
    }
}

static void add_stuffed(struct block_writer *w, const char *text)
{
    if (text[0] != '\0') {
        add_message(w, &(struct nq_message){.id = NQ_STUFFTEXT, .u.text = text});
    }
}

static void add_orders(struct block_writer *w, const struct nq_start *start)
{
    char text[QUAKE_ORDERS_TEXT];
    quake_orders_write(&start->orders, text);
    add_stuffed(w, text);
}

uint32_t nq_start_write_orders(const struct nq_start *start, const struct nq_protocol *protocol,
                               const float angles[3], struct byte_writer *out)
{
    struct block_writer w = {.protocol = protocol, .angles = angles, .out = out};
    add_orders(&w, start);
    end_block(&w);
    out->failed |= w.block.failed;
    byte_writer_free(&w.block);
    return w.blocks;
}

uint32_t nq_start_write(const struct nq_start *start, const struct nq_protocol *protocol,
                        const float angles[3], struct byte_writer *out)
{
    struct block_writer w = {.protocol = protocol, .angles = angles, .out = out};
    add_bytes(&w, start->serverinfo);
    add_bytes(&w, start->cd_track);
    add_bytes(&w, start->view);
    end_phase(&w, 1);
    add_list(&w, &start->names);
    add_list(&w, &start->baselines);
    add_list(&w, &start->statics);
    add_list(&w, &start->sounds);
    end_phase(&w, 2);
    add_players(&w, start);
    add_list(&w, &start->userinfos);
    for (int i = 0; i < SLOTS; i++) {
        add_bytes(&w, start->styles[i]);
    }
    add_stats(&w, start);
    add_bytes(&w, start->sky);
    if (start->has_fog) {
        add_message(&w, &start->fog);
    }
    add_stuffed(&w, start->fog_text);
    add_stuffed(&w, start->sky_text);
    add_orders(&w, start);
    add_bytes(&w, start->pause);
    /* The items that the player has would flash as if just got, were they first told later. */
    add_bytes(&w, start->clientdata);
    end_phase(&w, 3);
    out->failed |= w.block.failed;
    byte_writer_free(&w.block);
    return w.blocks;
}

/* --- from one state to another ------------------------------------------------------------------
 */

static bool is_same(struct edit_bytes a, struct edit_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool are_same(const struct edit_list *a, const struct edit_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = is_same(a->items[i], b->items[i]);
    }
    return same;
}

const char *nq_start_reload(const struct nq_start *from, const struct nq_start *to)
{
    if (!from->entered) {
        return "the level before has no entities yet";
    }
    if (from->scene.size > 0) {
        return "the level before shows an intermission or a text";
    }
    if (!is_same(from->serverinfo, to->serverinfo) || !are_same(&from->names, &to->names)) {
        return "another level, or other models or sounds";
    }
    if (!are_same(&from->statics, &to->statics) || !are_same(&from->sounds, &to->sounds)) {
        return "other static entities or sounds";
    }
    if (from->entities.count > 0) {
        return "entities are told as differences";
    }
    if ((from->has_fog && !to->has_fog) || (from->sky.size > 0 && to->sky.size == 0) ||
        (from->fog_text[0] && !to->fog_text[0]) || (from->sky_text[0] && !to->sky_text[0])) {
        return "another sky or fog";
    }
    return NULL;
}

/* The message of a slot, or what makes it empty if only the state before has one. */
static void add_slot(struct block_writer *w, struct edit_bytes from, struct edit_bytes to,
                     const struct nq_message *empty)
{
    if (to.size == 0 && from.size > 0) {
        add_message(w, empty);
    } else if (!is_same(from, to)) {
        add_bytes(w, to);
    }
}

static void add_player_changes(struct block_writer *w, const struct nq_start *from,
                               const struct nq_start *to)
{
    for (int i = 0; i < SLOTS; i++) {
        struct nq_message name = {.id = NQ_UPDATENAME}, frags = {.id = NQ_UPDATEFRAGS};
        struct nq_message colors = {.id = NQ_UPDATECOLORS}, style = {.id = NQ_LIGHTSTYLE};
        name.u.updatename.player = frags.u.updatefrags.player = (uint8_t)i;
        colors.u.updatecolors.player = style.u.lightstyle.style = (uint8_t)i;
        name.u.updatename.name = style.u.lightstyle.map = "";
        add_slot(w, from->player_names[i], to->player_names[i], &name);
        add_slot(w, from->frags[i], to->frags[i], &frags);
        add_slot(w, from->colors[i], to->colors[i], &colors);
        add_slot(w, from->styles[i], to->styles[i], &style);
    }
}

/* Those that only the state before has are 0 in the other. */
static void add_stat_changes(struct block_writer *w, const struct nq_start *from,
                             const struct nq_start *to)
{
    const int first = nq_protocol_stats_tell_all(w->protocol) ? 0 : CLIENTDATA_STATS;
    for (int i = first; i < SLOTS; i++) {
        struct nq_message m = {.id = NQ_UPDATESTAT};
        m.u.updatestat.stat = (uint8_t)i;
        if (from->has_stat[i] && !to->has_stat[i] && to->stat_floats[i].size == 0) {
            add_message(w, &m);
        }
    }
    add_stats(w, to);
}

uint32_t nq_start_write_changes(const struct nq_start *from, const struct nq_start *to,
                                const struct nq_protocol *protocol, const float angles[3],
                                struct byte_writer *out)
{
    struct block_writer w = {.protocol = protocol, .angles = angles, .out = out};
    for (size_t i = 0; i < to->baselines.count; i++) {
        if (i >= from->baselines.count ||
            !is_same(from->baselines.items[i], to->baselines.items[i])) {
            add_bytes(&w, to->baselines.items[i]);
        }
    }
    add_bytes(&w, to->cd_track);
    add_bytes(&w, to->view);
    add_player_changes(&w, from, to);
    add_list(&w, &to->userinfos);
    add_stat_changes(&w, from, to);
    add_bytes(&w, to->sky);
    if (to->has_fog) {
        add_message(&w, &to->fog);
    }
    add_stuffed(&w, to->fog_text);
    add_stuffed(&w, to->sky_text);
    add_orders(&w, to);
    add_slot(&w, from->pause, to->pause, &(struct nq_message){.id = NQ_SETPAUSE});
    end_block(&w);
    out->failed |= w.block.failed;
    byte_writer_free(&w.block);
    return w.blocks;
}
