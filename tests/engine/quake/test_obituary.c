/* Obituary lines: killer, victim, cause; and the last ones in a state. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake/frag_feed.h"

static const char *read_line(const char *line)
{
    static char told[256];
    struct obituary o;
    if (!obituary_read(line, &o)) {
        return "nobody";
    }
    const size_t length = strlen(line);
    cr_assert(o.killer.start + o.killer.length <= length &&
              o.victim.start + o.victim.length <= length);
    snprintf(told, sizeof told, "%.*s|%s|%.*s", (int)o.killer.length, line + o.killer.start,
             obituary_cause_word(o.cause), (int)o.victim.length, line + o.victim.start);
    return told;
}

static const struct {
    const char *line, *told;
} cases[] = {
    {"b rides a's rocket", "a|rl|b"},
    {"b was gibbed by a's rocket", "a|rl|b"},
    {"b was gibbed by a's grenade", "a|gl|b"},
    {"a rips b a new one", "a|rl|b"},
    {": Timber rides > Mr Justice's rocket", "> Mr Justice|rl|: Timber"},
    {"b was smeared by a's quad rocket", "a|rl|b"},
    {"b eats a's pineapple", "a|gl|b"},
    {"b ate 2 loads of a's buckshot", "a|ssg|b"},
    {"b chewed on a's boomstick", "a|sg|b"},
    {"b was straw-cuttered by a", "a|sng|b"},
    {"b was ax-murdered by a", "a|axe|b"},
    {"b accepts a's shaft", "a|lg|b"},
    {"b accepts a's discharge", "a|discharge|b"},
    {"b was telefragged by a", "a|tele|b"},
    {"b was telefragged by his teammate", "|tele|b"},
    {"Satan's power deflects b's telefrag", "|tele|b"},
    {"a squishes b", "a|squish|b"},
    {"a mows down a teammate", "a|team mate|"},
    {"b visits the Volcano God", "|lava|b"},
    {"b discharges into the water.", "|discharge|b"},
    {"b tries to put the pin back in", "|gl|b"},
    {"b suicides", "|suicide|b"},
    {"b was shot by a Grunt", "Grunt|killed|b"},
    {"b was axed to pieces by a!", "a|axe|b"},
    {"b dove headfirst into hot lava", "|lava|b"}, /* LibreQuake */
    {"b's screams went unheard", "|fall|b"},
    {"b was perforated", "|trap|b"},
    {"b was perforated by a", "a|sng|b"},
    {"b was crushed", "|squish|b"},
    {"b was gored by a Gore Hound", "Gore Hound|killed|b"},
    {"b was shredded by a Hollow", "Hollow|killed|b"},
    {"b was shredded by ann", "ann|ng|b"},
    {"b was blasted by an Enforcer", "Enforcer|killed|b"},
    {"b was blasted by ann", "ann|ssg|b"},
    {"b's bucket was kicked by a", "a|axe|b"},
    {"b rode a's pale horse", "a|rl|b"},
    {"a needs an eye exam", "a|team mate|"},
    {"b was nailed by Dr.", "Dr.|ng|b"}, /* a name may end in a stop */
    /* names like words */
    {"rides rides rides's rocket", "rides|rl|rides"},
    {" suicides", "nobody"},
    {"b rides 's rocket", "nobody"},
    {"b suicides no more", "nobody"},
    {"b rides a's bicycle", "nobody"},
    {"Satan's power deflects 's telefrag", "nobody"},
    {"The match has begun!", "nobody"},
    {"", "nobody"},
    {"...", "nobody"},
};

Test(obituary, who_killed_whom_with_what)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_expect_str_eq(read_line(cases[i].line), cases[i].told, "%s", cases[i].line);
    }
    for (int cause = 0; cause < OBITUARY_CAUSES; cause++) {
        cr_expect_gt(strlen(obituary_cause_word((enum obituary_cause)cause)), 1u, "%d", cause);
    }
}

/* A truncated or corrupted line gives spans inside itself, or is rejected. */
Test(obituary, any_bytes)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const size_t length = strlen(cases[i].line);
        for (size_t cut = 0; cut < length; cut++) {
            char line[128];
            memcpy(line, cases[i].line, length + 1);
            line[cut] = (char)(line[cut] ^ 0x84);
            read_line(line);
            line[cut] = '\0';
            read_line(line);
        }
    }
}

Test(frag_feed, keeps_the_last_that_were_printed_in_pieces)
{
    static struct frag_feed feed;
    char line[64];
    frag_feed_print(&feed, "b", 1.0);
    frag_feed_print(&feed, " rides ", 1.5);
    cr_expect_null(frag_feed_line(&feed, 0));
    frag_feed_print(&feed, "a's rocket\nthe weather is fine\nb suicides\n", 2.0);
    const struct frag_line *first = frag_feed_line(&feed, 0), *second = frag_feed_line(&feed, 1);
    cr_assert(first != NULL && second != NULL && frag_feed_line(&feed, 2) == NULL);
    cr_expect_eq(first->time, 2.0);
    cr_expect(first->killer_length == 1 && first->killer[0] == 'a' && first->victim[0] == 'b');
    cr_expect(second->killer_length == 0 && second->cause == OBITUARY_HIMSELF);
    for (int i = 0; i < 20; i++) {
        snprintf(line, sizeof line, "player %d is not so long a name died\n", i);
        frag_feed_print(&feed, line, 10.0 + i);
    }
    cr_expect_eq(frag_feed_line(&feed, 0)->time, 10.0 + 20 - FRAG_FEED_LINES);
    cr_expect_eq(frag_feed_line(&feed, FRAG_FEED_LINES - 1)->time, 29.0);
    cr_expect_eq(frag_feed_line(&feed, 0)->victim_length, FRAG_NAME_BYTES, "cut");
    cr_expect_null(frag_feed_line(&feed, FRAG_FEED_LINES));
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (int i = 0; i < 100; i++) { /* a line without end grows nothing */
        frag_feed_print(&feed, line, 40.0);
    }
    cr_expect_eq(feed.count, 22u);
}
