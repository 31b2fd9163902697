/* Fuzz target: QuakeWorld demos of both containers in protocol 28 without extensions. What comes
 * out is whole, ends, has no packet that is too long, and comes out again as it is. The last byte
 * chooses the player of a .mvd. */
#include <string.h>

#include "engine/edit/quakeworld/qw_plain.h"
#include "engine/edit/quakeworld/qwd_convert.h"
#include "engine/edit/quakeworld/qwd_to_mvd.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/qw_walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_packets(const struct byte_writer *made)
{
    struct qwd_block block;
    size_t pos = 0;
    while (qwd_next_block(made->data, made->size, &pos, &block, NULL) > 0) {
        require(block.type != QWD_READ || block.u.packet.kind != QWD_SEQUENCED ||
                block.u.packet.size <= QW_PLAIN_PACKET);
    }
    require(pos == made->size);
}

static void check_made(const struct byte_writer *made)
{
    struct qw_walk walk = {0};
    struct format_error err;
    require(qw_walk_demo(&walk, QW_CONTAINER_QWD, made->data, made->size, &err) == 0);
    require(walk.ended);
    byte_writer_free(&walk.out);
    check_packets(made);
}

static void check_demo(const struct qw_demo *demo, uint8_t player)
{
    struct byte_writer made = {0};
    struct convert_report report;
    struct format_error err = {0};
    const int code = demo->container == QW_CONTAINER_MVD
                         ? qwd_convert_player(demo, player, &made, &report, &err)
                         : qwd_convert_plain(demo, &made, &report, &err);
    require(code == 0 || err.what[0] != '\0');
    require((report.blocks == 0) == (made.size == 0));
    if (made.size > 0 && !convert_report_refuses(&report)) {
        check_made(&made);
    }
    byte_writer_free(&made);
}

/* As a .mvd. */
static void check_to_mvd(const struct qw_demo *demo)
{
    struct qw_walk walk = {0};
    struct byte_writer made = {0};
    struct convert_report report;
    struct format_error err = {0};
    const int code = qwd_to_mvd(demo, &made, &report, &err);
    require(code == 0 || err.what[0] != '\0');
    require((report.blocks == 0) == (made.size == 0));
    if (made.size > 0) {
        require(qw_walk_demo(&walk, QW_CONTAINER_MVD, made.data, made.size, &err) == 0);
    }
    byte_writer_free(&walk.out);
    byte_writer_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0) {
        const struct qw_demo client = {data, size, QW_CONTAINER_QWD};
        const struct qw_demo server = {data, size, QW_CONTAINER_MVD};
        check_demo(&client, 0);
        check_to_mvd(&client);
        check_demo(&server, data[size - 1] % QW_PLAYERS);
    }
    return 0;
}
