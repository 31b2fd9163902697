/* The QuakeWorld client state, member by member, after demos written here. */
#include <math.h>

#include "tests/support/qw_game.h"
#include "tests/support/qw_samples.h"

static struct qw_game game;

static const struct qw_protocol plain = {.version = 28};
static const struct qw_protocol multi_view = {.version = 28, .is_mvd = true};

static void add(uint8_t id, const struct qw_message *m)
{
    struct qw_message message = *m;
    message.id = id;
    qw_game_add(&game, &message);
}

static const struct qw_shown *find(uint16_t number)
{
    const struct qw_shown *shown = qw_shown_entities(game.state);
    for (uint32_t i = 0; i < game.state->arrays[QW_ENTITIES].count; i++) {
        if (shown[i].now.number == number) {
            return &shown[i];
        }
    }
    return NULL;
}

/* Levels */

Test(quakeworld, serverdata_begins_a_level)
{
    static const char *const texts[] = {
        "fullserverinfo \"\\deathmatch\\3\\sky\\night\\teamplay\\2\\fpd\\142\"\n", "skins\n"};
    for (int version = 24; version <= 28; version++) {
        const struct qw_protocol protocol = {.version = version};
        qw_game_begin(&game, &protocol);
        qw_game_serverdata(&game);
        qw_game_text(&game, QW_STUFFTEXT, texts[0]);
        qw_game_text(&game, QW_STUFFTEXT, texts[1]);
        qw_game_block(&game, 0);
        qw_game_play(&game);
        const struct qw_state *s = game.state;
        cr_assert_eq(s->protocol_version, version);
        cr_assert(s->level_count == 1 && s->server_count == 77 && s->recorder == 3);
        cr_assert(!s->recorder_spectates && s->in_game && s->updates == 0);
        cr_assert_str_eq(s->level_name, "The Reel");
        cr_assert_str_eq(s->game_dir, "ctf");
        cr_assert_str_eq(s->sky_name, "night");
        cr_assert(s->deathmatch == 3 && s->teamplay == 2);
        cr_assert(s->movevars.gravity == 800 && s->movevars.air_accelerate == 0.7f);
        cr_assert(s->player_model == 2 && s->spike_model == 3 && s->eyes_model == 6);
        cr_assert(s->flag_model == 7 && s->arrays[QW_MODELS].count == 8);
        cr_assert_str_eq((const char *)game.file.data + qw_models(s)[4].offset,
                         "progs/missile.mdl");
        cr_assert(qw_models(s)[4].may_trail && !qw_models(s)[5].may_trail);
        qw_game_end(&game);
    }
}

Test(quakeworld, another_level_forgets_the_first)
{
    struct qw_message m = {.u.cdtrack = 4};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    add(QW_CDTRACK, &m);
    m.u.print.level = 2;
    m.u.print.text = "hello\n";
    add(QW_PRINT, &m);
    const struct qw_entity rocket = qw_game_entity(40, 4, 8);
    qw_game_player(&game, 3, 1);
    qw_game_entities(&game, -1, &rocket, 1);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    cr_assert(game.state->updates == 1 && find(40) && game.state->cd_track == 4);
    qw_game_serverdata(&game);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    const struct qw_state *s = game.state;
    cr_assert(s->level_count == 2 && s->updates == 0 && !s->in_game && s->cd_track == 0);
    cr_assert(!find(40) && !s->players[3].visible && s->frames_held == 0);
    cr_assert(s->console.count == 1, "prints outlive levels");
    cr_assert_float_eq(s->clock.now, 0.026, 1e-5);
    qw_game_end(&game);
}

Test(quakeworld, model_lists_come_in_parts)
{
    static const char more[] = "progs/more.mdl\0", far[] = "progs/far.mdl\0";
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    m.u.names = (struct qw_names){.data = more, .size = sizeof more, .count = 1, .start = 7};
    add(QW_MODELLIST, &m);
    m.u.names = (struct qw_names){.data = far, .size = sizeof far, .count = 1, .start = 999};
    add(QW_MODELLISTSHORT, &m);
    m.u.names = (struct qw_names){.data = "", .size = 1, .start = 12};
    add(QW_MODELLIST, &m);
    qw_game_block(&game, 1);
    qw_game_play(&game);
    cr_assert_eq(game.state->arrays[QW_MODELS].count, 1001);
    cr_assert_str_eq((const char *)game.file.data + qw_models(game.state)[8].offset, more);
    cr_assert_str_eq((const char *)game.file.data + qw_models(game.state)[1000].offset, far);
    qw_game_end(&game);
}

