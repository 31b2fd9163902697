/* Hashes of what a QuakeWorld client knows: what they cover, and the lines of dump. */
#include <criterion/criterion.h>

#include "engine/quakeworld/qw_hash.h"
#include "tests/support/qw_game.h"

struct hashes {
    uint64_t players, entities, level;
};

static struct qw_game game;

static void begin_qwd(void)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28});
}

static void end_qwd(void)
{
    qw_game_end(&game);
}

TestSuite(qw_hash, .init = begin_qwd, .fini = end_qwd);

static void add_frame(float x, float rocket)
{
    const struct qw_entity entity = qw_game_entity(40, 4, rocket);
    qw_game_player(&game, 3, x);
    qw_game_entities(&game, -1, &entity, 1);
    qw_game_block(&game, 13);
}

static void add_print(const char *text)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.text = text;
    qw_game_add(&game, &m);
}

static struct hashes hash_now(void)
{
    qw_game_play(&game);
    return (struct hashes){qw_hash_players(game.state), qw_hash_entities(game.state),
                           qw_hash_level(game.state, &game.demo)};
}

/* Which hashes the messages of a block change: 1 players, 2 entities, 4 level. */
static int changed_by(void)
{
    const struct hashes before = hash_now();
    qw_game_block(&game, 13);
    const struct hashes now = hash_now();
    return (now.players != before.players) | (now.entities != before.entities) << 1 |
           (now.level != before.level) << 2;
}

Test(qw_hash, each_covers_its_own)
{
    qw_game_signon(&game);
    add_frame(8, 16);
    qw_game_stat(&game, QW_STAT_HEALTH, 77);
    cr_expect_eq(changed_by(), 1);
    qw_game_player(&game, 3, 9);
    cr_expect_eq(changed_by(), 1);
    const struct qw_entity moved = qw_game_entity(40, 4, 24);
    qw_game_player(&game, 3, 9);
    qw_game_entities(&game, -1, &moved, 1);
    cr_expect_eq(changed_by(), 2);
    struct qw_message m = {.id = QW_LIGHTSTYLE};
    m.u.lightstyle.style = 9;
    m.u.lightstyle.map = "az";
    qw_game_add(&game, &m);
    cr_expect_eq(changed_by(), 4);
    qw_game_add(&game, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = 1});
    cr_expect_eq(changed_by(), 4);
    m = (struct qw_message){.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.user = 5;
    m.u.updateuserinfo.info = "\\name\\bob";
    qw_game_add(&game, &m);
    cr_expect_eq(changed_by(), 4);
    m = (struct qw_message){.id = QW_SPAWNBASELINE};
    m.u.spawnbaseline.entity = 50;
    m.u.spawnbaseline.state.skin = 1;
    qw_game_add(&game, &m);
    cr_expect_eq(changed_by(), 4);
    m = (struct qw_message){.id = QW_SPAWNSTATIC};
    qw_game_add(&game, &m);
    cr_expect_eq(changed_by(), 4);
    add_print("no part of it");
    qw_game_text(&game, QW_CENTERPRINT, "nor this");
    cr_expect_eq(changed_by(), 0);
}

Test(qw_hash, the_place_in_the_file_does_not_count)
{
    qw_game_signon(&game);
    add_frame(8, 16);
    const struct hashes first = hash_now();
    add_print("longer");
    qw_game_signon(&game);
    add_frame(8, 16);
    const struct hashes again = hash_now();
    cr_expect_eq(first.players, again.players);
    cr_expect_eq(first.entities, again.entities);
    cr_expect_eq(first.level, again.level);
}

Test(qw_hash, a_line_for_each_update)
{
    char text[256];
    struct format_error err = {0};
    unsigned long index, block;
    float time;
    qw_game_signon(&game);
    add_frame(8, 16);
    add_print("no update");
    qw_game_block(&game, 13);
    add_frame(9, 16);
    qw_game_play(&game);
    FILE *out = fmemopen(text, sizeof text, "w");
    cr_assert_not_null(out);
    cr_expect_eq(qw_dump_hashes(out, &game.demo, &err), 0);
    (void)!fclose(out);
    cr_assert_eq(sscanf(text, "%lu %lu %f", &index, &block, &time), 3);
    cr_expect(index == 0 && block == 1 && time == 100.013f);
    const char *second = strchr(text, '\n') + 1;
    cr_assert_eq(sscanf(second, "%lu %lu %f", &index, &block, &time), 3);
    cr_expect(index == 1 && block == 3);
    cr_expect_eq(strchr(second, '\n')[1], '\0');
}
