/* DarkPlaces' entities and statistics in the client state. */
#include "engine/netquake/nq_delta_state.h"
#include "tests/support/nq_demo.h"

static struct nq_demo demo;
static struct byte_writer list;

static void begin(int32_t version)
{
    nq_demo_begin(&demo);
    demo.protocol = nq_protocol_make(version, 0);
    demo.protocol.flags &= ~(uint32_t)(NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE);
    nq_demo_serverinfo(&demo, 4); /* its flags are 999's only */
    nq_demo_block(&demo, 0, 0);
}

static void add_entity(uint16_t number, const struct nq_dp_entity *entity)
{
    struct nq_dp_entry entry = {.number = number, .removed = entity == NULL};
    if (entity) {
        entry.entity = *entity;
    }
    nq_dp_entry_write(&entry, &list);
}

/* Ends the update: the entities so far, and the block. */
static void end_update(void)
{
    struct nq_message m = {.id = NQ_DP_ENTITIES};
    m.u.dp_entities.bytes = list.data;
    m.u.dp_entities.size = (uint32_t)list.size;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    list.size = 0;
}

static void finish(void)
{
    nq_demo_end(&demo);
    byte_writer_free(&list);
    list = (struct byte_writer){0};
}

static bool is_there(uint32_t number)
{
    const struct nq_entity *e = nq_entity_get(demo.state, number);
    return e != NULL && e->msg_time == demo.state->times[0];
}

/* An update starts from the entity's last state; what is not mentioned stays; an update of an
 * entity that is not there changes nothing. */
Test(nq_darkplaces_state, entities_stay_until_removed)
{
    begin(3502);
    const struct nq_dp_entity made = {.mask = NQ_E5_CREATE | NQ_E5_ORIGIN | NQ_E5_MODEL |
                                              NQ_E5_ALPHA | NQ_E5_SCALE | NQ_E5_EFFECTS,
                                      .origin = {8, 16, 24},
                                      .model = 3,
                                      .alpha = 128,
                                      .scale = 32,
                                      .effects = 128};
    const struct nq_dp_entity moved = {.mask = NQ_E5_ORIGIN, .origin = {9, 16, 24}};
    const struct nq_dp_entity again = {.mask = NQ_E5_CREATE | NQ_E5_FRAME, .frame = 5};
    nq_demo_time(&demo, 1.0f);
    add_entity(7, &made);
    add_entity(8, &moved);
    end_update();
    nq_demo_time(&demo, 1.125f);
    add_entity(7, &moved);
    end_update();
    nq_demo_time(&demo, 1.25f);
    end_update();
    nq_demo_time(&demo, 1.375f);
    add_entity(7, NULL);
    end_update();
    nq_demo_time(&demo, 1.5f);
    add_entity(7, &again);
    end_update();
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    const struct nq_entity *e = nq_entity_get(demo.state, 7);
    cr_assert(is_there(7) && nq_state_in_game(demo.state));
    cr_expect(e->model == 3 && e->scale == 32 && e->alpha == 128 && e->origins[0][2] == 24.0f);
    cr_expect(e->effects & NQ_EF_DIMLIGHT, "a red light is a light");
    cr_expect(!is_there(8), "never made");
    nq_demo_step_good(&demo);
    e = nq_entity_get(demo.state, 7);
    cr_expect(e->model == 3 && e->origins[0][0] == 9.0f && e->origins[1][0] == 8.0f);
    nq_demo_step_good(&demo);
    e = nq_entity_get(demo.state, 7);
    cr_expect(is_there(7) && e->origins[0][0] == 9.0f && e->origins[1][0] == 9.0f);
    nq_demo_step_good(&demo);
    cr_expect(!is_there(7));
    nq_demo_step_good(&demo);
    e = nq_entity_get(demo.state, 7);
    cr_expect(is_there(7) && e->model == 0 && e->frame == 5 && e->alpha == NQ_ALPHA_DEFAULT);
    cr_expect(e->scale == 16 && e->origins[0][0] == 0.0f && e->effects == 0);
    finish();
}

static void add_stat(uint8_t id, uint8_t stat, int32_t value)
{
    struct nq_message m = {.id = id};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    nq_demo_add(&demo, &m);
}

/* From DP6 on statistics tell what clientdata did. */
Test(nq_darkplaces_state, statistics_take_the_place_of_clientdata)
{
    begin(3503);
    nq_demo_time(&demo, 1.0f);
    add_stat(NQ_UPDATESTAT, NQ_STAT_HEALTH, -20);
    add_stat(NQ_UPDATESTAT_BYTE, NQ_STAT_WEAPON, 5);
    add_stat(NQ_UPDATESTAT, NQ_STAT_ITEMS, 0x4003);
    add_stat(NQ_UPDATESTAT_BYTE, 16, 28);
    add_stat(NQ_UPDATESTAT, 200, 1); /* a game's own */
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_VELOCITY1 | NQ_SU_ONGROUND | NQ_SU_PUNCH1;
    m.u.clientdata.real_velocity[0] = 320.5f;
    m.u.clientdata.punch[0] = -2.0f;
    nq_demo_add(&demo, &m);
    end_update();
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    const struct nq_state *s = demo.state;
    cr_expect(s->stats[NQ_STAT_HEALTH] == -20 && s->stats[NQ_STAT_WEAPON] == 5);
    cr_expect(s->items == 0x4003 && s->view_height == 28.0f && s->on_ground && !s->in_water);
    cr_expect_eq(s->velocity[0][0], 320.5f);
    cr_expect_float_eq(s->punch[0], -2.0f, 0.01f);
    finish();
}

Test(nq_darkplaces_state, clientdata_of_dp5)
{
    begin(3502);
    nq_demo_time(&demo, 1.0f);
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ARMOR | NQ_SU_INWATER | NQ_SU_VIEWHEIGHT;
    m.u.clientdata.view_height = 20;
    m.u.clientdata.items = 0x1001;
    m.u.clientdata.armor = 300;
    m.u.clientdata.health = 250;
    m.u.clientdata.ammo_counts[2] = 400;
    nq_demo_add(&demo, &m);
    end_update();
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    const struct nq_state *s = demo.state;
    cr_expect(s->stats[NQ_STAT_HEALTH] == 250 && s->stats[NQ_STAT_ARMOR] == 300);
    cr_expect(s->stats[NQ_STAT_SHELLS + 2] == 400 && s->items == 0x1001);
    cr_expect(s->view_height == 20.0f && s->in_water && !s->on_ground);
    finish();
}
