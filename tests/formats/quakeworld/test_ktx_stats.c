/* KTX's statistics: JSON, cut and wrong; hits; those of real demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quakeworld/ktx_stats.h"
#include "tests/support/real_data.h"

static struct ktx_stats stats;

static int read_text(const char *text)
{
    return ktx_stats_read(&stats, (const uint8_t *)text, strlen(text));
}

static const char example[] =
    "{\"version\": 3, \"duration\": 600.9,\"list\": [1, [2], {\"name\": \"no\"}],\"players\": ["
    "{\"name\": \"a\\u0012\\\"b\", \"team\": \"red\", \"stats\": {\"frags\": -7, \"kills\": 12, "
    "\"deaths\": 3, \"tk\": 1, \"suicides\": 2},\"dmg\": {\"given\": 99999999999, \"taken\": 5},"
    "\"control\": 7.156418,\"weapons\": {\"lg\": {\"acc\": {\"attacks\": 40, \"hits\": 10}}},"
    "\"items\": {\"ra\": {\"took\": 4, \"time\": 9}}, \"seen\": [{\"name\": \"no\"}, true, null]},"
    "{\"name\": \"b\", \"weapons\": {\"rl\": {\"acc\": {\"attacks\": 1}}}}], \"duration\": 600}";

Test(ktx_stats, an_example)
{
    cr_assert_eq(read_text(example), 0);
    cr_assert_eq(stats.num_players, 2u);
    cr_expect_eq(stats.duration, 600);
    const struct ktx_player *p = &stats.players[0];
    cr_expect_str_eq(p->name, "a\x12\"b");
    cr_expect_str_eq(p->team, "red");
    cr_expect(p->frags == -7 && p->kills == 12 && p->deaths == 3 && p->suicides == 2 &&
              p->team_kills == 1);
    cr_expect_eq(p->damage_given, KTX_MOST);
    cr_expect_eq(p->damage_taken, 5);
    cr_expect_eq(p->control, 7);
    cr_expect(p->attacks[KTX_LG] == 40 && p->hits[KTX_LG] == 10 && p->attacks[KTX_RL] == 0);
    cr_expect_eq(p->took[KTX_RED_ARMOR], 4);
    cr_expect_eq(stats.players[1].attacks[KTX_RL], 1);
}

Test(ktx_stats, cut_and_changed_at_every_byte)
{
    for (size_t size = 0; size + 1 < sizeof example; size++) {
        uint8_t *part = malloc(size + 1);
        cr_assert_not_null(part);
        memcpy(part, example, size);
        cr_expect_lt(ktx_stats_read(&stats, part, size), 0, "%zu", size);
        free(part);
        char changed[sizeof example];
        for (int bit = 0; bit < 8; bit++) {
            memcpy(changed, example, sizeof example);
            changed[size] = (char)(changed[size] ^ 1 << bit);
            const int code = ktx_stats_read(&stats, (const uint8_t *)changed, sizeof example - 1);
            cr_expect_leq(code, 0);
            cr_expect_leq(stats.num_players, (uint32_t)KTX_PLAYERS);
        }
    }
}

Test(ktx_stats, what_is_none)
{
    static const char *const wrong[] = {
        "", "[]", "{", "{\"a\"}", "{\"a\": }", "{a: 1}", "{\"a\": \"\\u12", "{\"a\": \"\\", "7"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_expect_lt(read_text(wrong[i]), 0, "%s", wrong[i]);
    }
    char deep[400] = "{\"a\": ";
    memset(deep + 6, '[', 300);
    cr_expect_lt(read_text(deep), 0);
    cr_expect_eq(read_text("{}"), 0);
}

Test(ktx_stats, more_players_than_a_server_has)
{
    const size_t size = 20000;
    char *text = malloc(size);
    cr_assert_not_null(text);
    int used = snprintf(text, size, "{\"players\": [");
    for (int i = 0; i < 255; i++) {
        used += snprintf(text + used, size - (size_t)used, "%s{\"name\": \"x\"}", i ? "," : "");
    }
    snprintf(text + used, size - (size_t)used, "]}");
    cr_expect_eq(read_text(text), 0);
    cr_expect_eq(stats.num_players, (uint32_t)KTX_PLAYERS);
    free(text);
}

Test(ktx_stats, real_demos)
{
    struct ktx_told told;
    size_t size;
    uint8_t *data = real_data_read(&size, "quakeworld/corpus/1on1_tron_2024.mvd");
    cr_assert_eq(ktx_told_read(&told, data, size), 0);
    cr_assert_eq(told.num_matches, 1u);
    const struct ktx_stats *s = &told.matches[0].stats;
    cr_expect(s->num_players == 2 && s->duration == 9);
    cr_expect_str_eq(s->players[1].name, "Milton");
    cr_expect(s->players[1].frags == 8 && s->players[1].damage_given == 2324);
    cr_expect(s->players[0].attacks[KTX_LG] == 69 && s->players[0].hits[KTX_LG] == 31);
    cr_expect_eq(s->players[1].took[KTX_MEGAHEALTH], 8);
    cr_expect_gt(told.num_hits, 80u);
    for (uint32_t i = 1; i < told.num_hits; i++) {
        cr_expect_geq(told.hits[i].offset, told.hits[i - 1].offset);
    }
    ktx_told_free(&told);
    free(data);
}
