/* Parts of QuakeWorld client demos: what their beginning tells, which bytes are copied, how
 * entities are told; the states of parts of real demos. */
#include "tests/engine/edit/quakeworld/qw_parts.h"

#include "assets/builtin/builtin.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

enum { UPDATES = 8, OUTGOING = 500 };

#define STEP 0.0625 /* seconds between updates */

static struct qw_game game; /* its file alone is used */

static void begin(void)
{
    qw_game_begin(&game, &(struct qw_protocol){.version = 28});
}

static void end(void)
{
    qw_game_end(&game);
}

TestSuite(qwd_cut, .init = begin, .fini = end);

static void begin_extended(void)
{
    qw_game_end(&game);
    qw_game_begin(&game, &(struct qw_protocol){.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS});
}

static void add_style(uint8_t style, const char *map)
{
    struct qw_message m = {.id = QW_LIGHTSTYLE};
    m.u.lightstyle.style = style;
    m.u.lightstyle.map = map;
    qw_game_add(&game, &m);
}

static void add_info(uint8_t id, const char *key, const char *value)
{
    struct qw_message m = {.id = id};
    m.u.info.player = 3;
    m.u.info.key = key;
    m.u.info.value = value;
    qw_game_add(&game, &m);
}

static void add_short(uint8_t id, int16_t value)
{
    struct qw_message m = {.id = id};
    m.u.player_short.player = 3;
    m.u.player_short.value = value;
    qw_game_add(&game, &m);
}

static void add_baseline(uint16_t entity, uint8_t skin)
{
    struct qw_message m = {.id = QW_SPAWNBASELINE};
    m.u.spawnbaseline.entity = entity;
    m.u.spawnbaseline.state = (struct qw_entity_state){.model = skin ? 4 : 0, .skin = skin};
    qw_game_add(&game, &m);
}

static void add_set(uint32_t outgoing, uint32_t incoming)
{
    struct qwd_block block = {.time = game.time, .type = QWD_SET};
    block.u.set.outgoing = outgoing;
    block.u.set.incoming = incoming;
    qwd_write_block(&game.file, &block);
}

static void add_command(uint8_t msec)
{
    struct qwd_block block = {.time = game.time, .type = QWD_CMD};
    block.u.cmd = (struct qwd_cmd){.msec = msec, .padding = {1, 2, msec}};
    block.u.cmd.view_angles[1] = msec;
    qwd_write_block(&game.file, &block);
}

