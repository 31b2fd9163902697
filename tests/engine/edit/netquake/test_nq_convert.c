/* NetQuake demos in other protocols: what stays, what is rounded, what is left out and told, and
 * what does not fit. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/netquake/nq_convert.h"
#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_hash.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

static struct nq_demo made; /* its file alone is used */
static struct convert_report report;

static void begin(void)
{
    nq_demo_begin(&made);
}

static void end(void)
{
    nq_demo_end(&made);
}

TestSuite(nq_convert, .init = begin, .fini = end);

static struct nq_file open_file(const uint8_t *data, size_t size)
{
    struct nq_file file;
    struct format_error err = {0};
    cr_assert_eq(dem_open(&file.dem, data, size, &err), 0, "%s", err.what);
    file.protocol = nq_detect_protocol(&file.dem);
    return file;
}

static struct byte_writer convert(const uint8_t *data, size_t size, int32_t protocol)
{
    const struct nq_file file = open_file(data, size);
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(nq_convert(&file, protocol, &out, &report, &err), 0, "%s", err.what);
    return out;
}

static void end_block(void)
{
    nq_demo_block(&made, 0, 90);
}

/* A level in the protocol of that number, in a block of its own. */
static void begin_level(int32_t protocol, uint32_t flags)
{
    made.protocol = nq_protocol_make(protocol, flags);
    nq_demo_serverinfo(&made, 4);
    end_block();
}

static void add(const struct nq_message *message)
{
    nq_demo_add(&made, message);
}

/* Converts what was made; the messages of the block with that number, from 0, in `messages`, as far
 * as there is room. Returns how many there are. */
static int convert_made(int32_t protocol, int number, struct nq_message *messages, int room)
{
    static struct byte_writer out;
    struct dem_file dem;
    struct dem_block block;
    byte_writer_free(&out);
    out = convert(made.file.data, made.file.size, protocol);
    cr_assert_eq(dem_open(&dem, out.data, out.size, NULL), 0);
    struct nq_protocol to = nq_protocol_make(NQ_PROTOCOL_15, 0);
    size_t pos = dem.first_block;
    int count = 0;
    for (int i = 0; i <= number; i++) {
        struct nq_message m;
        size_t at = 0;
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1, "no block %d", i);
        for (count = 0; nq_message_decode(&to, block.messages, block.size, &at, &m, NULL) > 0;
             count++) {
            nq_protocol_follow(&to, &m);
            if (i == number && count < room) {
                messages[count] = m;
            }
        }
        cr_assert_eq(at, block.size);
    }
    cr_assert_eq(to.version, protocol);
    return count;
}

/* Expects that the message is the only one of an update, in block 1, and returns what became of it
 * in that protocol; id 0: nothing. */
static struct nq_message convert_one(const struct nq_message *message, int32_t protocol)
{
    struct nq_message messages[2] = {{0}};
    nq_demo_time(&made, 1.0f);
    add(message);
    end_block();
    const int count = convert_made(protocol, 1, messages, 2);
    const int generated = nq_protocol_is_darkplaces(&made.protocol) ? 1 : 0; /* clientdata */
    cr_assert(count == 1 || count == 2 + generated);
    cr_assert_eq(messages[0].id, NQ_TIME);
    return messages[1];
}

/* --- protocols with updates ---------------------------------------------------------------------
 */

struct built_in {
    const uint8_t *data;
    size_t size;
};

static struct built_in find_built_in(const char *name)
{
    struct built_in demo;
    cr_assert(builtin_find(name, &demo.data, &demo.size));
    return demo;
}

static struct byte_writer make_seed(const char *name)
{
    const struct built_in demo = find_built_in("demo1.dem");
    struct byte_writer out = {0};
    for (int i = 0; i < NQ_SEEDS; i++) {
        if (strcmp(nq_seed_name(i), name) == 0) {
            cr_assert(nq_seed_write(i, demo.data, demo.size, demo.size, &out));
        }
    }
    cr_assert_gt(out.size, 0u);
    return out;
}