/* Players */

Test(quakeworld, playerinfo_member_by_member)
{
    for (unsigned i = 0; i < QW_SAMPLE_PROTOCOLS; i++) {
        const struct qw_protocol *p = &qw_sample_protocols[i];
        for (unsigned variant = 0; variant < qw_sample_variants(QW_PLAYERINFO); variant++) {
            struct qw_message m;
            qw_game_begin(&game, p);
            qw_game_signon(&game);
            qw_sample(p, QW_PLAYERINFO, variant, &game.entities, &m);
            qw_game_add(&game, &m);
            qw_game_block(&game, 13);
            qw_game_play(&game);
            const struct qw_playerinfo *from = &m.u.player;
            const struct qw_player *player = &game.state->players[from->player];
            const struct qw_player_state *to = &player->states[0];
            /* FTE's third flags byte is announced by another bit. */
            cr_assert(player->visible && ((to->flags ^ from->flags) & ~0x8000u) == 0, "%u %u", i,
                      variant);
            cr_assert_eq(to->model, from->flags & QW_PF_MODEL ? from->model : 2);
            cr_assert(to->frame == from->frame && to->skin == from->skin);
            cr_assert(to->effects == from->effects && to->weapon_frame == from->weapon_frame);
            cr_assert(to->trans == from->trans && to->msec == from->msec);
            for (int k = 0; k < 3; k++) {
                cr_assert_eq(to->origin[k], from->origin[k]);
                cr_assert_eq(to->velocity[k], (float)from->velocity[k]);
                cr_assert_eq(to->colour_mod[k], from->colour_mod[k]);
                if (from->flags & QW_PF_COMMAND) {
                    cr_assert_eq(to->move[k], from->command.move[k]);
                    cr_assert_float_eq(to->angles[k], from->command.angles[k], 0.01);
                }
            }
            qw_game_end(&game);
        }
    }
}

Test(quakeworld, who_is_not_named_is_out_of_sight)
{
    for (int is_mvd = 0; is_mvd < 2; is_mvd++) {
        qw_game_begin(&game, is_mvd ? &multi_view : &plain);
        qw_game_signon(&game);
        qw_game_player(&game, 3, 10);
        qw_game_player(&game, 5, 20);
        qw_game_block(&game, 13);
        qw_game_player(&game, 3, 12);
        qw_game_block(&game, 13);
        qw_game_step(&game);
        qw_game_step(&game);
        const struct qw_player *players = game.state->players;
        cr_assert(players[3].visible && players[5].visible && players[5].snap);
        qw_game_play(&game);
        players = game.state->players;
        cr_assert(players[3].visible && !players[3].snap && !players[5].visible);
        cr_assert(players[3].states[0].origin[0] == 12 && players[3].states[1].origin[0] == 10);
        cr_assert_eq(players[3].states[0].time, game.state->times[0]);
        cr_assert_eq(players[3].states[1].time, game.state->times[1]);
        qw_game_player(&game, 3, 200);
        qw_game_player(&game, 5, 21);
        qw_game_block(&game, 13);
        qw_game_play(&game);
        players = game.state->players;
        cr_assert(players[3].snap && players[5].visible && players[5].snap);
        qw_game_end(&game);
    }
}

Test(quakeworld, packets_of_one_time_are_one_update)
{
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    qw_game_player(&game, 3, 10);
    qw_game_block(&game, 13);
    qw_game_player(&game, 3, 20);
    qw_game_player(&game, 4, 20);
    qw_game_block(&game, 13);
    qw_game_player(&game, 3, 30);
    qw_game_block(&game, 0);
    qw_game_play(&game);
    const struct qw_player *players = game.state->players;
    cr_assert_eq(game.state->updates, 2);
    cr_assert(players[3].states[0].origin[0] == 30 && players[3].states[1].origin[0] == 10);
    cr_assert(players[3].visible && !players[4].visible, "the last packet counts");
    cr_assert_float_eq(game.state->times[0] - game.state->times[1], 0.013, 1e-5);
    qw_game_end(&game);
}