/* A sign-on with one of each thing that is told once. */
static void add_level(void)
{
    static const char sounds[] = "misc/menu1.wav\0";
    struct qw_message m = {.id = QW_SOUNDLIST};
    qw_game_serverdata(&game);
    m.u.names = (struct qw_names){.data = sounds, .size = sizeof(sounds), .count = 1};
    qw_game_add(&game, &m);
    qw_game_text(&game, QW_STUFFTEXT, "fullserverinfo \"\\deathmatch\\1\\teamplay\\0\"\n");
    qw_game_text(&game, QW_STUFFTEXT, "//vwep v_axe\n");
    add_baseline(40, 1);
    add_baseline(41, 0);
    m = (struct qw_message){.id = QW_SPAWNSTATIC};
    m.u.spawnstatic.model = 4;
    qw_game_add(&game, &m);
    m = (struct qw_message){.id = QW_SPAWNSTATICSOUND};
    m.u.spawnstaticsound.sound = 1;
    qw_game_add(&game, &m);
    m = (struct qw_message){.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = 3;
    m.u.updateuserinfo.user = 9;
    m.u.updateuserinfo.info = "\\name\\first\\team\\red";
    qw_game_add(&game, &m);
    m = (struct qw_message){.id = QW_UPDATEENTERTIME};
    m.u.updateentertime.player = 3;
    m.u.updateentertime.time = 10.0f;
    qw_game_add(&game, &m);
    add_style(3, "az");
    qw_game_stat(&game, QW_STAT_TOTAL_MONSTERS, 300);
    qw_game_text(&game, QW_STUFFTEXT, "skins\n");
    qw_game_block(&game, 0);
    game.sequence = OUTGOING - 10;
    add_set(OUTGOING, game.sequence);
}

static void add_changes(void)
{
    qw_game_text(&game, QW_STUFFTEXT, "v_cshift 1 2 3 4\n");
    add_info(QW_SETINFO, "name", "second");
    add_info(QW_SETINFO, "name", "renamed");
    add_info(QW_SERVERINFO, "deathmatch", "3");
    add_style(3, "b");
    add_style(40, "m");
    add_short(QW_UPDATEFRAGS, 7);
    add_short(QW_UPDATEPING, 40);
    qw_game_stat(&game, QW_STAT_HEALTH, 66);
    qw_game_add(&game, &(struct qw_message){.id = QW_KILLEDMONSTER});
    qw_game_add(&game, &(struct qw_message){.id = QW_MAXSPEED, .u.speed = 400});
    qw_game_add(&game, &(struct qw_message){.id = QW_SETPAUSE, .u.setpause = 1});
}

/* Two commands, the second of which is not answered by the packet that follows. Entities 40 and 60
 * are there; 60 stands. from: as qw_game_entities. */
static void add_update(int number, int from)
{
    struct qw_entity entities[2] = {qw_game_entity(40, 0, (float)(8 * number)),
                                    qw_game_entity(60, 4, 100)};
    add_command((uint8_t)(10 + number));
    add_command((uint8_t)(20 + number));
    game.acknowledged = OUTGOING + 2 * (uint32_t)number;
    qw_game_player(&game, 3, (float)number);
    qw_game_entities(&game, from, entities, from < 0 ? 2 : 1);
    if (number == 3) {
        add_changes();
    }
    qw_game_block(&game, 0);
    game.time += (float)STEP;
}

/* deltas: against the update before the last. */
static void add_updates(bool deltas)
{
    for (int i = 0; i < UPDATES; i++) {
        add_update(i, deltas && i >= 2 ? (int)((game.sequence - 1) & 0xff) : -1);
    }
}

/* Updates first..last of the first level. */
static struct byte_writer cut_made(int first, int last, struct edit_report *report)
{
    return qw_part_of(game.file.data, game.file.size, STEP * first, STEP * last, report);
}

static struct qw_state *play(const struct byte_writer *part, uint32_t updates)
{
    uint32_t count;
    struct qw_state *state = qw_part_play(part, QW_CONTAINER_QWD, &count);
    cr_expect_eq(count, updates);
    return state;
}

Test(qwd_cut, a_part_begins_as_things_stood)
{
    struct edit_report report;
    add_level();
    add_updates(false);
    struct byte_writer out = cut_made(6, 6, &report);
    struct qw_state *state = play(&out, 1);
    const struct qw_player *player = &state->players[3];
    cr_expect_str_eq(player->name, "renamed");
    cr_expect_str_eq(player->team, "red");
    cr_expect(player->user == 9 && player->frags == 7 && player->ping == 40);
    cr_expect(state->lightstyle_lengths[3] == 1 && state->lightstyles[3][0] == 'b');
    cr_expect_eq(state->lightstyle_lengths[40], 1);
    cr_expect(state->deathmatch == 3 && state->teamplay == 0);
    cr_expect_eq(player->view.stats[QW_STAT_TOTAL_MONSTERS], 300);
    cr_expect(player->view.stats[QW_STAT_MONSTERS] == 1 && player->view.stats[0] == 66);
    cr_expect(state->paused && state->max_speed == 400.0f);
    cr_expect_eq(state->orders[0].tint[2], 3);
    cr_expect_eq(qw_baselines(state)[qw_baseline_places(state)[40] - 1].skin, 1);
    cr_expect_eq(state->arrays[QW_BASELINES].count, 1u);
    cr_expect_eq(state->arrays[QW_STATICS].count, 1u);
    cr_expect_eq(state->arrays[QW_STATIC_SOUNDS].count, 1u);
    cr_expect_eq(state->arrays[QW_ENTITIES].count, 2u);
    cr_expect_eq(qw_shown_entities(state)[0].now.origin[0], 48.0f);
    cr_expect_eq(qw_shown_entities(state)[0].now.skin, 1);
    /* The player came 10 s before the demo, and the part begins with a command of update 5. */
    cr_expect_float_eq(state->players[3].enter_time, -10.0 - 5 * STEP, 0.5 / 64 + 1e-9);
    cr_expect_eq(state->clock.last, 100.0 + 6 * STEP);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(qwd_cut, the_start_has_the_order_of_a_recording)
{
    static const uint8_t order[] = {
        QW_SERVERDATA,  QW_STUFFTEXT,     QW_SERVERINFO,       QW_SOUNDLIST,      QW_STUFFTEXT,
        QW_MODELLIST,   QW_SPAWNSTATIC,   QW_SPAWNSTATICSOUND, QW_SPAWNBASELINE,  QW_STUFFTEXT,
        QW_UPDATEFRAGS, QW_UPDATEPING,    QW_UPDATEENTERTIME,  QW_UPDATEUSERINFO, QW_SETINFO,
        QW_LIGHTSTYLE,  QW_LIGHTSTYLE,    QW_UPDATESTAT,       QW_UPDATESTATLONG, QW_UPDATESTAT,
        QW_MAXSPEED,    QW_SETPAUSE,      QW_STUFFTEXT,        QW_STUFFTEXT,      0 /* dem_set */,
        QW_PLAYERINFO,  QW_PACKETENTITIES};
    struct qw_protocol protocol = {.version = 28};
    struct edit_report report;
    struct qwd_block block;
    struct qw_message m;
    size_t pos = 0, seen = 0;
    uint32_t packets = 0, commands = 0;
    add_level();
    add_updates(false);
    struct byte_writer out = cut_made(6, 7, &report);
    while (seen < sizeof(order)) {
        cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &block, NULL), 1);
        if (block.type == QWD_SET) {
            cr_expect_eq(order[seen++], 0);
            cr_expect_eq(packets, report.start_steps - 1);
            cr_expect_eq(block.u.set.outgoing, OUTGOING + 11u, "one command is repeated");
            cr_expect_eq(block.u.set.incoming, OUTGOING - 10u + 6);
        } else if (block.type == QWD_CMD) {
            commands++;
        } else {
            const bool live = order[seen] == QW_PLAYERINFO;
            packets++;
            cr_expect_eq(block.u.packet.sequence, live ? OUTGOING - 10u + 7 : packets);
            for (size_t at = 0; qw_message_decode(&protocol, block.u.packet.messages,
                                                  block.u.packet.size, &at, &m, NULL) > 0;) {
                cr_assert_eq(m.id, order[seen], "message %zu: %u", seen, m.id);
                cr_expect(m.id != QW_MAXSPEED || m.u.speed == 400);
                seen++;
            }
        }
    }
    cr_expect_eq(commands, 1u + 2);
    byte_writer_free(&out);
}

