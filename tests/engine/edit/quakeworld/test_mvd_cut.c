/* Parts of QuakeWorld multi-view demos: what their beginning tells, which bytes are copied, what is
 * told in full; the states of parts of real demos. */
#include "tests/engine/edit/quakeworld/qw_parts.h"

#include "assets/builtin/builtin.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

enum { UPDATES = 8, STEP_MS = 64 };

#define STEP 0.064 /* seconds between updates */

static struct qw_game game; /* its file alone is used */

static void begin(void)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28, .is_mvd = true});
}

static void end(void)
{
    qw_game_end(&game);
}

TestSuite(mvd_cut, .init = begin, .fini = end);

static void add_user(uint8_t player, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = player;
    m.u.updateuserinfo.user = player + 1;
    m.u.updateuserinfo.info = info;
    qw_game_add(&game, &m);
}

static void add_stats(uint8_t player, int32_t health, unsigned msec)
{
    qw_game_stat(&game, QW_STAT_HEALTH, health);
    qw_game_stat(&game, QW_STAT_ITEMS, 0x10000 + player);
    qw_game_mvd_block(&game, msec, MVD_STATS, player, 0);
}

static void add_level(void)
{
    struct qw_message m = {.id = QW_SERVERDATA};
    m.u.serverdata = (struct qw_serverdata){.protocol = 28,
                                            .server_count = 5,
                                            .game_dir = "qw",
                                            .demo_time = 1000.5f,
                                            .level_name = "made"};
    qw_game_add(&game, &m);
    static const char models[] = "maps/made.bsp\0progs/player.mdl\0progs/missile.mdl\0";
    m = (struct qw_message){.id = QW_MODELLIST};
    m.u.names = (struct qw_names){.data = models, .size = sizeof models, .count = 3};
    qw_game_add(&game, &m);
    add_user(0, "\\name\\zero");
    add_user(4, "\\name\\four");
    qw_game_text(&game, QW_STUFFTEXT, "skins\n");
    qw_game_block(&game, 0);
    add_stats(0, 100, 0);
    add_stats(4, 90, 0);
}

static void add_player(uint8_t player, uint16_t flags, float value)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    m.u.mvd_player = (struct qw_mvd_playerinfo){.player = player,
                                                .flags = flags,
                                                .frame = (uint8_t)value,
                                                .model = 2,
                                                .skin = 7,
                                                .effects = 8,
                                                .weapon_frame = 3,
                                                .origin = {value, 2 * value, 3 * value},
                                                .angles = {0, 90, 0}};
    qw_game_add(&game, &m);
}

/* All of a player is told in update 0, then one coordinate; player 4 is away from 2 to 4. */
static void add_players(int number)
{
    const uint16_t all = 7 * QW_DF_ORIGIN1 | 7 * QW_DF_ANGLE1 | QW_DF_EFFECTS | QW_DF_SKIN |
                         QW_DF_WEAPONFRAME | QW_DF_MODEL | QW_DF_DEAD;
    add_player(0, number == 0 ? all : QW_DF_ORIGIN1, 8 + (float)number);
    if (number < 2 || number > 4) {
        add_player(4, number == 0 ? all : QW_DF_ORIGIN1 << 1, 80 + (float)number);
    }
}

/* Entities 40 and 60 come in full in update 0, then 40 moves. */
static void add_update(int number)
{
    const struct qw_entity entities[2] = {qw_game_entity(40, 3, (float)(8 * number)),
                                          qw_game_entity(60, 3, 100)};
    add_players(number);
    qw_game_block(&game, STEP_MS);
    qw_game_entities(&game, number == 0 ? -1 : number, entities, number == 0 ? 2 : 1);
    qw_game_block(&game, 0);
}

static void add_updates(void)
{
    for (int i = 0; i < UPDATES; i++) {
        add_update(i);
        if (i == 2) {
            add_stats(4, 33, 0);
            qw_game_text(&game, QW_STUFFTEXT, "v_cshift 1 2 3 4\n");
            qw_game_mvd_block(&game, 0, MVD_SINGLE, 4, 0);
            byte_writer_bytes(&game.block, "\xfe\xff hidden", 9);
            qw_game_mvd_block(&game, 0, MVD_MULTIPLE, 0, 0);
        }
    }
}

static struct byte_writer cut_made(int first, int last, struct edit_report *report)
{
    return qw_part_of(game.file.data, game.file.size, STEP * first, STEP * last, report);
}