Test(quakeworld, fields_of_multi_view_players_persist)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    m.u.mvd_player = (struct qw_mvd_playerinfo){.flags = 0xfff,
                                                .player = 9,
                                                .frame = 1,
                                                .model = 2,
                                                .skin = 3,
                                                .effects = 4,
                                                .weapon_frame = 5,
                                                .origin = {8, 16, 24},
                                                .angles = {10, 20, 30}};
    add(QW_PLAYERINFO, &m);
    qw_game_block(&game, 10);
    m.u.mvd_player = (struct qw_mvd_playerinfo){
        .flags = QW_DF_ORIGIN1 << 1, .player = 9, .frame = 7, .origin = {0, 17, 0}};
    add(QW_PLAYERINFO, &m);
    qw_game_block(&game, 10);
    qw_game_play(&game);
    const struct qw_player *player = &game.state->players[9];
    const struct qw_player_state *now = &player->states[0];
    cr_assert(now->origin[0] == 8 && now->origin[1] == 17 && now->origin[2] == 24);
    cr_assert_float_eq(now->angles[2], 30, 0.01);
    cr_assert(now->frame == 7 && now->model == 2 && now->skin == 3 && now->effects == 4);
    cr_assert(now->weapon_frame == 5 && now->flags == 0);
    cr_assert_eq(player->states[1].flags, (uint32_t)(QW_PF_DEAD | QW_PF_GIB));
    cr_assert_float_eq(now->velocity[1], 100, 0.01);
    cr_assert(player->old_frame == 1 && player->frame_start == (float)game.state->times[1]);
    qw_game_end(&game);
}

static void add_userinfo(uint8_t player, const char *info)
{
    struct qw_message m = {0};
    m.u.updateuserinfo.player = player;
    m.u.updateuserinfo.user = 100 + player;
    m.u.updateuserinfo.info = info;
    add(QW_UPDATEUSERINFO, &m);
}

Test(quakeworld, scoreboard)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    add_userinfo(4, "\\name\\Ember\\topcolor\\4\\bottomcolor\\99\\skin\\base\\team\\red");
    add_userinfo(5, "\\*spectator\\1\\name\\a name that is longer than thirty-one letters");
    m.u.player_short.player = 4;
    m.u.player_short.value = -2;
    add(QW_UPDATEFRAGS, &m);
    m.u.player_short.value = 38;
    add(QW_UPDATEPING, &m);
    m.u.updatepl.player = 4;
    m.u.updatepl.loss = 7;
    add(QW_UPDATEPL, &m);
    m.u.updateentertime.player = 4;
    m.u.updateentertime.time = 60;
    add(QW_UPDATEENTERTIME, &m);
    qw_game_block(&game, 500);
    qw_game_play(&game);
    const struct qw_player *p = &game.state->players[4];
    cr_assert(p->user == 104 && p->frags == -2 && p->ping == 38 && p->loss == 7);
    cr_assert_float_eq(p->enter_time, 0.5 - 60, 1e-4);
    cr_assert_str_eq(p->name, "Ember");
    cr_assert_str_eq(p->skin, "base");
    cr_assert_str_eq(p->team, "red");
    cr_assert(p->top_color == 4 && p->bottom_color == 13 && !p->spectator);
    cr_assert(game.state->players[5].spectator);
    cr_assert_str_eq(game.state->players[5].name, "a name that is longer than thir");
    static const char *const changes[][2] = {
        {"name", "Ash"}, {"bottomcolor", "12"}, {"team", ""}, {"rate", "5"}};
    for (size_t i = 0; i < 4; i++) {
        m.u.info.player = 4;
        m.u.info.key = changes[i][0];
        m.u.info.value = changes[i][1];
        add(QW_SETINFO, &m);
    }
    m.u.info.key = "teamplay";
    m.u.info.value = "1";
    add(QW_SERVERINFO, &m);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    p = &game.state->players[4];
    cr_assert_str_eq(p->name, "Ash");
    cr_assert_str_eq(p->team, "");
    cr_assert(p->top_color == 4 && p->bottom_color == 12 && game.state->teamplay == 1);
    qw_game_end(&game);
}

/* Messages to some */

Test(quakeworld, stats_of_several_players)
{
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    qw_game_stat(&game, QW_STAT_HEALTH, 100);
    qw_game_mvd_block(&game, 0, MVD_STATS, 7, 0);
    qw_game_stat(&game, QW_STAT_ARMOR, 50);
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 31, 0);
    qw_game_stat(&game, QW_STAT_AMMO, 9);
    qw_game_text(&game, QW_STUFFTEXT, "bf\n");
    qw_game_mvd_block(&game, 0, MVD_MULTIPLE, 0, 1u << 7 | 1u << 2);
    qw_game_stat(&game, QW_STAT_SHELLS, 25);
    qw_game_mvd_block(&game, 0, MVD_ALL, 0, 0);
    qw_game_play(&game);
    const struct qw_player *players = game.state->players;
    for (int i = 0; i < QW_PLAYERS; i++) {
        const struct qw_view_state *view = &players[i].view;
        cr_assert_eq(view->stats[QW_STAT_HEALTH], i == 7 ? 100 : 0);
        cr_assert_eq(view->stats[QW_STAT_ARMOR], i == 31 ? 50 : 0);
        cr_assert_eq(view->stats[QW_STAT_AMMO], i == 7 || i == 2 ? 9 : 0);
        cr_assert_eq(view->bonus_flash[0], i == 7 || i == 2 ? QW_BONUS_FLASH : 0);
        cr_assert_eq(view->stats[QW_STAT_SHELLS], 25);
    }
    qw_game_end(&game);
}