/* With what they were recorded as, to the bytes that mean nothing. */
Test(qwd_cut, commands_that_were_not_answered_are_repeated)
{
    struct edit_report report;
    struct qwd_block block;
    size_t pos = 0;
    add_level();
    add_update(0, -1);
    for (uint8_t i = 0; i < 5; i++) {
        add_command(50 + i);
        game.time += 0.0078125f;
    }
    const float first = game.time - 5 * 0.0078125f;
    add_update(1, -1);
    struct byte_writer out = cut_made(1, 9, &report);
    for (int commands = 0; commands < 8;) {
        cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &block, NULL), 1);
        if (block.type == QWD_CMD) {
            static const uint8_t expected[] = {20, 50, 51, 52, 53, 54, 11, 21};
            cr_assert_eq(block.u.cmd.msec, expected[commands]);
            cr_expect_eq(block.u.cmd.padding[2], expected[commands]);
            cr_expect(commands != 1 || block.time == first);
            commands++;
        }
    }
    byte_writer_free(&out);
}

/* The entity messages of a part behind its start: p full, d differences. */
static void list_entities(const struct byte_writer *part, char text[32])
{
    struct qw_protocol protocol = {.version = 28};
    struct qwd_block block;
    struct qw_message m;
    size_t pos = 0, count = 0;
    while (qwd_next_block(part->data, part->size, &pos, &block, NULL) > 0) {
        for (size_t at = 0; block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED &&
                            qw_message_decode(&protocol, block.u.packet.messages,
                                              block.u.packet.size, &at, &m, NULL) > 0;) {
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_PACKETENTITIES || m.id == QW_DELTAPACKETENTITIES) {
                cr_assert_lt(count, 31u);
                text[count++] = m.id == QW_PACKETENTITIES ? 'p' : 'd';
            }
        }
    }
    text[count] = '\0';
}

