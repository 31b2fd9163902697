/* Blocks of NetQuake demos that are too long. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/edit/netquake/nq_split_block.h"
#include "formats/netquake/dem.h"

enum { LIMIT = 100 };

static struct nq_protocol protocol;
static struct byte_writer block, out;
static const float angles[3] = {1.0f, 2.0f, 3.0f};
static uint32_t blocks;
static size_t largest;

static void begin(void)
{
    protocol = nq_protocol_make(NQ_PROTOCOL_15, 0);
    dem_write_track(&out, -1);
}

static void end(void)
{
    byte_writer_free(&block);
    byte_writer_free(&out);
}

TestSuite(nq_split_block, .init = begin, .fini = end);

static void add(const struct nq_message *message)
{
    nq_message_encode(&protocol, message, &block);
}

static void add_text(uint8_t id, size_t size)
{
    char text[64] = {0};
    memset(text, 'x', size - 2);
    add(&(struct nq_message){.id = id, .u.text = text});
}

static void add_time(void)
{
    add(&(struct nq_message){.id = NQ_TIME, .u.time = 7.0f});
}

static void split(void)
{
    cr_assert_eq(
        nq_split_block(&protocol, angles, block.data, block.size, LIMIT, &out, &blocks, &largest),
        0);
}

/* The id of each block's first message, then 0; expects the angles. */
static void expect_blocks(const uint8_t *ids)
{
    struct dem_file dem;
    struct dem_block found;
    cr_assert_eq(dem_open(&dem, out.data, out.size, NULL), 0);
    size_t pos = dem.first_block, i = 0;
    for (; dem_next_block(&dem, &pos, &found, NULL) > 0; i++) {
        cr_expect(memcmp(found.angles, angles, sizeof(angles)) == 0);
        cr_expect_eq(found.messages[0], ids[i], "block %zu: %u", i, found.messages[0]);
    }
    cr_expect_eq(ids[i], 0);
    cr_expect_eq(blocks, i);
}

Test(nq_split_block, a_block_that_fits_stays_one)
{
    add_time();
    add_text(NQ_PRINT, 50);
    add_text(NQ_PRINT, 45);
    cr_assert_eq(block.size, (size_t)LIMIT);
    split();
    expect_blocks((const uint8_t[]){NQ_TIME, 0});
    cr_expect_eq(largest, (size_t)LIMIT);
    cr_expect_arr_eq(out.data + 3 + DEM_BLOCK_HEADER, block.data, block.size);
}

Test(nq_split_block, prints_go_in_front_of_their_update)
{
    add_time();
    add_text(NQ_PRINT, 50);
    add_text(NQ_CENTERPRINT, 40);
    add_text(NQ_PRINT, 51);
    add_text(NQ_PRINT, 10);
    split();
    expect_blocks((const uint8_t[]){NQ_PRINT, NQ_PRINT, NQ_TIME, 0});
    cr_expect_eq(largest, 61u);
}

Test(nq_split_block, an_update_stays_in_one_block)
{
    add_time();
    add_text(NQ_CENTERPRINT, 60);
    add_text(NQ_CENTERPRINT, 60);
    split();
    expect_blocks((const uint8_t[]){NQ_TIME, 0});
    cr_expect_eq(largest, 125u, "told: it is too long");
}

Test(nq_split_block, a_sign_on_is_split_between_any_messages)
{
    add_text(NQ_STUFFTEXT, 50);
    add_text(NQ_CENTERPRINT, 50);
    add_text(NQ_PRINT, 50);
    split();
    expect_blocks((const uint8_t[]){NQ_STUFFTEXT, NQ_PRINT, 0});
    cr_expect_eq(largest, (size_t)LIMIT);
}

Test(nq_split_block, what_cannot_be_read_is_an_error)
{
    add_time();
    for (int i = 0; i < 3; i++) {
        add_text(NQ_PRINT, 50);
    }
    block.data[block.size - 1] = 'x';
    cr_expect_lt(
        nq_split_block(&protocol, angles, block.data, block.size, LIMIT, &out, &blocks, &largest),
        0);
}

/* What is behind a level's lists may need them. */
Test(nq_split_block, nothing_goes_in_front_of_a_serverinfo)
{
    struct nq_message info = {.id = NQ_SERVERINFO};
    info.u.serverinfo.protocol = NQ_PROTOCOL_15;
    info.u.serverinfo.level_name = "";
    add_text(NQ_PRINT, 50);
    add(&info);
    add_text(NQ_PRINT, 51);
    add_time();
    split();
    expect_blocks((const uint8_t[]){NQ_PRINT, NQ_SERVERINFO, 0});
}

Test(nq_split_block, limits_are_those_of_the_oldest_client)
{
    cr_expect_eq(nq_block_limit(&protocol), (size_t)NQ_BLOCK_ID);
    protocol.version = NQ_PROTOCOL_666;
    cr_expect_eq(nq_block_limit(&protocol), (size_t)NQ_BLOCK_FITZQUAKE);
    protocol.fte2 = 1;
    cr_expect_eq(nq_block_limit(&protocol), (size_t)NQ_BLOCK_QUAKESPASM);
    protocol = nq_protocol_make(NQ_PROTOCOL_NEHAHRA, 0);
    cr_expect_eq(nq_block_limit(&protocol), (size_t)DEM_MAX_BLOCK_SIZE);
}
