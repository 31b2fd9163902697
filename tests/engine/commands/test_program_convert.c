/* The program as its users meet it: demos in other protocols. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "formats/netquake/nq_message.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/nq_demo.h"

static void write_made(const char *name, const struct nq_message *message)
{
    struct nq_demo made;
    nq_demo_begin(&made);
    made.protocol = nq_protocol_make(NQ_PROTOCOL_666, 0);
    nq_demo_serverinfo(&made, 4);
    nq_demo_block(&made, 0, 0);
    nq_demo_time(&made, 1.0f);
    nq_demo_add(&made, message);
    nq_demo_block(&made, 0, 0);
    program_write(name, made.file.data, made.file.size);
    nq_demo_end(&made);
}

Test(program, convert_tells_what_is_left_out)
{
    write_made("fog.dem", &(struct nq_message){.id = NQ_FOG});
    struct program_result r = RUN("convert", "fog.dem", "--protocol", "15", "-o", "o.dem");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect(strstr(r.out, "o.dem: protocol 15, 2 blocks, ") == r.out, "%s", r.out);
    cr_expect(strstr(r.out, "left out  1 fog messages, the first in block 1, byte "), "%s", r.out);
    program_free(&r);
    r = RUN("convert", "fog.dem", "--protocol", "15", "-o", "o.dem", "--force", "--json");
    cr_expect(strstr(r.out, "\"left_out\":[{\"what\":\"fog\",\"count\":1,\"block\":1,"), "%s",
              r.out);
    cr_expect(strstr(r.out, "\"does_not_fit\":[]"), "%s", r.out);
    program_free(&r);
}

Test(program, convert_writes_nothing_that_does_not_fit)
{
    struct nq_message m = nq_demo_update(700, 4, 0.0, 0.0, 0.0);
    write_made("many.dem", &m);
    EXPECT_REFUSED(1, "block 1: entity number 700 does not fit into protocol 15, at most 599",
                   "convert", "many.dem", "--protocol", "15", "-o", "o.dem");
    cr_expect_not(platform_is_file(program_in_folder("o.dem")));
    struct program_result r = RUN("convert", "many.dem", "--protocol", "999", "-o", "o.dem");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_free(&r);
}

Test(program, convert_refuses_what_it_cannot_do)
{
    EXPECT_REFUSED(2, "-o", "convert", "builtin:demo1", "--protocol", "15");
    EXPECT_REFUSED(2, "--protocol", "convert", "builtin:demo1", "-o", "x.dem");
    EXPECT_REFUSED(1, "15, 666 and 999", "convert", "builtin:demo1", "--protocol", "16", "-o", "x");
    EXPECT_REFUSED(1, "68 (of 43", "convert", "builtin:demo5", "--protocol", "91", "-o", "x");
    EXPECT_REFUSED(1, "28 without extensions", "convert", "builtin:demo3", "--protocol", "15", "-o",
                   "x");
}

Test(program, convert_asks_for_one_of_several_players)
{
    EXPECT_REFUSED(1, "  2 Frost", "convert", "builtin:demo4", "--protocol", "28", "-o", "x.qwd");
    EXPECT_REFUSED(1, "no player is called Nobody", "convert", "builtin:demo4", "--protocol", "28",
                   "--player", "Nobody", "-o", "x.qwd");
    struct program_result r =
        RUN("convert", "builtin:demo4", "--protocol", "28", "--player", "Frost", "-o", "frost.qwd");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_free(&r);
    r = RUN("convert", "builtin:demo4", "--protocol", "28", "--player", "2", "-o", "2.qwd");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect(program_same_files("frost.qwd", "2.qwd"));
    program_free(&r);
    r = RUN("validate", "--for", "id", "frost.qwd");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.out);
    program_free(&r);
    r = RUN("convert", "builtin:demo3", "--protocol", "28", "-o", "plain.qwd");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_free(&r);
}

Test(program, convert_writes_a_mvd)
{
    EXPECT_REFUSED(1, "in protocol 28 as .mvd", "convert", "builtin:demo4", "--to", "mvd", "-o",
                   "x");
    EXPECT_REFUSED(1, "15, 666 and 999", "convert", "builtin:demo1", "--to", "qwd", "-o", "x");
    struct program_result r = RUN("convert", "builtin:demo3", "--to", "mvd", "-o", "3.mvd");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_free(&r);
    r = RUN("info", "3.mvd");
    cr_expect(strstr(r.out, "multi-view demo"), "%s", r.out);
    program_free(&r);
}

Test(program, convert_writes_several_demos_into_a_folder)
{
    EXPECT_REFUSED(2, "2 demos need a folder", "convert", "builtin:demo1", "builtin:demo2",
                   "--protocol", "15", "-o", "x.dem");
    struct program_result r =
        RUN("convert", "builtin:demo1", "builtin:demo2", "--protocol", "666", "-o", "new/");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect(platform_is_file(program_in_folder("new/demo2.dem")));
    program_free(&r);
    r = RUN("convert", "builtin:demo1", "--protocol", "666", "-o", "-", "--json");
    cr_expect(r.out_size > 1000 && strstr(r.err, "\"protocol\":666,"), "%s", r.err);
    program_free(&r);
}