Test(quakeworld, prints_lose_the_codes_of_modern_clients)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    m.u.print.level = 3;
    m.u.print.text = "(ann): \rann took {&cf00ra&cfff}\n";
    add(QW_PRINT, &m);
    m.u.print.level = 2;
    m.u.print.text = "skill &cf006&r {a}\n";
    add(QW_PRINT, &m);
    qw_game_text(&game, QW_CENTERPRINT, "&c0f0go&r");
    qw_game_mvd_block(&game, 0, MVD_ALL, 0, 0);
    qw_game_play(&game);
    const struct qw_state *s = game.state;
    cr_assert_eq(s->console.count, 2);
    cr_expect_eq(s->prints[0].length, 11);
    cr_expect_eq(memcmp(s->prints[0].text, "\xe1\xee\xee\xa0\xf4\xef\xef\xeb\xa0ra", 11), 0);
    cr_expect_eq(s->prints[1].length, 11);
    cr_expect_eq(memcmp(s->prints[1].text, "skill 6 {a}", 11), 0);
    const struct console_center *center = console_find_center(s->centers, QW_CENTERS, 1);
    cr_assert_not_null(center);
    cr_expect_eq(center->length, 2);
    qw_game_end(&game);
}

Test(quakeworld, prints_have_an_audience)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    m.u.print.level = 3;
    m.u.print.text = "one ";
    add(QW_PRINT, &m);
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 1, 0);
    m.u.print.level = 1;
    m.u.print.text = "all\n";
    add(QW_PRINT, &m);
    qw_game_mvd_block(&game, 0, MVD_ALL, 0, 0);
    m.u.print.text = "line\n";
    add(QW_PRINT, &m);
    qw_game_text(&game, QW_CENTERPRINT, "go");
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 1, 0);
    qw_game_text(&game, QW_CENTERPRINT, "go");
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 2, 0);
    qw_game_text(&game, QW_CENTERPRINT, "stop");
    qw_game_mvd_block(&game, 0, MVD_SINGLE, 3, 0);
    qw_game_play(&game);
    const struct qw_state *s = game.state;
    cr_assert_eq(s->console.count, 2);
    cr_assert(s->prints[0].audience == 2 && s->prints[0].length == 8);
    cr_assert(s->prints[0].text[0] == ('o' | 128) && s->prints[0].text[4] == 'l');
    cr_assert(s->prints[1].audience == CONSOLE_EVERYBODY && s->prints[1].length == 3);
    const struct console_center *center = console_find_center(s->centers, QW_CENTERS, 4);
    cr_assert_not_null(center);
    cr_assert(center->audience == 6 && strcmp((const char *)center->text, "go") == 0);
    center = console_find_center(s->centers, QW_CENTERS, 8);
    cr_assert(center && strcmp((const char *)center->text, "stop") == 0);
    cr_assert_null(console_find_center(s->centers, QW_CENTERS, 16));
    qw_game_end(&game);
}

Test(quakeworld, damage_and_kicks_fade)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    qw_game_player(&game, 3, 0);
    qw_game_block(&game, 13);
    m.u.damage.blood = 40;
    m.u.damage.origin[0] = 100;
    add(QW_DAMAGE, &m);
    add(QW_BIGKICK, &m);
    qw_game_player(&game, 3, 0);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    const struct qw_view_state *view = &game.state->players[3].view;
    cr_assert(view->damage_flash[0] == 60 && view->damage_flash[1] == 0);
    cr_assert(view->damages[0].color[0] == 255 && view->damages[0].pitch == 12.0f);
    cr_assert(view->punch == -4 && view->punch_time == game.state->times[0]);
    qw_game_player(&game, 3, 0);
    qw_game_block(&game, 100);
    qw_game_player(&game, 3, 0);
    qw_game_block(&game, 100);
    qw_game_play(&game);
    view = &game.state->players[3].view;
    cr_assert(view->damage_flash[0] >= 43 && view->damage_flash[0] <= 45, "%d",
              (int)view->damage_flash[0]);
    qw_game_end(&game);
}

