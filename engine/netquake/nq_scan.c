#include "engine/netquake/nq_scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/netquake/nq_state.h"
#include "engine/quake/demo_words.h"

/* What of one block decides whether it is drawn. */
struct block_clock {
    bool has_time;
    double time;
};

static bool in_game(const struct nq_scanner *s)
{
    return s->signon >= 3 || !s->serverinfo;
}

static void begin_level(struct nq_scanner *s)
{
    s->serverinfo = true;
    s->signon = 0;
    s->same_level = false;
    s->has_clientdata = false;
    s->items = 0;
    s->health = 0;
    s->secrets = s->total_secrets = s->kills = s->total_kills = 0;
    memset(s->frags, 0, sizeof(s->frags));
    memset(s->names, 0, sizeof(s->names));
    s->line.length = 0;
    s->last_line[0] = '\0';
}

/* The obituary that was printed with a death or a frag, or other words for it. */
static const char *obituary(const struct nq_scanner *s, const char *otherwise)
{
    bool fresh = s->last_line[0] != '\0' && s->step - s->last_line_step <= 1;
    return fresh ? s->last_line : otherwise;
}

static int note_print(struct nq_scanner *s, struct demo_events *events, const char *text)
{
    if (text[0] == 1) { /* Host_Say's mark: talk.wav and coloured letters */
        return in_game(s) ? demo_events_add(events, DEMO_EVENT_CHAT, text + 1) : 0;
    }
    while (demo_line_print(&s->line, &text)) {
        memcpy(s->last_line, s->line.text, sizeof(s->last_line));
        s->last_line_step = s->step;
    }
    return 0;
}

static int note_frags(struct nq_scanner *s, struct demo_events *events, uint8_t player,
                      int32_t frags)
{
    bool more = frags > s->frags[player];
    s->frags[player] = frags;
    if (!more || !s->same_level) {
        return 0; /* the scores as the recording begins */
    }
    char text[DEMO_EVENT_TEXT];
    snprintf(text, sizeof(text), "%.40s: %d", s->names[player] ? s->names[player] : "player",
             (int)frags);
    return demo_events_add(events, DEMO_EVENT_FRAG, obituary(s, text));
}

static int note_health(struct nq_scanner *s, struct demo_events *events, int32_t health)
{
    bool died = s->has_clientdata && s->health > 0 && health <= 0 && in_game(s);
    s->health = health;
    return died ? demo_events_add(events, DEMO_EVENT_DEATH, obituary(s, "death")) : 0;
}

static int note_clientdata(struct nq_scanner *s, struct demo_events *events,
                           const struct nq_clientdata *data)
{
    /* Who comes back to life starts with what he is given. */
    bool alive = s->has_clientdata && s->health > 0 && data->health > 0;
    uint32_t got = alive ? data->items & ~s->items : 0;
    int status = note_health(s, events, data->health);
    s->items = data->items;
    s->has_clientdata = true;
    return status == 0 ? demo_note_items(events, got, NULL) : status;
}

static int note_stat(struct nq_scanner *s, struct demo_events *events, uint8_t stat, int32_t value)
{
    switch (stat) {
    case NQ_STAT_HEALTH:
        return note_health(s, events, value);
    case NQ_STAT_TOTAL_SECRETS:
        s->total_secrets = value;
        return 0;
    case NQ_STAT_TOTAL_MONSTERS:
        s->total_kills = value;
        return 0;
    case NQ_STAT_SECRETS:
        s->secrets = value;
        return 0;
    case NQ_STAT_MONSTERS:
        s->kills = value;
        return 0;
    default:
        return 0;
    }
}

static int32_t one_more(int32_t count)
{
    return count < INT32_MAX ? count + 1 : count;
}

/* Messages that are events, or that tell what an event is called. */
static int note_message(struct nq_scanner *s, struct demo_events *events,
                        const struct nq_message *m)
{
    switch (m->id) {
    case NQ_SERVERINFO:
        begin_level(s);
        return demo_note_level(events, nq_names_get(&m->u.serverinfo.models, 0),
                               m->u.serverinfo.level_name);
    case NQ_SIGNONNUM:
        s->signon = m->u.signonnum ? m->u.signonnum : s->signon;
        return 0;
    case NQ_PRINT:
        return note_print(s, events, m->u.text);
    case NQ_UPDATENAME:
        s->names[m->u.updatename.player] = m->u.updatename.name;
        return 0;
    case NQ_UPDATEFRAGS:
        return note_frags(s, events, m->u.updatefrags.player, m->u.updatefrags.frags);
    case NQ_CLIENTDATA:
        return note_clientdata(s, events, &m->u.clientdata);
    case NQ_UPDATESTAT:
        return note_stat(s, events, m->u.updatestat.stat, m->u.updatestat.value);
    case NQ_KILLEDMONSTER:
        s->kills = one_more(s->kills);
        return demo_note_count(events, DEMO_EVENT_FRAG, "kill", s->kills, s->total_kills);
    case NQ_FOUNDSECRET:
        s->secrets = one_more(s->secrets);
        return demo_note_count(events, DEMO_EVENT_SECRET, "secret", s->secrets, s->total_secrets);
    default:
        return 0;
    }
}

/* 1 = read to its end, 0 = the demo says goodbye here, negative = damaged. */
static int scan_messages(struct nq_scanner *s, const struct dem_block *block,
                         struct block_clock *clock, struct demo_events *events,
                         struct format_error *err)
{
    struct nq_message message;
    size_t pos = 0;
    int status;
    while ((status = nq_message_decode(&s->protocol, block->messages, block->size, &pos, &message,
                                       err)) > 0) {
        if (message.id >= NQ_ENTITY_UPDATE) {
            continue;
        }
        nq_protocol_follow(&s->protocol, &message);
        if (message.id == NQ_TIME) {
            if (!isfinite(message.u.time)) {
                return format_fail(err, FORMAT_BAD, message.offset, "time is not a number");
            }
            *clock = (struct block_clock){true, (double)message.u.time};
        } else if (message.id == NQ_DISCONNECT) {
            return 0;
        } else {
            status = note_message(s, events, &message);
            if (status < 0) {
                return format_fail(err, status, message.offset, "no memory");
            }
        }
    }
    return status < 0 ? status : 1;
}

int nq_scan(const struct dem_file *dem, bool items_optional, struct nq_scanner *s, size_t *pos,
            struct demo_step *step, struct demo_events *events, struct format_error *err)
{
    struct dem_block block;
    struct block_clock clock = {false, 0.0};
    *step = (struct demo_step){0};
    if (!s->begun) {
        s->begun = true;
        s->protocol =
            (struct nq_protocol){.version = NQ_PROTOCOL_15, .items_optional = items_optional};
    }
    int status = dem_next_block(dem, pos, &block, err);
    if (status <= 0) {
        return status;
    }
    status = scan_messages(s, &block, &clock, events, err);
    if (status < 0) {
        if (err) {
            err->offset += block.offset + DEM_BLOCK_HEADER;
        }
        return status;
    }
    s->step++;
    /* The client draws once the server has sent the third signon; see nq_state_in_game. */
    step->update = status > 0 && clock.has_time && s->signon >= 3;
    if (step->update) {
        step->gap = s->same_level ? clock.time - s->last_time : NQ_MAX_GAP;
        step->seconds = fmin(fmax(step->gap, 0.0), NQ_MAX_GAP);
        s->last_time = clock.time;
        s->same_level = true;
    }
    step->last = status == 0;
    return 1;
}