Test(nq_convert, a_demo_in_any_protocol_with_updates_is_that_of_15_again)
{
    static const char *const names[] = {"250.dem",   "666.dem",   "999.dem",  "999float.dem",
                                        "10000.dem", "10001.dem", "10002.dem"};
    const struct built_in demo = find_built_in("demo1.dem");
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct byte_writer seed = make_seed(names[i]);
        struct byte_writer out = convert(seed.data, seed.size, 15);
        cr_expect(out.size == demo.size && memcmp(out.data, demo.data, out.size) == 0, "%s",
                  names[i]);
        cr_expect(!convert_report_refuses(&report) && report.empty == 0);
        byte_writer_free(&out);
        byte_writer_free(&seed);
    }
}

Test(nq_convert, there_and_back_is_the_same)
{
    static const int32_t protocols[] = {15, 666, 999};
    const struct built_in demo = find_built_in("demo2.dem");
    for (int i = 0; i < 3; i++) {
        struct byte_writer there = convert(demo.data, demo.size, protocols[i]);
        struct byte_writer back = convert(there.data, there.size, 15);
        cr_expect(back.size == demo.size && memcmp(back.data, demo.data, back.size) == 0, "%d",
                  (int)protocols[i]);
        cr_expect_eq(report.moved, 0.0);
        byte_writer_free(&there);
        byte_writer_free(&back);
    }
}

Test(nq_convert, coordinates_are_rounded_to_the_nearest)
{
    struct nq_message m = nq_demo_update(2, 4, 10.1875, -3.0625, 7.0);
    begin_level(999, NQ_PRFL_INT32COORD | NQ_PRFL_SHORTANGLE);
    m = convert_one(&m, 15);
    cr_expect_eq(m.u.update.origin[0], 10.25);
    cr_expect_eq(m.u.update.origin[1], -3.125);
    cr_expect_eq(report.moved, 0.0625);
    cr_expect(!convert_report_refuses(&report));
}

Test(nq_convert, coordinates_that_do_not_fit_are_refused)
{
    const struct nq_message m = nq_demo_update(2, 4, 0.0, 4097.0, 0.0);
    begin_level(999, NQ_PRFL_FLOATCOORD | NQ_PRFL_FLOATANGLE);
    (void)convert_one(&m, 666);
    cr_expect(convert_report_refuses(&report));
    cr_expect_eq(report.found[CONVERT_PLACE].value, 4097.0);
}

Test(nq_convert, fields_of_666_go)
{
    struct nq_message m = nq_demo_update(2, 4, 8.0, 0.0, 0.0);
    m.u.update.mask |= NQ_U_ALPHA | NQ_U_LERPFINISH | NQ_U_SCALE | NQ_U_EXTEND1;
    m.u.update.alpha = 100;
    m.u.update.scale = 32;
    begin_level(666, 0);
    const struct nq_message to = convert_one(&m, 15);
    cr_expect_eq(to.u.update.mask & ~0x80u,
                 NQ_U_ORIGIN1 | NQ_U_ORIGIN2 | NQ_U_ORIGIN3 | NQ_U_MODEL | NQ_U_MOREBITS);
    cr_expect_eq(report.found[CONVERT_ALPHA].count, 1u);
    cr_expect_eq(report.found[CONVERT_LERP_FINISH].count, 1u);
    cr_expect_eq(report.found[CONVERT_SCALE].count, 1u);
    cr_expect(!convert_report_refuses(&report));
}

Test(nq_convert, invisible_entities_stay_invisible)
{
    struct nq_message m = nq_demo_update(2, 4, 8.0, 0.0, 0.0);
    m.u.update.mask |= NQ_U_ALPHA | NQ_U_EXTEND1;
    m.u.update.alpha = 1;
    begin_level(666, 0);
    cr_expect_eq(convert_one(&m, 15).id, 0);
    cr_expect_eq(report.found[CONVERT_ALPHA].count, 1u);
}

