/* Words of who died by whom. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/quake3/hud/q3_obituary.h"

static const char *told(enum q3_mod mod, bool live, int32_t means, const char *attacker, bool self,
                        enum q3_sex sex)
{
    static char text[128];
    const struct q3_obituary obituary = {mod, live, means, "A", attacker, self, sex};
    q3_obituary_text(&obituary, text, sizeof(text));
    return text;
}

#define EXPECT(expected, ...) cr_expect_str_eq(told(__VA_ARGS__), expected, "%s", told(__VA_ARGS__))

Test(q3_obituary, the_games_words)
{
    EXPECT("A^7 was railed by B^7", Q3_MOD_NONE, false, 10, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 ate B^7's rocket", Q3_MOD_NONE, false, 6, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 was caught by B^7", Q3_MOD_NONE, false, 23, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 was nailed by B^7", Q3_MOD_TEAM_ARENA, false, 23, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 was caught by B^7", Q3_MOD_OPENARENA, false, 28, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 cratered.", Q3_MOD_NONE, false, 19, "", false, Q3_SEX_MALE);
    EXPECT("A^7 cratered.", Q3_MOD_NONE, false, 19, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 was given a small push by B^7", Q3_MOD_OPENARENA, false, 19, "B", false,
           Q3_SEX_MALE);
    EXPECT("A^7 blew herself up.", Q3_MOD_NONE, false, 7, "A", true, Q3_SEX_FEMALE);
    EXPECT("A^7 killed itself.", Q3_MOD_NONE, false, 20, "A", true, Q3_SEX_NEUTER);
    EXPECT("A^7 discharged himself.", Q3_MOD_TEAM_ARENA, true, 31, "A", true, Q3_SEX_MALE);
    EXPECT("A^7 died.", Q3_MOD_NONE, false, 10, "", false, Q3_SEX_MALE);
    EXPECT("A^7 was killed by B", Q3_MOD_NONE, false, 999, "B", false, Q3_SEX_MALE);
    EXPECT("A^7 was killed by B", Q3_MOD_NONE, false, -1, "B", false, Q3_SEX_MALE);
}