static void expect_entities_kept(const char *expected, int first, int last, bool keep_deltas)
{
    struct edit_report report;
    char text[32];
    struct byte_writer out = {0};
    struct demo demo = qw_part_open(game.file.data, game.file.size);
    struct edit_range range = qw_part_find(&demo, STEP * first, STEP * last);
    range.keep_deltas = keep_deltas;
    cr_assert_eq(qwd_cut(demo.file, &range, &out, &report, NULL), 0);
    list_entities(&out, text);
    cr_expect_str_eq(text, expected);
    cr_expect_eq(qw_part_compare("made", demo.file, &range, &out), range.updates);
    edit_report_free(&report);
    demo_close(&demo);
    byte_writer_free(&out);
}

static void expect_entities(const char *expected, int first, int last)
{
    expect_entities_kept(expected, first, last, false);
}

Test(qwd_cut, differences_are_told_in_full_for_the_original)
{
    add_level();
    add_updates(true);
    expect_entities("pppp", 4, 9);
    expect_entities("ppdddddd", 0, 9); /* as it was recorded */
}

Test(qwd_cut, differences_stay_where_their_base_is_in_the_part)
{
    begin_extended();
    add_level();
    add_updates(true);
    expect_entities("ppdd", 4, 9);
    expect_entities("p", 7, 9);
}

Test(qwd_cut, differences_are_kept_where_that_is_asked_for)
{
    add_level();
    add_updates(true);
    expect_entities_kept("ppdd", 4, 9, true);
    expect_entities_kept("p", 7, 9, true);
}

Test(qwd_cut, entities_of_a_lost_frame)
{
    begin_extended();
    add_level();
    add_update(0, -1);
    add_update(1, -1);
    add_update(2, 77); /* nobody has that frame: what was last shown stands */
    add_update(3, 77);
    add_update(4, (int)((game.sequence - 1) & 0xff)); /* against update 3, which was lost, too */
    add_update(5, -1);
    add_update(6, (int)(game.sequence & 0xff));
    expect_entities("ppd", 2, 9);
    expect_entities("ppd", 4, 9);
    expect_entities("pd", 5, 9);
}

Test(qwd_cut, an_update_of_players_alone)
{
    add_level();
    add_updates(false);
    qw_game_player(&game, 3, 50);
    qw_game_block(&game, 0);
    game.time += (float)STEP;
    add_update(9, -1);
    expect_entities("pp", UPDATES, UPDATES + 1);
}

/* Such a packet is an update, too, though nobody knows what it shows. */
Test(qwd_cut, entities_of_a_lost_frame_without_players)
{
    add_level();
    add_updates(false);
    qw_game_entities(&game, 77, NULL, 0);
    qw_game_block(&game, 0);
    game.time += (float)STEP;
    add_update(9, -1);
    expect_entities("ppp", UPDATES - 1, UPDATES + 1);
}