/* Entities */

Test(quakeworld, entities_member_by_member)
{
    for (unsigned i = 0; i < QW_SAMPLE_PROTOCOLS; i++) {
        const struct qw_protocol *p = &qw_sample_protocols[i];
        for (unsigned variant = 0; variant < 16; variant++) {
            const struct qw_entity from = qw_sample_entity(p, variant);
            struct qw_message m = {.u.entity = from};
            qw_game_begin(&game, p);
            qw_game_signon(&game);
            m.u.entity.number = (uint16_t)(from.number - 1);
            add(QW_SPAWNBASELINE2, &m);
            add(QW_SPAWNSTATIC2, &m);
            const struct qw_entity list[2] = {{.number = (uint16_t)(from.number - 1)}, from};
            qw_game_entities(&game, -1, list, 2);
            qw_game_block(&game, 13);
            qw_game_play(&game);
            cr_assert_eq(game.state->arrays[QW_STATICS].count, 1);
            const struct qw_frame_entity *both[3] = {&find(from.number)->now,
                                                     &find((uint16_t)(from.number - 1))->now,
                                                     qw_statics(game.state)};
            for (int k = 0; k < 3; k++) {
                const struct qw_frame_entity *to = both[k];
                cr_assert(to->model == from.model && to->frame == from.frame, "%u %u", i, variant);
                cr_assert(to->colormap == from.colormap && to->skin == from.skin);
                cr_assert(to->effects == from.effects && to->trans == from.trans);
                cr_assert_eq(memcmp(to->colour_mod, from.colour_mod, 3), 0);
                for (int j = 0; j < 3; j++) {
                    cr_assert_eq(to->origin[j], from.origin[j]);
                    cr_assert_float_eq((double)to->angles[j] * (360.0 / 65536),
                                       (double)from.angles[j], 1e-4);
                }
            }
            qw_game_end(&game);
        }
    }
}

Test(quakeworld, baselines_and_statics_of_old)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    for (unsigned i = 1; i < QW_MAX_ENTITIES; i++) {
        m.u.spawnbaseline.entity = (uint16_t)i;
        m.u.spawnbaseline.state = (struct qw_entity_state){0};
        if (i == 33) {
            m.u.spawnbaseline.state =
                (struct qw_entity_state){4, 5, 6, 7, {8, 16, 24}, {90, 0, 45}};
        }
        add(QW_SPAWNBASELINE, &m);
        if (game.block.size > 1000) {
            qw_game_block(&game, 1);
        }
    }
    m.u.spawnstatic = (struct qw_entity_state){2, 1, 0, 3, {-8, 0, 8}, {0, -90, 0}};
    add(QW_SPAWNSTATIC, &m);
    const struct qw_entity as_baseline = {.number = 33};
    qw_game_entities(&game, -1, &as_baseline, 1);
    qw_game_block(&game, 13);
    qw_game_play(&game);
    cr_assert_eq(game.state->arrays[QW_BASELINES].count, 1, "empty ones take no room");
    const struct qw_frame_entity *e = &find(33)->now;
    cr_assert(e->model == 4 && e->frame == 5 && e->colormap == 6 && e->skin == 7);
    cr_assert(e->origin[2] == 24 && e->angles[0] == 16384 && e->angles[2] == 8192);
    e = qw_statics(game.state);
    cr_assert(e->model == 2 && e->skin == 3 && e->angles[1] == -16384 && e->origin[0] == -8);
    qw_game_end(&game);
}

Test(quakeworld, deltas_merge_with_the_frame_they_name)
{
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    struct qw_entity list[4] = {qw_game_entity(10, 4, 8), qw_game_entity(20, 4, 16),
                                qw_game_entity(30, 5, 24)};
    qw_game_entities(&game, -1, list, 3);
    qw_game_packet(&game, 200); /* frame 200 */
    list[0] = (struct qw_entity){.bits = QW_U_REMOVE, .number = 20};
    list[1] = qw_game_entity(25, 4, 40);
    list[2] = qw_game_entity(30, 0, 32);
    qw_game_entities(&game, 200, list, 3);
    game.time += 0.05f;
    qw_game_packet(&game, 203); /* gaps are normal */
    qw_game_play(&game);
    cr_assert(find(10) && !find(20) && find(25) && find(30));
    cr_assert(find(25)->is_new && !find(10)->is_new && !find(10)->moving);
    const struct qw_shown *e = find(30);
    cr_assert(e->now.origin[0] == 32 && e->old_origin[0] == 24 && e->now.model == 5 && e->moving);
    /* Against the first frame once more, as if the second had been lost. */
    list[0] = qw_game_entity(30, 0, 33);
    qw_game_entities(&game, 200, list, 1);
    game.time += 0.05f;
    qw_game_packet(&game, 204);
    qw_game_play(&game);
    cr_assert(find(10) && find(20) && !find(25));
    cr_assert(find(30)->now.origin[0] == 33 && find(30)->old_origin[0] == 32);
    qw_game_end(&game);
}