Test(nq_convert, nehahras_alpha_is_that_of_666)
{
    struct nq_message m = nq_demo_update(2, 4, 8.0, 0.0, 0.0);
    m.u.update.mask |= NQ_U_TRANS;
    m.u.update.trans[0] = 1.0f;
    m.u.update.trans[1] = 0.5f;
    begin_level(NQ_PROTOCOL_NEHAHRA, 0);
    m = convert_one(&m, 666);
    cr_expect(m.u.update.mask & NQ_U_ALPHA);
    cr_expect_eq(m.u.update.alpha, 128);
    cr_expect(m.u.update.model == 4 && m.u.update.origin[0] == 8.0);
}

Test(nq_convert, large_numbers_do_not_fit_into_15)
{
    struct nq_message m = nq_demo_update(2, 0, 8.0, 0.0, 0.0);
    m.u.update.mask |= NQ_U_MODEL2 | NQ_U_EXTEND1;
    m.u.update.model = 0x104;
    begin_level(666, 0);
    (void)convert_one(&m, 15);
    cr_expect_eq(report.found[CONVERT_MODEL].count, 1u);
    cr_expect_eq(report.found[CONVERT_MODEL].value, 260.0);
    cr_expect_eq(report.found[CONVERT_MODEL].block, 1u);
    cr_expect(convert_report_refuses(&report));
    cr_expect_eq(nq_convert_limit(15, CONVERT_MODEL), 255.0);
}

Test(nq_convert, entity_numbers_end_where_the_original_does)
{
    const struct nq_message m = nq_demo_update(600, 4, 8.0, 0.0, 0.0);
    begin_level(15, 0);
    (void)convert_one(&m, 15);
    cr_expect_eq(report.found[CONVERT_ENTITY].count, 1u);
    cr_expect_eq(report.found[CONVERT_ENTITY].value, 600.0);
}

/* --- messages -----------------------------------------------------------------------------------
 */

Test(nq_convert, a_bonus_flash_is_a_console_command)
{
    begin_level(666, 0);
    const struct nq_message to = convert_one(&(struct nq_message){.id = NQ_BONUSFLASH}, 15);
    cr_expect_eq(to.id, NQ_STUFFTEXT);
    cr_expect_str_eq(to.u.text, "bf\n");
}

Test(nq_convert, fog_and_sky_go)
{
    begin_level(666, 0);
    cr_expect_eq(convert_one(&(struct nq_message){.id = NQ_FOG}, 15).id, 0);
    cr_expect_eq(report.found[CONVERT_FOG].count, 1u);
    nq_demo_text(&made, NQ_SKYBOX, "dusk");
    end_block();
    cr_expect_eq(convert_one(&(struct nq_message){.id = NQ_FOG}, 999).id, NQ_FOG);
    cr_expect_eq(report.found[CONVERT_FOG].count, 0u);
    cr_expect_eq(report.found[CONVERT_SKY].count, 0u);
}

Test(nq_convert, a_sound_at_the_ears_comes_from_the_viewed_entity)
{
    struct nq_message m = {.id = NQ_LOCALSOUND};
    m.u.localsound.sound = 1;
    begin_level(666, 0);
    m = convert_one(&m, 15);
    cr_expect_eq(m.id, NQ_SOUND);
    cr_expect(m.u.sound.entity == 1 && m.u.sound.sound == 1 && m.u.sound.attenuation == 0);
}

Test(nq_convert, sound_numbers_that_do_not_fit_are_refused)
{
    struct nq_message m = {.id = NQ_SOUND};
    m.u.sound.mask = NQ_SND_LARGESOUND;
    m.u.sound.sound = 300;
    begin_level(666, 0);
    cr_expect_eq(convert_one(&m, 666).u.sound.sound, 300);
    cr_expect(!convert_report_refuses(&report));
    made.file.size = 3;
    begin_level(666, 0);
    (void)convert_one(&m, 15);
    cr_expect_eq(report.found[CONVERT_SOUND].value, 300.0);
}

