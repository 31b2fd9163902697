/* Wording of obituaries. */
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

static struct q3_obituary of_means(enum q3_mod mod, bool live, int32_t means)
{
    return (struct q3_obituary){.mod = mod, .live = live, .means = means};
}

Test(q3_obituary, causes_in_a_word_and_their_weapons)
{
    static const struct {
        const char *word;
        enum q3_mod mod;
        bool live;
        int32_t means, weapon;
    } cases[] = {
        {"died", Q3_MOD_NONE, false, 0, 0},
        {"died", Q3_MOD_NONE, false, -1, 0},
        {"died", Q3_MOD_NONE, false, 24, 0},
        {"sg", Q3_MOD_NONE, false, 1, 3},
        {"gauntlet", Q3_MOD_NONE, false, 2, 1},
        {"mg", Q3_MOD_NONE, false, 3, 2},
        {"gl", Q3_MOD_NONE, false, 4, 4},
        {"gl", Q3_MOD_NONE, false, 5, 4},
        {"rl", Q3_MOD_NONE, false, 6, 5},
        {"rl", Q3_MOD_NONE, false, 7, 5},
        {"pg", Q3_MOD_NONE, false, 8, 8},
        {"pg", Q3_MOD_NONE, false, 9, 8},
        {"rg", Q3_MOD_NONE, false, 10, 7},
        {"lg", Q3_MOD_NONE, false, 11, 6},
        {"bfg", Q3_MOD_NONE, false, 12, 9},
        {"bfg", Q3_MOD_NONE, false, 13, 9},
        {"water", Q3_MOD_NONE, false, 14, 0},
        {"slime", Q3_MOD_NONE, false, 15, 0},
        {"lava", Q3_MOD_NONE, false, 16, 0},
        {"crushed", Q3_MOD_NONE, false, 17, 0},
        {"telefrag", Q3_MOD_NONE, false, 18, 0},
        {"fall", Q3_MOD_NONE, false, 19, 0},
        {"suicide", Q3_MOD_NONE, false, 20, 0},
        {"laser", Q3_MOD_NONE, false, 21, 0},
        {"trap", Q3_MOD_NONE, false, 22, 0},
        {"grapple", Q3_MOD_NONE, false, 23, 10},
        {"ng", Q3_MOD_TEAM_ARENA, false, 23, 11},
        {"cg", Q3_MOD_OPENARENA, false, 24, 13},
        {"mine", Q3_MOD_TEAM_ARENA, false, 25, 12},
        {"kamikaze", Q3_MOD_TEAM_ARENA, false, 26, 0},
        {"juiced", Q3_MOD_TEAM_ARENA, false, 27, 0},
        {"grapple", Q3_MOD_TEAM_ARENA, false, 28, 10},
        {"died", Q3_MOD_TEAM_ARENA, false, 29, 0},
        {"team", Q3_MOD_NONE, true, 29, 0},
        {"thaw", Q3_MOD_NONE, true, 30, 0},
        {"discharge", Q3_MOD_NONE, true, 31, 6},
        {"hmg", Q3_MOD_NONE, true, 32, 14},
        {"headshot", Q3_MOD_NONE, true, 33, 7},
        {"died", Q3_MOD_NONE, true, 34, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct q3_obituary o = of_means(cases[i].mod, cases[i].live, cases[i].means);
        cr_expect_str_eq(q3_obituary_word(&o), cases[i].word, "%d", (int)cases[i].means);
        cr_expect_eq(q3_obituary_weapon(&o), cases[i].weapon, "%s", cases[i].word);
    }
}