Test(quakeworld, deltas_without_their_base_are_dropped)
{
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    struct qw_entity e = qw_game_entity(10, 4, 8);
    qw_game_entities(&game, 99, &e, 1); /* never in the file */
    game.time += 0.05f;
    qw_game_packet(&game, 100);
    qw_game_entities(&game, 100, &e, 1); /* against the dropped one */
    game.time += 0.05f;
    qw_game_packet(&game, 101);
    qw_game_play(&game);
    cr_assert(game.state->updates == 2 && game.state->arrays[QW_ENTITIES].count == 0);
    qw_game_entities(&game, -1, &e, 1);
    game.time += 0.05f;
    qw_game_packet(&game, 102);
    e.origin[0] = 16;
    qw_game_entities(&game, 102, &e, 1);
    game.time += 0.05f;
    qw_game_packet(&game, 165); /* 63 later: as far as the ring goes */
    qw_game_play(&game);
    cr_assert(find(10) && find(10)->now.origin[0] == 16);
    e.origin[0] = 24;
    qw_game_entities(&game, 165, &e, 1);
    game.time += 0.05f;
    qw_game_packet(&game, 165 + 64); /* too late */
    qw_game_play(&game);
    cr_assert(find(10)->now.origin[0] == 16 && !find(10)->moving, "the last good one stands");
    qw_game_end(&game);
}

Test(quakeworld, multi_view_deltas_are_against_the_frame_before)
{
    qw_game_begin(&game, &multi_view);
    qw_game_signon(&game);
    struct qw_entity e = qw_game_entity(10, 4, 8);
    qw_game_entities(&game, -1, &e, 1);
    qw_game_block(&game, 13);
    for (int i = 0; i < 200; i++) {
        e = qw_game_entity(10, 0, 8.0f + (float)i);
        qw_game_entities(&game, 0x55, &e, 1);
        qw_game_block(&game, 13);
    }
    qw_game_play(&game);
    cr_assert(find(10) && find(10)->now.origin[0] == 207 && find(10)->now.model == 4);
    cr_assert_lt(game.state->arrays[QW_FRAME_ENTITIES].count, 100u);
    qw_game_end(&game);
}

Test(quakeworld, numbers_that_do_not_rise_are_damage)
{
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    const struct qw_entity list[2] = {qw_game_entity(10, 4, 8), qw_game_entity(10, 4, 8)};
    qw_game_entities(&game, -1, list, 2);
    qw_game_block(&game, 13);
    cr_assert_eq(qw_game_step(&game), 0);
    cr_assert_eq(qw_game_step(&game), FORMAT_BAD);
    cr_assert(strstr(game.err.what, "rise") && game.err.offset < game.file.size);
    qw_game_end(&game);
}

static void add_nails(bool numbered, const struct qw_nail *nails, uint8_t count)
{
    struct qw_message m = {.id = numbered ? QW_NAILS2 : QW_NAILS};
    game.entities.size = 0;
    for (int i = 0; i < count; i++) {
        qw_nail_encode(numbered, &nails[i], &game.entities);
    }
    m.u.nails = (struct qw_nails){game.entities.data, count, numbered};
    qw_game_add(&game, &m);
}

Test(quakeworld, nails_come_from_where_they_were)
{
    for (int numbered = 0; numbered < 2; numbered++) {
        qw_game_begin(&game, &plain);
        qw_game_signon(&game);
        struct qw_nail nails[2] = {{.number = 8, .origin = {100, 200, 0}, .yaw = 90},
                                   {.number = 9, .origin = {0, 0, 10}}};
        qw_game_player(&game, 3, 0);
        add_nails(numbered, nails, 2);
        qw_game_block(&game, 20);
        nails[0].origin[1] += 20;
        nails[1].number = 10;
        nails[1].origin[1] = 50;
        qw_game_player(&game, 3, 0);
        add_nails(numbered, nails, 2);
        qw_game_block(&game, 20);
        qw_game_play(&game);
        const struct qw_shown_nail *shown = qw_shown_nails(game.state);
        cr_assert_eq(game.state->arrays[QW_NAILS_SHOWN].count, 2);
        cr_assert(shown[0].origin[1] == 220 && shown[0].old_origin[1] == 200);
        cr_assert(shown[1].origin[1] == 50 && shown[1].old_origin[1] == 50);
        cr_assert(shown[0].yaw == 90 || shown[0].yaw == -270);
        qw_game_player(&game, 3, 0);
        qw_game_block(&game, 20);
        qw_game_play(&game);
        cr_assert_eq(game.state->arrays[QW_NAILS_SHOWN].count, 0);
        qw_game_end(&game);
    }
}