Test(nq_convert, a_baseline_with_flags_is_a_plain_one)
{
    struct nq_message m = {.id = NQ_SPAWNBASELINE2};
    m.u.spawnbaseline.entity = 2;
    m.u.spawnbaseline.state =
        (struct nq_entity_state){.flags = NQ_B_LARGEMODEL | NQ_B_ALPHA, .model = 4, .alpha = 9};
    begin_level(666, 0);
    m = convert_one(&m, 15);
    cr_expect_eq(m.id, NQ_SPAWNBASELINE);
    cr_expect(m.u.spawnbaseline.entity == 2 && m.u.spawnbaseline.state.model == 4);
    cr_expect_eq(report.found[CONVERT_ALPHA].count, 1u);
}

Test(nq_convert, statics_end_where_the_original_does)
{
    begin_level(15, 0);
    for (int i = 0; i < 129; i++) {
        struct nq_message m = {.id = NQ_SPAWNSTATIC};
        m.u.spawnstatic = (struct nq_entity_state){.model = 4, .scale = NQ_SCALE_DEFAULT};
        add(&m);
    }
    end_block();
    (void)convert_made(15, 1, NULL, 0);
    cr_expect_eq(report.found[CONVERT_STATIC].count, 1u);
    cr_expect_eq(report.found[CONVERT_STATIC].value, 129.0);
    (void)convert_made(666, 1, NULL, 0);
    cr_expect(!convert_report_refuses(&report));
}

Test(nq_convert, numbers_of_clientdata_end_at_255)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_ARMOR | NQ_SU_ARMOR2 | NQ_SU_SHELLS2;
    m.u.clientdata.has_items = true;
    m.u.clientdata.view_height = 22;
    m.u.clientdata.armor = 300;
    m.u.clientdata.ammo_counts[0] = 999;
    m.u.clientdata.health = -20;
    begin_level(666, 0);
    m = convert_one(&m, 15);
    cr_expect(m.u.clientdata.armor == 255 && m.u.clientdata.ammo_counts[0] == 255);
    cr_expect_eq(m.u.clientdata.health, -20);
    cr_expect_eq(report.found[CONVERT_NUMBER].count, 2u);
}

Test(nq_convert, a_newer_effect_is_the_nearest_old_one)
{
    struct nq_message m = {.id = NQ_TEMP_ENTITY};
    m.u.temp_entity.type = NQ_TE_GUNSHOT_QUAD;
    m.u.temp_entity.origin[0] = 8.0;
    begin_level(NQ_PROTOCOL_DP5, 0);
    m = convert_one(&m, 15);
    cr_expect(m.id == NQ_TEMP_ENTITY && m.u.temp_entity.type == NQ_TE_GUNSHOT);
    cr_expect_eq(m.u.temp_entity.origin[0], 8.0);
    cr_expect_eq(report.found[CONVERT_EFFECT].count, 1u);
}

Test(nq_convert, a_block_too_long_for_the_original_is_two)
{
    char text[1001] = {0};
    memset(text, 'x', 1000);
    begin_level(666, 0);
    nq_demo_time(&made, 1.0f);
    for (int i = 0; i < 9; i++) {
        nq_demo_text(&made, NQ_PRINT, text);
    }
    end_block();
    struct nq_message messages[8];
    cr_expect_eq(convert_made(15, 1, messages, 8), 7);
    cr_expect_eq(messages[0].id, NQ_PRINT);
    cr_expect_eq(report.blocks, 4u);
    cr_expect_eq(convert_made(666, 1, messages, 8), 10);
}