/* Nothing behind a disconnect is read: the entities come in front of it. */
Test(qwd_cut, an_update_of_players_that_ends_the_game)
{
    add_level();
    add_updates(false);
    qw_game_player(&game, 3, 50);
    qw_game_add(&game, &(struct qw_message){.id = QW_DISCONNECT, .u.text = "EndOfDemo"});
    qw_game_block(&game, 0);
    expect_entities("p", UPDATES, UPDATES);
    struct edit_report report;
    struct byte_writer part = cut_made(UPDATES, UPDATES, &report), again = {0};
    const struct qw_demo made = {part.data, part.size, QW_CONTAINER_QWD};
    cr_assert_eq(qwd_cut(&made, NULL, &again, &report, NULL), 0);
    cr_expect(again.size == part.size && memcmp(again.data, part.data, part.size) == 0);
    edit_report_free(&report);
    byte_writer_free(&part);
    byte_writer_free(&again);
}

Test(qwd_cut, entities_of_every_kind_come_back)
{
    struct qw_entity entities[] = {
        {.number = 1, .bits = QW_U_ORIGIN3, .origin = {0, 0, 1.5f}},
        {.number = 40, .bits = 0},
        {.number = 300,
         .bits = QW_U_MODEL | QW_U_MODELDBL | QW_U_ANGLE1 | QW_U_ANGLE2 | QW_U_ANGLE3 | QW_U_FRAME,
         .model = 300,
         .frame = 7,
         .angles = {90, -45, 1.40625f}},
        {.number = 513,
         .bits = QW_U_MODELDBL | QW_U_COLORMAP | QW_U_SKIN | QW_U_EFFECTS | QW_U_ENTITYDBL,
         .model = 700,
         .colormap = 3,
         .skin = 2,
         .effects = 8},
        {.number = 1600,
         .bits = QW_U_TRANS | QW_U_COLOURMOD | QW_U_ORIGIN1 | QW_U_ENTITYDBL | QW_U_ENTITYDBL2,
         .trans = 76,
         .colour_mod = {0, 38, 38},
         .origin = {-8000.25f, 0, 0}}};
    qw_game_end(&game);
    qw_game_begin(&game, &(struct qw_protocol){.version = 28,
                                               .ftex = QW_FTEX_TRANS | QW_FTEX_MODELDBL |
                                                       QW_FTEX_ENTITYDBL | QW_FTEX_ENTITYDBL2 |
                                                       QW_FTEX_FLOATCOORDS | QW_FTEX_COLOURMOD});
    add_level();
    qw_game_player(&game, 3, 0);
    qw_game_entities(&game, -1, entities, 5);
    qw_game_block(&game, 0);
    for (int i = 0; i < 3; i++) {
        game.time += (float)STEP;
        entities[0].origin[2] += 0.1f;
        qw_game_player(&game, 3, 0);
        qw_game_entities(&game, (int)(game.sequence & 0xff), entities, 1);
        qw_game_block(&game, 0);
    }
    expect_entities("pd", 2, 3);
}

Test(qwd_cut, a_part_from_a_levels_first_update_has_its_own_sign_on)
{
    struct edit_report report;
    add_level();
    add_updates(true);
    struct byte_writer out = cut_made(0, 2, &report);
    cr_expect_eq(report.start_steps, 0u);
    cr_expect_eq(report.steps, 2u + 3 * 3 + 1);
    const size_t end_size = QWD_BLOCK_HEADER + 4 + 15;
    cr_expect_arr_eq(out.data, game.file.data, out.size - end_size);
    cr_expect_arr_eq(out.data + out.size - 15, "\xff\xff\xff\xff\2EndOfDemo", 15);
    byte_writer_free(&out);
}