/* Effects */

Test(quakeworld, temporary_entities)
{
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    for (uint8_t type = 0; type <= QW_TE_LIGHTNINGBLOOD; type++) {
        struct qw_message m = {0};
        m.u.temp_entity = (struct qw_temp_entity){
            .type = type, .count = 3, .entity = 5, .origin = {8, 16, 24}, .end = {32, 0, 0}};
        add(QW_TEMP_ENTITY, &m);
    }
    qw_game_player(&game, 3, 0);
    qw_game_block(&game, 20);
    qw_game_play(&game);
    const struct effect_event *e = qw_events(game.state);
    static const struct {
        uint8_t kind, color;
        uint16_t count;
    } expected[] = {{EFFECT_SPLASH, 0, 10},
                    {EFFECT_SPLASH, 0, 20},
                    {EFFECT_SPLASH, 0, 60},
                    {EFFECT_EXPLOSION, 0, 0},
                    {EFFECT_LIGHT, 0, 0},
                    {EFFECT_BLOB_EXPLOSION, 0, 0},
                    {EFFECT_BEAM, 0, 0},
                    {EFFECT_BEAM, 0, 0},
                    {EFFECT_SPLASH, 20, 30},
                    {EFFECT_SPLASH, 226, 20},
                    {EFFECT_BEAM, 0, 0},
                    {EFFECT_LAVA_SPLASH, 0, 0},
                    {EFFECT_TELEPORT_SPLASH, 0, 0},
                    {EFFECT_SPLASH, 73, 60},
                    {EFFECT_SPLASH, 225, 50}};
    const uint32_t count = sizeof expected / sizeof expected[0];
    cr_assert_eq(game.state->arrays[QW_EVENTS].count, count);
    for (uint32_t i = 0; i < count; i++) {
        cr_assert(e[i].kind == expected[i].kind && e[i].color == expected[i].color, "%u", i);
        cr_assert(e[i].count == expected[i].count && e[i].start == game.state->times[0], "%u", i);
    }
    cr_assert(e[10].model == QW_TE_LIGHTNING3 && e[10].key == 5 && e[10].u.target[0] == 32);
    qw_game_end(&game);
}

Test(quakeworld, muzzle_flashes_and_trails)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    struct qw_entity rocket = qw_game_entity(50, 4, 8);
    qw_game_entities(&game, -1, &rocket, 1);
    qw_game_block(&game, 20);
    qw_game_player(&game, 3, 100);
    m.u.muzzleflash = 4;
    add(QW_MUZZLEFLASH, &m);
    m.u.muzzleflash = 33;
    add(QW_MUZZLEFLASH, &m);
    rocket.origin[0] = 28;
    qw_game_entities(&game, -1, &rocket, 1);
    qw_game_block(&game, 20);
    qw_game_play(&game);
    const struct effect_event *e = qw_events(game.state);
    cr_assert_eq(game.state->arrays[QW_EVENTS].count, 2);
    cr_assert(e[0].kind == EFFECT_LIGHT && e[0].key == 4 && e[0].origin[0] == 118);
    cr_assert(e[1].kind == EFFECT_TRAIL && e[1].key == 50 && e[1].model == 4);
    cr_assert(e[1].origin[0] == 8 && e[1].u.target[0] == 28);
    cr_assert(e[1].start == game.state->times[1] && find(50)->trail == 7);
    qw_game_end(&game);
}

/* The recorder */