Test(nq_convert, the_damage_is_told_and_what_is_before_it_is_there)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    begin_level(666, 0);
    nq_demo_time(&made, 1.0f);
    end_block();
    const size_t good = made.file.size;
    byte_writer_u8(&made.block, 99);
    end_block();
    const struct nq_file file = open_file(made.file.data, made.file.size);
    cr_expect_lt(nq_convert(&file, 666, &out, &report, &err), 0);
    cr_expect_eq(err.offset, good + DEM_BLOCK_HEADER);
    cr_expect(out.size == good && memcmp(out.data, made.file.data, good) == 0);
    byte_writer_free(&out);
}

/* --- protocols with differences -----------------------------------------------------------------
 */

/* Expects the entity as the source has it, as far as protocol 15 can tell. */
static void expect_entity(const struct nq_state *from, const struct nq_state *to, uint32_t number)
{
    const struct nq_entity *a = nq_entity_get(from, number), *b = nq_entity_get(to, number);
    const struct nq_delta_entity *delta = nq_delta_get(from, number);
    const bool attached = delta->now.tag_entity != 0 || (delta->now.flags & 0xc) != 0;
    if (number != from->view_entity &&
        (a->model == 0 || a->alpha == 1 || a->shine.hidden || attached)) {
        return;
    }
    cr_assert(b != NULL && b->msg_time == to->times[0], "entity %u is not there", number);
    cr_assert(a->model == b->model && a->frame == b->frame && a->effects == b->effects);
    for (int i = 0; i < 3; i++) {
        cr_assert_leq(fabs((double)(a->origins[0][i] - b->origins[0][i])), 1.0 / 16.0);
    }
}

static void expect_update(const struct nq_state *from, const struct nq_state *to)
{
    cr_assert_eq(nq_state_server_time(from), nq_state_server_time(to));
    cr_assert_eq(nq_hash_level(from), nq_hash_level(to));
    cr_assert(from->items == to->items && from->view_height == to->view_height);
    cr_assert_eq(from->stats[NQ_STAT_HEALTH], to->stats[NQ_STAT_HEALTH]);
    uint32_t seen = 0, living = 0;
    for (uint32_t i = 1; i < from->arrays[NQ_DELTA_ENTITIES].count; i++) {
        if (nq_delta_lives(from, i)) {
            expect_entity(from, to, i);
            living++;
        }
    }
    for (uint32_t i = 1; i < to->arrays[NQ_ENTITIES].count; i++) {
        seen += nq_entities(to)[i].msg_time == to->times[0];
    }
    cr_assert_leq(seen, living);
}

static void step(struct nq_state **state, const struct dem_file *dem, size_t *pos)
{
    struct dem_block block;
    struct format_error err = {0};
    cr_assert_eq(dem_next_block(dem, pos, &block, &err), 1, "%s", err.what);
    cr_assert_eq(nq_state_apply_block(state, dem, &block, &err), 0, "%s", err.what);
}

Test(nq_convert, updates_of_differences_tell_of_all_entities)
{
    static const char *const names[] = {"3502.dem", "3503.dem", "3504.dem", "fte666.dem",
                                        "fte10002.dem"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct byte_writer seed = make_seed(names[i]);
        struct byte_writer out = convert(seed.data, seed.size, 15);
        const struct nq_file a = open_file(seed.data, seed.size), b = open_file(out.data, out.size);
        struct nq_state *from = nq_state_create(), *to = nq_state_create();
        size_t at = a.dem.first_block, to_at = b.dem.first_block;
        cr_assert(!convert_report_refuses(&report));
        cr_expect_gt(report.found[CONVERT_SCALE].count, 0u);
        for (int n = 0; n < 400; n++) {
            step(&from, &a.dem, &at);
            step(&to, &b.dem, &to_at);
            expect_update(from, to);
        }
        cr_expect_eq(to->protocol.version, NQ_PROTOCOL_15);
        cr_expect_eq(to->protocol.fte2, 0u);
        nq_state_destroy(from);
        nq_state_destroy(to);
        byte_writer_free(&seed);
        byte_writer_free(&out);
    }
}