Test(qwd_cut, a_second_level_begins_at_its_serverdata)
{
    struct edit_report report;
    struct qwd_block block;
    size_t pos = 0;
    add_level();
    add_updates(false);
    qw_game_text(&game, QW_STUFFTEXT, "reconnect\n");
    const uint32_t sequence = game.sequence + 1;
    qw_game_serverdata(&game);
    qw_game_text(&game, QW_STUFFTEXT, "skins\n");
    qw_game_block(&game, 0);
    add_updates(true);
    struct byte_writer out = cut_made(UPDATES, 99, &report);
    cr_expect_eq(report.start_steps, 2u, "the tint, which the console keeps, and the numbers");
    cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &block, NULL), 1);
    cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &block, NULL), 1);
    cr_expect(block.type == QWD_SET && block.u.set.outgoing == OUTGOING + 2 * UPDATES &&
              block.u.set.incoming == sequence - 1);
    cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &block, NULL), 1);
    cr_expect(block.u.packet.sequence == sequence && block.u.packet.messages[0] == QW_SERVERDATA);
    struct qw_state *state = play(&out, UPDATES);
    cr_expect(state->level_count == 1 && state->orders[0].tint[3] == 4);
    cr_expect_eq(state->lightstyle_lengths[40], 1);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(qwd_cut, a_whole_demo_stays_as_it_is)
{
    static const uint8_t text[] = {2, 'E', 'n', 'd', 'O', 'f', 'D', 'e', 'm', 'o', 0};
    struct edit_report report;
    struct byte_writer out = {0}, again = {0};
    add_level();
    add_updates(true);
    const size_t without_end = game.file.size;
    struct qwd_block block = {.time = game.time - (float)STEP, .type = QWD_READ};
    block.u.packet =
        (struct qwd_packet){.kind = QWD_CONNECTIONLESS, .messages = text, .size = sizeof(text)};
    qwd_write_block(&game.file, &block);
    struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_QWD};
    cr_assert_eq(qwd_cut(&demo, NULL, &out, &report, NULL), 0);
    cr_expect(out.size == demo.size && memcmp(out.data, demo.data, out.size) == 0);
    demo.size = without_end;
    cr_assert_eq(qwd_cut(&demo, NULL, &again, &report, NULL), 0);
    cr_expect(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    byte_writer_free(&out);
    byte_writer_free(&again);
}