Test(quakeworld, commands_are_kept_by_sequence)
{
    struct qwd_block set = {.time = 100, .type = QWD_SET};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    set.u.set.outgoing = 500;
    set.u.set.incoming = 480;
    qwd_write_block(&game.file, &set);
    for (int i = 0; i < 70; i++) {
        struct qwd_block block = {.time = 100.0f + (float)i / 64, .type = QWD_CMD};
        block.u.cmd = (struct qwd_cmd){.msec = 13,
                                       .angles = {1, 2, 3},
                                       .move = {400, -400, (int16_t)i},
                                       .buttons = 2,
                                       .view_angles = {0, (float)i, 0}};
        qwd_write_block(&game.file, &block);
    }
    game.time = 101.5f;
    game.acknowledged = 560;
    qw_game_player(&game, 3, 1);
    qw_game_packet(&game, 560);
    game.time = 101.6f;
    game.acknowledged = 565;
    qw_game_player(&game, 3, 1);
    qw_game_packet(&game, 565);
    qw_game_play(&game);
    const struct qw_state *s = game.state;
    cr_assert(s->outgoing == 570 && s->acknowledged[0] == 565 && s->acknowledged[1] == 560);
    const struct qw_sent_command *command = &s->commands[569 % QW_COMMANDS];
    cr_assert(command->sequence == 569 && command->move[2] == 69 && command->msec == 13);
    cr_assert(command->view_angles[1] == 69 && command->angles[2] == 3 && command->buttons == 2);
    cr_assert_float_eq(command->time, 69.0 / 64, 1e-5);
    cr_assert_eq(s->commands[506 % QW_COMMANDS].sequence, 506);
    cr_assert_eq(s->players[3].states[0].angles[1], 69, "he looks where his command does");
    qw_game_end(&game);
}

Test(quakeworld, the_end_of_a_level_and_of_the_demo)
{
    struct qw_message m = {0};
    qw_game_begin(&game, &plain);
    qw_game_signon(&game);
    m.u.setpause = 1;
    add(QW_SETPAUSE, &m);
    m.u.speed = 250;
    add(QW_MAXSPEED, &m);
    m.u.gravity = 0.5f;
    add(QW_ENTGRAVITY, &m);
    m.u.lightstyle.style = 5;
    m.u.lightstyle.map = "az";
    add(QW_LIGHTSTYLE, &m);
    memset(&m, 0, sizeof m);
    m.u.intermission.origin[2] = 64;
    m.u.intermission.angles[1] = 90;
    add(QW_INTERMISSION, &m);
    qw_game_block(&game, 20);
    qw_game_play(&game);
    const struct qw_state *s = game.state;
    cr_assert(s->paused && s->max_speed == 250 && s->ent_gravity == 0.5f);
    cr_assert(s->lightstyle_lengths[5] == 2 && s->lightstyles[5][1] == 'z');
    cr_assert(s->intermission == 1 && s->intermission_origin[2] == 64);
    cr_assert(s->intermission_angles[1] == 90 && s->completed_time == s->clock.now);
    qw_game_text(&game, QW_FINALE, "The End");
    qw_game_text(&game, QW_DISCONNECT, "EndOfDemo");
    qw_game_block(&game, 20);
    qw_game_play(&game);
    s = game.state;
    cr_assert(s->intermission == 2 && s->disconnected);
    cr_assert_str_eq((const char *)s->centers[0].text, "The End");
    qw_game_end(&game);
}

Test(quakeworld, players_and_styles_that_do_not_exist)
{
    for (int i = 0; i < 6; i++) {
        static const uint8_t ids[] = {QW_UPDATEFRAGS, QW_UPDATEPL,   QW_UPDATEUSERINFO,
                                      QW_SETINFO,     QW_LIGHTSTYLE, QW_PLAYERINFO};
        struct qw_message m = {0};
        m.u.info.key = m.u.info.value = "";
        if (i < 5) {
            memset(&m.u, 0, 1);
        }
        m.u.player_short.player = 64;
        if (ids[i] == QW_UPDATEUSERINFO) {
            m.u.updateuserinfo.player = 64;
            m.u.updateuserinfo.info = "";
        } else if (ids[i] == QW_LIGHTSTYLE) {
            m.u.lightstyle.style = 64;
            m.u.lightstyle.map = "a";
        } else if (ids[i] == QW_PLAYERINFO) {
            memset(&m, 0, sizeof m);
            m.u.player.player = 32;
        } else if (ids[i] == QW_SETINFO) {
            m.u.info.player = 64;
        }
        qw_game_begin(&game, &plain);
        qw_game_signon(&game);
        const size_t at = game.file.size;
        add(ids[i], &m);
        qw_game_block(&game, 13);
        cr_assert_eq(qw_game_step(&game), 0);
        cr_assert_eq(qw_game_step(&game), FORMAT_BAD, "%u", ids[i]);
        cr_assert(strstr(game.err.what, "does not exist") && game.err.offset > at);
        qw_game_end(&game);
    }
}
