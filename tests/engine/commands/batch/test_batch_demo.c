/* One of many demos: what is told of one that is whole, damaged, or torn. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <zlib.h>

#include "assets/builtin/builtin.h"
#include "engine/commands/batch/batch_demo.h"
#include "tests/support/command.h"

static const struct demo_search nowhere;

/* The first built-in demo in a gzip file without its last bytes. Returns its path. */
static const char *write_torn(size_t missing)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    const size_t room = size + 1024;
    uint8_t *packed = malloc(room);
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)data,
                       .avail_in = (uInt)size,
                       .next_out = packed,
                       .avail_out = (uInt)room};
    cr_assert_not_null(packed);
    cr_assert_eq(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    cr_assert_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
    const char *path = command_file("a.dem.gz", packed, stream.total_out - missing);
    cr_assert_eq(deflateEnd(&stream), Z_OK);
    free(packed);
    return path;
}

Test(batch_demo, a_torn_file_is_damaged_behind_its_demo)
{
    const char *path = write_torn(4);
    struct batch_demo reading = {0};
    cr_assert(batch_demo_begin(&reading, path, &nowhere, false), "%s", reading.error.what);
    cr_expect_eq(reading.code, 0);
    batch_demo_end(&reading, 0);
    cr_expect_eq(reading.code, FORMAT_BAD);
    cr_expect_eq(reading.error.offset, reading.source.torn.offset);
    cr_expect_str_eq(reading.error.what, reading.source.torn.what);
    cr_expect_str_eq(batch_demo_family(&reading), "netquake");
    reading.error.offset = 7;
    batch_demo_end(&reading, FORMAT_UNKNOWN);
    cr_expect_eq(reading.code, FORMAT_UNKNOWN, "what is damaged before counts");
    cr_expect_eq(reading.error.offset, 7u);
    batch_demo_free(&reading);
    command_remove(path);
}

Test(batch_demo, a_whole_demo)
{
    const char *path = write_torn(0);
    struct batch_demo reading = {0};
    cr_assert(batch_demo_begin(&reading, path, &nowhere, false));
    batch_demo_end(&reading, 0);
    cr_expect_eq(reading.code, 0);
    cr_expect(batch_demo_report(&reading));
    batch_demo_free(&reading);
    command_remove(path);
}

Test(batch_demo, no_demo_at_all)
{
    const char *path = command_file("a.dem", "no demo", 7);
    struct batch_demo reading = {0};
    cr_expect_not(batch_demo_begin(&reading, path, &nowhere, false));
    cr_expect(reading.opened && reading.code < 0, "its bytes were read");
    cr_expect_str_eq(reading.name, path);
    cr_expect_not(batch_demo_report(&reading));
    batch_demo_free(&reading);
    command_remove(path);
    reading = (struct batch_demo){0};
    cr_expect_not(batch_demo_begin(&reading, "/nowhere/a.dem", &nowhere, false));
    cr_expect_not(reading.opened);
    cr_expect_null(batch_demo_family(&reading));
    batch_demo_free(&reading);
}

Test(batch_demo, commands_tell_the_byte_of_a_demo)
{
    const char *path = write_torn(4);
    struct command_result r = COMMAND(cmd_events, "events", path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.out, "level");
    command_expect(r.err, "a.dem.gz: byte ");
    command_free(&r);
    command_remove(path);
    r = command_run_on(cmd_events, NULL, "a.dem", "no demo", 7);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: not a Quake demo");
    command_free(&r);
}
