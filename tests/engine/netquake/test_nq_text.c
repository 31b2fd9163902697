/* Prints of a NetQuake server, and what the state keeps of them. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/nq_demo.h"

static struct nq_demo demo;

static void print(const char *text)
{
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_PRINT, .u.text = text});
}

static const struct nq_state *play(void)
{
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    cr_assert_eq(nq_demo_step(&demo), 0, "%s", demo.err.what);
    return demo.state;
}

/* QuakeWorld's codes are letters here: no NetQuake client reads them otherwise. */
Test(nq_text, codes_of_quakeworld_are_letters)
{
    static const char said[] = "rock &roll {&cf00x}";
    nq_demo_begin(&demo);
    print("rock &roll {&cf00x}\n");
    const struct console_line *line = &play()->prints[0];
    cr_assert_eq(line->length, sizeof said - 1);
    cr_expect_eq(memcmp(line->text, said, sizeof said - 1), 0);
    cr_expect_eq(line->num_runs, 0u);
    nq_demo_end(&demo);
}

Test(nq_text, deaths)
{
    nq_demo_begin(&demo);
    print("player");
    print(" was gibbed by ranger's grenade\n");
    print("\001ranger: player rides ranger's rocket\n"); /* only chat */
    print("player burst into flames\n");
    const struct frag_feed *feed = &play()->frags;
    const struct frag_line *first = frag_feed_line(feed, 0), *second = frag_feed_line(feed, 1);
    cr_assert(first != NULL && second != NULL && frag_feed_line(feed, 2) == NULL);
    cr_expect(first->cause == OBITUARY_GRENADE && memcmp(first->killer, "ranger", 6) == 0);
    cr_expect(second->cause == OBITUARY_LAVA && second->killer_length == 0);
    nq_demo_end(&demo);
}

Test(nq_text, the_rule_of_teams)
{
    nq_demo_begin(&demo);
    print("\"teamplay\" changed to \"5\"\n");
    print("\"fraglimit\" changed to \"9\"\n");
    cr_expect_eq(play()->teamplay, 5u);
    nq_demo_end(&demo);
    nq_demo_begin(&demo);
    print("\"teamplay\" changed to \"5\"\n");
    print("\"teamplay\" changed to \"");
    cr_expect_eq(play()->teamplay, 0u);
    nq_demo_end(&demo);
}
