#include "tests/engine/playback/ghost/nq_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

enum { SHOTGUN = 1, PLAYER = 1 };

struct writer {
    struct byte_writer *out, block;
    struct nq_protocol protocol;
};

static void add(struct writer *w, const struct nq_message *m)
{
    nq_message_encode(&w->protocol, m, &w->block);
    nq_protocol_follow(&w->protocol, m);
}

static void end_block(struct writer *w)
{
    const float angles[3] = {0.0f, 45.0f, 0.0f};
    dem_write_block(w->out, angles, w->block.data, (uint32_t)w->block.size);
    w->block.size = 0;
}

double nq_run_place(const struct nq_run *run, uint32_t update)
{
    const double gone = (double)update * NQ_RUN_STEP - run->start;
    return gone > 0.0 ? floor(gone * run->speed * 8.0) / 8.0 : 0.0;
}

static void add_level(struct writer *w, const struct nq_run *run)
{
    char models[128];
    const int length = snprintf(models, sizeof(models), "%s%cprogs/player.mdl", run->level, 0);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = w->protocol.version,
                                            .max_clients = 1,
                                            .level_name = "a run",
                                            .models = {models, 2},
                                            .sounds = {"misc/null.wav\0doors/drclos4.wav", 2}};
    (void)length;
    add(w, &m);
    add(w, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = PLAYER});
    for (uint8_t i = 1; i <= 3; i++) {
        add(w, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = i});
    }
    end_block(w);
}

static void add_update(struct writer *w, const struct nq_run *run, uint32_t update, uint32_t items)
{
    const double x = nq_run_place(run, update);
    const bool moves = x > 0.0;
    add(w,
        &(struct nq_message){.id = NQ_TIME, .u.time = (float)(1.0 + (double)update * NQ_RUN_STEP)});
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_ONGROUND | NQ_SU_VELOCITY1 | NQ_SU_ARMOR;
    m.u.clientdata.has_items = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.items = SHOTGUN | items;
    m.u.clientdata.health = 87;
    m.u.clientdata.armor = 50;
    m.u.clientdata.velocity[0] = (int8_t)(moves ? run->speed / 16.0 : 0.0);
    add(w, &m);
    m = (struct nq_message){.id = NQ_ENTITY_UPDATE};
    m.u.update = (struct nq_entity_update){.mask = NQ_U_ORIGIN1 | NQ_U_ORIGIN2 | NQ_U_ORIGIN3 |
                                                   NQ_U_MODEL | NQ_U_FRAME,
                                           .entity = PLAYER,
                                           .model = 2,
                                           .frame = (uint8_t)(moves ? 6 + update / 3 % 6 : 12),
                                           .origin = {x, run->y, 24.0}};
    add(w, &m);
}

static void add_event(struct writer *w, const struct nq_run_event *event)
{
    struct nq_message m = {.id = event->what == NQ_RUN_SECRET ? NQ_FOUNDSECRET
                                 : event->what == NQ_RUN_END  ? NQ_INTERMISSION
                                                              : NQ_SOUND};
    if (event->what == NQ_RUN_DOOR) {
        m.u.sound = (struct nq_sound){.volume = 255,
                                      .attenuation = 64,
                                      .entity = (uint16_t)event->number,
                                      .channel = 2,
                                      .sound = 2,
                                      .origin = {event->x, 0.0, 0.0}};
    }
    if (event->what != NQ_RUN_ITEM) {
        add(w, &m);
    }
}

void nq_run_write(struct byte_writer *out, const struct nq_run *runs, uint32_t count)
{
    struct writer w = {.out = out, .protocol = {.version = NQ_PROTOCOL_15}};
    dem_write_track(out, -1);
    for (uint32_t i = 0; i < count; i++) {
        const struct nq_run *run = &runs[i];
        uint32_t next = 0, items = 0;
        add_level(&w, run);
        for (uint32_t update = 0; update < run->updates; update++) {
            const uint32_t first = next;
            while (next < run->num_events && nq_run_place(run, update) >= run->events[next].x) {
                items |= run->events[next].what == NQ_RUN_ITEM ? run->events[next].number : 0;
                next++;
            }
            add_update(&w, run, update, items);
            for (uint32_t k = first; k < next; k++) {
                add_event(&w, &run->events[k]);
            }
            end_block(&w);
        }
    }
    add(&w, &(struct nq_message){.id = NQ_DISCONNECT});
    end_block(&w);
    byte_writer_free(&w.block);
}