Test(qwd_cut, a_part_in_an_intermission_tells_of_it)
{
    struct edit_report report;
    struct qw_message m = {.id = QW_INTERMISSION};
    add_level();
    add_updates(false);
    m.u.intermission.origin[1] = 64;
    qw_game_add(&game, &m);
    qw_game_block(&game, 0);
    add_updates(false);
    struct byte_writer out = cut_made(UPDATES + 2, UPDATES + 3, &report);
    struct qw_state *state = play(&out, 2);
    cr_expect(state->intermission == 1 && state->intermission_origin[1] == 64);
    qw_state_destroy(state);
    byte_writer_free(&out);
    qw_game_text(&game, QW_FINALE, "the end");
    qw_game_block(&game, 0);
    add_updates(false);
    out = cut_made(2 * UPDATES + 2, 99, &report);
    state = play(&out, UPDATES - 2);
    cr_expect(state->intermission == 2 && state->intermission_origin[1] == 64);
    cr_expect_str_eq((const char *)state->centers[0].text, "the end");
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(qwd_cut, no_packet_of_the_start_is_too_large)
{
    struct edit_report report;
    struct qwd_block block;
    size_t pos = 0;
    add_level();
    for (int i = 0; i < 200; i++) {
        add_baseline((uint16_t)(200 + i), (uint8_t)(1 + i));
        if (i % 50 == 49) {
            qw_game_block(&game, 0);
        }
    }
    add_updates(false);
    struct byte_writer out = cut_made(6, 6, &report);
    while (qwd_next_block(out.data, out.size, &pos, &block, NULL) > 0) {
        cr_expect(block.type != QWD_READ || block.u.packet.size + 8 <= 1450);
    }
    struct qw_state *state = play(&out, 1);
    cr_expect_eq(qw_baselines(state)[qw_baseline_places(state)[399] - 1].skin, 200);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

/* A full list of many entities beside a long text. */
static void add_long_update(uint32_t sequence)
{
    struct qw_entity change = qw_game_entity(100, 4, game.time);
    struct qw_message m = {.id = QW_PRINT};
    char text[1000] = "";
    memset(text, 'x', sizeof(text) - 1);
    m.u.print.text = text;
    qw_game_player(&game, 3, 0);
    qw_game_entities(&game, (int)(game.sequence & 0xff), &change, 1);
    qw_game_add(&game, &m);
    qw_game_packet(&game, sequence);
    game.time += (float)STEP;
}

Test(qwd_cut, a_packet_that_gets_too_long_is_split)
{
    struct qw_entity entities[120];
    struct edit_report report;
    struct qwd_block block;
    size_t pos = 0;
    uint32_t longest = 0, last = 0;
    for (int i = 0; i < 120; i++) {
        entities[i] = qw_game_entity((uint16_t)(100 + i), 4, (float)i);
    }
    add_level();
    qw_game_player(&game, 3, 0);
    qw_game_entities(&game, -1, entities, 120);
    qw_game_block(&game, 0);
    game.time += (float)STEP;
    add_long_update(game.sequence + 3);
    add_long_update(game.sequence + 2);
    struct byte_writer out = cut_made(2, 2, &report);
    while (qwd_next_block(out.data, out.size, &pos, &block, NULL) > 0) {
        const bool packet = block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED;
        longest = packet && block.u.packet.size > longest ? block.u.packet.size : longest;
        cr_expect(!packet || block.u.packet.sequence > last);
        last = packet ? block.u.packet.sequence : last;
    }
    cr_expect(longest > 700 && longest <= 1442, "%u", longest);
    struct qw_state *state = play(&out, 1);
    cr_expect_eq(state->arrays[QW_ENTITIES].count, 120u);
    cr_expect_eq(qw_shown_entities(state)[0].now.origin[0], 100.0f + 2 * (float)STEP);
    qw_state_destroy(state);
    byte_writer_free(&out);
}

Test(qwd_cut, a_part_of_a_part_is_that_part)
{
    struct edit_report report;
    begin_extended();
    add_level();
    add_updates(true);
    struct byte_writer once = cut_made(3, 7, &report);
    struct byte_writer twice = qw_part_of(once.data, once.size, 0.0, 99.0, &report);
    cr_expect(once.size == twice.size && memcmp(once.data, twice.data, once.size) == 0);
    byte_writer_free(&twice);
    twice = qw_part_of(once.data, once.size, 2 * STEP, 3 * STEP, &report);
    struct byte_writer direct = cut_made(5, 6, &report);
    cr_expect(direct.size == twice.size && memcmp(direct.data, twice.data, direct.size) == 0);
    byte_writer_free(&direct);
    byte_writer_free(&twice);
    byte_writer_free(&once);
}

Test(qwd_cut, the_good_part_of_a_damaged_demo)
{
    struct edit_report report;
    struct format_error err = {0};
    struct byte_writer out = {0};
    add_level();
    add_updates(false);
    const size_t at = game.file.size;
    byte_writer_bytes(&game.block, "\x01\xfe", 2);
    qw_game_block(&game, 13);
    const struct qw_demo demo = {game.file.data, game.file.size, QW_CONTAINER_QWD};
    cr_expect_lt(qwd_cut(&demo, NULL, &out, &report, &err), 0);
    cr_expect_eq(err.offset, at + QWD_BLOCK_HEADER + 4 + 8 + 1);
    cr_expect_arr_eq(out.data, game.file.data, at);
    qw_state_destroy(play(&out, UPDATES));
    out.size = 0;
    const struct edit_range range = {.first = at, .last = at, .updates = 1};
    cr_expect_lt(qwd_cut(&demo, &range, &out, &report, &err), 0);
    byte_writer_free(&out);
}

Test(qwd_cut, a_demo_cut_off_at_any_byte)
{
    begin_extended();
    add_level();
    add_updates(true);
    for (size_t size = game.file.size; size > 0; size--) {
        qw_part_check_truncated(game.file.data, size, STEP);
    }
}

Test(qwd_cut, parts_of_the_built_in_demo_have_their_states)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    qw_parts_check("demo3.qwd", data, size);
}

Test(qwd_cut, parts_of_real_demos_have_their_states, .timeout = 600)
{
    real_data_each("quakeworld/corpus", ".qwd", qw_parts_check);
    real_data_each("quakeworld/recorded", ".qwd", qw_parts_check);
}