/* A level under FTE2's extensions. */
static void begin_fte_level(void)
{
    static uint8_t words[8];
    static const char models[] = "maps/none.bsp\0*1\0progs/player.mdl\0";
    struct nq_message m = {.id = NQ_SERVERINFO};
    struct nq_serverinfo *info = &m.u.serverinfo;
    bytes_put_u32(words, NQ_EXTENSION_FTE2);
    bytes_put_u32(words + 4, NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO);
    info->protocol = 666;
    info->num_extensions = 1;
    info->extensions = words;
    info->fte2 = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO;
    info->max_clients = 2;
    info->level_name = "deltas";
    info->models = (struct nq_names){models, 3};
    info->sounds = (struct nq_names){"misc/null.wav\0", 1};
    info->game_dirs = "id1";
    add(&m);
    end_block();
}

Test(nq_convert, late_names_are_in_the_serverinfo)
{
    struct nq_message m = {.id = NQ_PRECACHE}, messages[4];
    begin_fte_level();
    m.u.precache.kind = NQ_PRECACHE_MODEL;
    m.u.precache.number = 4;
    m.u.precache.name = "progs/late.mdl";
    add(&m);
    m.u.precache.kind = NQ_PRECACHE_SOUND;
    m.u.precache.number = 3; /* not the next one */
    add(&m);
    end_block();
    cr_expect_eq(convert_made(15, 0, messages, 4), 1);
    cr_expect_eq(messages[0].u.serverinfo.models.count, 4u);
    cr_expect_str_eq(nq_names_get(&messages[0].u.serverinfo.models, 3), "progs/late.mdl");
    cr_expect_eq(messages[0].u.serverinfo.sounds.count, 1u);
    cr_expect_eq(messages[0].u.serverinfo.num_extensions, 0);
    cr_expect_eq(report.empty, 1u);
}

Test(nq_convert, names_in_stuffed_lines_are_messages)
{
    struct nq_message messages[3];
    begin_fte_level();
    nq_demo_text(&made, NQ_STUFFTEXT, "//fui 1 \"\\name\\ranger\\topcolor\\4\\bottomcolor\\13\"\n");
    end_block();
    cr_assert_eq(convert_made(15, 1, messages, 3), 2);
    cr_expect_eq(messages[0].id, NQ_UPDATENAME);
    cr_expect_str_eq(messages[0].u.updatename.name, "ranger");
    cr_expect_eq(messages[1].u.updatecolors.colors, 4 << 4 | 13);
    cr_expect_eq(messages[1].u.updatecolors.player, 1);
}

/* --- real demos ---------------------------------------------------------------------------------
 */

static void expect_same_states(const char *name, int32_t protocol)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "%s", name);
    struct byte_writer out = convert(data, size, protocol);
    const struct nq_file a = open_file(data, size), b = open_file(out.data, out.size);
    struct nq_state *from = nq_state_create(), *to = nq_state_create();
    size_t at = a.dem.first_block, to_at = b.dem.first_block;
    while (!nq_state_disconnected(from)) {
        step(&from, &a.dem, &at);
        step(&to, &b.dem, &to_at);
        cr_assert_eq(nq_hash_entities(from), nq_hash_entities(to), "%s", name);
        cr_assert_eq(nq_hash_player(from), nq_hash_player(to), "%s", name);
    }
    nq_state_destroy(from);
    nq_state_destroy(to);
    byte_writer_free(&out);
    free(data);
}

Test(nq_convert, real_demos_keep_their_states)
{
    expect_same_states("netquake/r666_e1m1.dem", 15);
    expect_same_states("netquake/lq_old_e2m5_999.dem", 666);
    expect_same_states("netquake/r666_alpha.dem", 999);
    expect_same_states("reports/quake/net_BJP3.dem", 15);
    expect_same_states("reports/quake/net_QUAKEDP.dem", 15);
}