static struct qw_state *play(const struct byte_writer *part, uint32_t updates)
{
    uint32_t count;
    struct qw_state *state = qw_part_play(part, QW_CONTAINER_MVD, &count);
    cr_expect_eq(count, updates);
    return state;
}

static void expect_same_states(int first, int last)
{
    struct edit_report report;
    struct demo demo = qw_part_open(game.file.data, game.file.size);
    const struct edit_range range = qw_part_find(&demo, STEP * first, STEP * last);
    struct byte_writer out = cut_made(first, last, &report);
    cr_expect_gt(report.start_steps, 0u);
    cr_expect_eq(qw_part_compare("made", demo.file, &range, &out), range.updates);
    edit_report_free(&report);
    demo_close(&demo);
    byte_writer_free(&out);
}

Test(mvd_cut, a_part_begins_as_things_stood)
{
    struct edit_report report;
    add_level();
    add_updates();
    struct byte_writer out = cut_made(3, 3, &report);
    struct qw_state *state = play(&out, 1);
    cr_expect_str_eq(state->players[4].name, "four");
    cr_expect_eq(state->players[0].view.stats[0], 100);
    cr_expect_eq(state->players[4].view.stats[0], 33);
    cr_expect_eq(state->players[4].view.stats[QW_STAT_ITEMS], 0x10004);
    cr_expect(state->orders[4].tint[3] == 4 && state->orders[0].tint[3] == 0);
    const struct qw_player_state *player = &state->players[0].states[0];
    cr_expect(player->origin[0] == 11 && player->origin[1] == 16 && player->origin[2] == 24);
    cr_expect(player->model == 2 && player->skin == 7 && player->effects == 8);
    cr_expect(player->weapon_frame == 3 && player->angles[1] == 90.0f && player->frame == 11);
    cr_expect_not(state->players[4].visible);
    cr_expect_eq(state->arrays[QW_ENTITIES].count, 2u);
    cr_expect_eq(qw_shown_entities(state)[0].now.origin[0], 24.0f);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(mvd_cut, who_comes_later_is_told_in_full)
{
    add_level();
    add_updates();
    for (int first = 1; first < UPDATES; first++) {
        expect_same_states(first, UPDATES - 1);
    }
}

Test(mvd_cut, blocks_stand_at_their_times)
{
    struct edit_report report;
    struct mvd_block block;
    struct qw_protocol protocol = {.version = 28, .is_mvd = true};
    struct qw_message m;
    size_t pos = 0, at = 0;
    uint32_t msec = 0, stats = 0, hidden = 0;
    add_level();
    add_updates();
    struct byte_writer out = cut_made(2, 3, &report);
    for (uint32_t i = 0; mvd_next_block(out.data, out.size, &pos, &block, NULL) > 0; i++) {
        if (i == 0) {
            cr_assert_eq(qw_message_decode(&protocol, block.u.messages.data, block.u.messages.size,
                                           &at, &m, NULL),
                         1);
            /* Blocks of update 2 are 3 steps behind the serverdata. */
            cr_expect_eq(m.u.serverdata.demo_time, 1000.692f);
        }
        cr_expect(i > report.start_steps || block.msec == 0);
        msec += block.msec;
        stats += block.type == MVD_STATS;
        if (mvd_is_hidden(&block)) {
            cr_expect_arr_eq(block.u.messages.data, "\xfe\xff hidden", 9);
            hidden++;
        }
    }
    cr_expect_eq(msec, STEP_MS);
    cr_expect_eq(stats, 2u + 1, "of two players, and the change");
    cr_expect_eq(hidden, 1u);
    cr_expect_arr_eq(out.data + out.size - 17, "\0\6\x0b\0\0\0\2EndOfDemo", 17);
    byte_writer_free(&out);
}

Test(mvd_cut, an_update_of_players_alone)
{
    add_level();
    add_updates();
    add_players(1);
    qw_game_block(&game, STEP_MS);
    const struct qw_entity moved = qw_game_entity(60, 3, 7);
    qw_game_entities(&game, 0, &moved, 1);
    qw_game_block(&game, STEP_MS);
    expect_same_states(UPDATES, UPDATES + 1);
}

/* What was lost stays lost until entities come in full. */
Test(mvd_cut, entities_without_a_base)
{
    const struct qw_entity entity = qw_game_entity(60, 3, 7), other = qw_game_entity(61, 3, 7);
    add_level();
    for (int i = 0; i < 6; i++) {
        add_players(i);
        qw_game_block(&game, STEP_MS);
        qw_game_entities(&game, i == 4 ? -1 : i, i == 1 ? &entity : &other, 1);
        qw_game_block(&game, 0);
    }
    expect_same_states(1, 5);
    expect_same_states(3, 5);
}

Test(mvd_cut, a_part_from_a_levels_first_update_has_its_own_sign_on)
{
    struct edit_report report;
    add_level();
    add_updates();
    struct byte_writer out = cut_made(0, 2, &report);
    cr_expect_eq(report.start_steps, 0u);
    cr_expect_arr_eq(out.data, game.file.data, out.size - 17);
    byte_writer_free(&out);
}

Test(mvd_cut, a_second_level_begins_at_its_serverdata)
{
    struct edit_report report;
    add_level();
    add_updates();
    qw_game_text(&game, QW_STUFFTEXT, "reconnect\n");
    qw_game_block(&game, STEP_MS);
    add_level();
    add_updates();
    struct byte_writer out = cut_made(UPDATES, 99, &report);
    cr_expect_eq(report.start_steps, 0u);
    struct qw_state *state = play(&out, UPDATES);
    cr_expect_eq(state->level_count, 1u);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(mvd_cut, a_whole_demo_stays_as_it_is)
{
    struct edit_report report;
    struct byte_writer out = {0}, again = {0};
    add_level();
    add_updates();
    struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_MVD};
    cr_assert_eq(mvd_cut(&demo, NULL, &out, &report, NULL), 0);
    cr_expect_eq(out.size, demo.size + 17);
    cr_expect_arr_eq(out.data, demo.data, demo.size);
    demo = (struct qw_demo){out.data, out.size, QW_CONTAINER_MVD};
    cr_assert_eq(mvd_cut(&demo, NULL, &again, &report, NULL), 0);
    cr_expect(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    byte_writer_free(&out);
    byte_writer_free(&again);
}

Test(mvd_cut, a_part_of_a_part_is_that_part)
{
    struct edit_report report;
    add_level();
    add_updates();
    struct byte_writer once = cut_made(1, 7, &report);
    struct byte_writer twice = qw_part_of(once.data, once.size, 0.0, 99.0, &report);
    cr_expect(once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0);
    byte_writer_free(&twice);
    twice = qw_part_of(once.data, once.size, 2 * STEP, 5 * STEP, &report);
    struct byte_writer direct = cut_made(3, 6, &report);
    cr_expect(direct.size == twice.size && memcmp(direct.data, twice.data, direct.size) == 0);
    byte_writer_free(&direct);
    byte_writer_free(&twice);
    byte_writer_free(&once);
}

Test(mvd_cut, a_part_in_a_pause_and_an_intermission)
{
    struct edit_report report;
    add_level();
    add_updates();
    qw_game_add(&game, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = 1});
    qw_game_add(&game, &(struct qw_message){.id = QW_INTERMISSION});
    qw_game_block(&game, 0);
    for (int i = 1; i < 4; i++) {
        add_update(i);
    }
    struct byte_writer out = cut_made(UPDATES + 1, 99, &report);
    struct qw_state *state = play(&out, 2);
    cr_expect(state->paused && state->intermission == 1);
    qw_state_destroy(state);
    byte_writer_free(&out);
    expect_same_states(UPDATES + 2, UPDATES + 2);
}

Test(mvd_cut, the_good_part_of_a_damaged_demo)
{
    struct edit_report report;
    struct format_error err = {0};
    struct byte_writer out = {0};
    add_level();
    add_updates();
    const size_t at = game.file.size;
    byte_writer_bytes(&game.block, "\x01\xfe", 2);
    qw_game_block(&game, 13);
    const struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_MVD};
    cr_expect_lt(mvd_cut(&demo, NULL, &out, &report, &err), 0);
    cr_expect_eq(err.offset, at + MVD_BLOCK_HEADER + 4 + 1);
    cr_expect_arr_eq(out.data, game.file.data, at);
    qw_state_destroy(play(&out, UPDATES));
    byte_writer_free(&out);
}

Test(mvd_cut, a_demo_cut_off_at_any_byte)
{
    add_level();
    add_updates();
    for (size_t size = game.file.size; size > 0; size--) {
        qw_part_check_truncated(game.file.data, size, STEP);
    }
}

Test(mvd_cut, parts_of_the_built_in_demo_have_their_states)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo4.mvd", &data, &size));
    qw_parts_check("demo4.mvd", data, size);
}

Test(mvd_cut, parts_of_real_demos_have_their_states, .timeout = 600)
{
    real_data_each("quakeworld/corpus", ".mvd", qw_parts_check);
    real_data_each("quakeworld/recorded", ".mvd", qw_parts_check);
}
