#include "tests/engine/playback/demo_stage.h"

#include <criterion/criterion.h>
#include <math.h>

void demo_stage_begin(struct nq_demo *m, int32_t protocol)
{
    nq_demo_begin(m);
    m->protocol.version = protocol;
}

void demo_stage_add(struct nq_demo *m, struct nq_message message)
{
    nq_demo_add(m, &message);
}

void demo_stage_end_block(struct nq_demo *m)
{
    nq_demo_block(m, 5.0f, 90.0f);
}

void demo_stage_add_serverinfo(struct nq_demo *m, const char *level)
{
    struct nq_message message = {.id = NQ_SERVERINFO};
    message.u.serverinfo = (struct nq_serverinfo){
        .protocol = m->protocol.version,
        .max_clients = 2,
        .level_name = level,
        .models = {"maps/level.bsp\0progs/player.mdl", 2},
        .sounds = {"misc/null.wav", 1},
    };
    demo_stage_add(m, message);
}

void demo_stage_add_signon(struct nq_demo *m, uint8_t number)
{
    demo_stage_add(m, (struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = number});
}

void demo_stage_add_entity(struct nq_demo *m, uint16_t number, double x)
{
    struct nq_message message = {.id = NQ_ENTITY_UPDATE};
    message.u.update = (struct nq_entity_update){
        .mask = NQ_U_ORIGIN1 | NQ_U_MODEL, .entity = number, .model = 2, .origin = {x, 0, 0}};
    demo_stage_add(m, message);
}

void demo_stage_add_level(struct nq_demo *m, const char *level)
{
    demo_stage_add_serverinfo(m, level);
    demo_stage_add(m, (struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    demo_stage_add_signon(m, 1);
    demo_stage_end_block(m);
    demo_stage_add_signon(m, 2);
    demo_stage_end_block(m);
    demo_stage_add_signon(m, 3);
    demo_stage_end_block(m);
}

void demo_stage_add_update(struct nq_demo *m, double time)
{
    nq_demo_time(m, (float)time);
    demo_stage_add(m, (struct nq_message){.id = NQ_CLIENTDATA,
                                          .u.clientdata = {.mask = NQ_SU_ITEMS | NQ_SU_VELOCITY1,
                                                           .has_items = true,
                                                           .view_height = 22,
                                                           .velocity = {(int8_t)(int)time, 0, 0},
                                                           .items = 1,
                                                           .health = 100}});
    demo_stage_add_entity(m, 1, floor(time * 64.0) / 8.0);
    demo_stage_end_block(m);
}

void demo_stage_add_disconnect(struct nq_demo *m)
{
    demo_stage_add(m, (struct nq_message){.id = NQ_DISCONNECT});
    demo_stage_end_block(m);
}

static const struct timeline_options everything = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};

bool demo_stage_is_damaged(const struct timeline *timeline)
{
    struct format_error damage;
    return timeline_damage(timeline, &damage);
}

struct format_error demo_stage_damage_of(const struct timeline *timeline)
{
    struct format_error damage = {0};
    cr_expect(timeline_damage(timeline, &damage));
    return damage;
}

struct timeline *demo_stage_open_bytes(const uint8_t *data, size_t size)
{
    struct timeline *timeline = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&timeline, data, size, &everything, &err), 0, "byte %zu: %s",
                 err.offset, err.what);
    return timeline;
}

struct timeline *demo_stage_open_demo(const struct nq_demo *m)
{
    cr_assert(!m->file.failed && !m->block.failed);
    return demo_stage_open_bytes(m->file.data, m->file.size);
}
