/* Small demos made message by message, for the tests of the simulator and of the scene. */
#ifndef TESTS_SUPPORT_NQ_DEMO_H
#define TESTS_SUPPORT_NQ_DEMO_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_state.h"
#include "formats/netquake/dem.h"

/* Messages gather in `block` until it is ended; then the demo plays. */
struct nq_demo {
    struct byte_writer file, block;
    struct nq_protocol protocol;
    struct dem_file dem;
    struct nq_state *state;
    size_t pos;
    uint32_t index;
    struct format_error err;
};

static inline void nq_demo_begin(struct nq_demo *d)
{
    memset(d, 0, sizeof *d);
    d->protocol.version = NQ_PROTOCOL_15;
    d->state = nq_state_create();
    cr_assert_not_null(d->state);
    dem_write_track(&d->file, -1);
}

static inline void nq_demo_end(struct nq_demo *d)
{
    nq_state_destroy(d->state);
    byte_writer_free(&d->file);
    byte_writer_free(&d->block);
}

static inline void nq_demo_add(struct nq_demo *d, const struct nq_message *m)
{
    nq_message_encode(&d->protocol, m, &d->block);
    nq_protocol_follow(&d->protocol, m);
}

static inline void nq_demo_block(struct nq_demo *d, float pitch, float yaw)
{
    const float angles[3] = {pitch, yaw, 0.0f};
    dem_write_block(&d->file, angles, d->block.data, (uint32_t)d->block.size);
    d->block.size = 0;
}

/* Opens what was written. The file must not grow after this. */
static inline void nq_demo_open(struct nq_demo *d)
{
    cr_assert_eq(dem_open(&d->dem, d->file.data, d->file.size, &d->err), 0, "%s", d->err.what);
    d->pos = d->dem.first_block;
}

/* Applies the next block; the code it gave. */
static inline int nq_demo_step(struct nq_demo *d)
{
    struct dem_block block;
    cr_assert_eq(dem_next_block(&d->dem, &d->pos, &block, &d->err), 1, "%s", d->err.what);
    d->index++;
    return nq_state_apply_block(&d->state, &d->dem, &block, &d->err);
}

static inline void nq_demo_step_good(struct nq_demo *d)
{
    cr_assert_eq(nq_demo_step(d), 0, "block %u: %s", d->index - 1, d->err.what);
}

static inline void nq_demo_time(struct nq_demo *d, float time)
{
    nq_demo_add(d, &(struct nq_message){.id = NQ_TIME, .u.time = time});
}

static inline void nq_demo_text(struct nq_demo *d, uint8_t id, const char *text)
{
    nq_demo_add(d, &(struct nq_message){.id = id, .u.text = text});
}

/* Model 1 is the map, 2 a submodel, 3 the player, 4 a missile, 5 a weapon. */
static inline void nq_demo_serverinfo(struct nq_demo *d, uint8_t max_clients)
{
    static const char models[] = "maps/none.bsp\0*1\0progs/player.mdl\0progs/missile.mdl\0"
                                 "progs/v_shot.mdl\0";
    static const char sounds[] = "misc/null.wav\0";
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo.protocol = d->protocol.version;
    m.u.serverinfo.flags = d->protocol.flags;
    m.u.serverinfo.max_clients = max_clients;
    m.u.serverinfo.level_name = "the test";
    m.u.serverinfo.models = (struct nq_names){models, 5};
    m.u.serverinfo.sounds = (struct nq_names){sounds, 1};
    nq_demo_add(d, &m);
    nq_demo_add(d, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    for (uint8_t i = 1; i <= 3; i++) {
        nq_demo_add(d, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = i});
    }
}

static inline struct nq_message nq_demo_update(uint16_t entity, uint8_t model, double x, double y,
                                               double z)
{
    struct nq_message m = {.id = NQ_ENTITY_UPDATE};
    m.u.update.mask = NQ_U_ORIGIN1 | NQ_U_ORIGIN2 | NQ_U_ORIGIN3 | NQ_U_MODEL | NQ_U_MOREBITS;
    m.u.update.entity = entity;
    m.u.update.model = model;
    m.u.update.origin[0] = x;
    m.u.update.origin[1] = y;
    m.u.update.origin[2] = z;
    return m;
}

static inline void nq_demo_entity(struct nq_demo *d, uint16_t entity, uint8_t model, double x,
                                  double y, double z)
{
    const struct nq_message m = nq_demo_update(entity, model, x, y, z);
    nq_demo_add(d, &m);
}

static inline void nq_demo_clientdata(struct nq_demo *d, uint32_t mask, int16_t health,
                                      uint32_t items)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = mask | NQ_SU_ITEMS | NQ_SU_WEAPON;
    m.u.clientdata.has_items = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.items = items;
    m.u.clientdata.health = health;
    m.u.clientdata.weapon_model = 5;
    nq_demo_add(d, &m);
}

/* A demo whose block 0 is the signon, then `blocks` updates by `fill` a sixteenth of a second
 * apart; opened, nothing applied. */
static inline void nq_demo_updates(struct nq_demo *d, int blocks, void (*fill)(int))
{
    nq_demo_begin(d);
    nq_demo_serverinfo(d, 4);
    nq_demo_block(d, 0, 0);
    for (int i = 0; i < blocks; i++) {
        nq_demo_time(d, 10.0f + (float)i * 0.0625f);
        fill(i);
        nq_demo_block(d, 0, 0);
    }
    nq_demo_open(d);
}

#endif
