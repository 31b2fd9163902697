/* Camera keys: whose view is followed, chase camera, free flight. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/pov_select.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/real_data.h"

Test(viewer_camera, the_camera_survives_seeks_and_the_next_demo)
{
    struct stage s;
    stage_begin(&s);
    press(&s, '5', 0);
    uint64_t eyes = picture(&s);
    press(&s, 'c', 0);
    uint64_t chase = picture(&s);
    cr_expect_neq(chase, eyes);
    press(&s, KEYCODE_HOME, 0);
    picture(&s);
    press(&s, '5', 0);
    cr_expect_eq(picture(&s), chase);
    press(&s, 'n', KEY_SHIFT);
    settle(&s);
    cr_expect_eq(s.viewer.camera.kind, CAMERA_CHASE);
    press(&s, 'c', 0);
    cr_expect_eq(s.viewer.camera.kind, CAMERA_FREE);
    double time = s.viewer.demo.transport.time;
    press(&s, 'a', 0); /* flies now: no mark */
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 0u);
    cr_expect_eq(s.viewer.demo.transport.time, time);
    const struct input_event look = {.kind = INPUT_MOUSE_MOVE, .mouse.moved_x = 100};
    float yaw = s.viewer.camera.angles[1];
    viewer_handle_event(&s.viewer, &look);
    cr_expect_neq(s.viewer.camera.angles[1], yaw);
    press(&s, 'c', 0);
    cr_expect_eq(s.viewer.camera.kind, CAMERA_EYE);
    stage_end(&s);
}

/* NetQuake's demos show one player's eyes: there the digits are tenths. */
Test(viewer_camera, without_other_players_following_is_refused)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    press(&s, 'v', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "only the recorder's eyes are in this demo");
    cr_expect_eq(t->time, 0.0);
    press(&s, '3', KEY_CTRL);
    cr_expect_float_eq(t->time, t->length * 0.3, 1e-9);
    press(&s, '7', 0);
    cr_expect_float_eq(t->time, t->length * 0.7, 1e-9);
    double before = t->time;
    press(&s, 'v', KEY_ALT);
    cr_expect_eq(t->time, before);
    cr_expect_eq(s.viewer.demo.player.scene_options.follow, 0u);
    stage_end(&s);
}

static void begin_real(struct stage *s, const char *name)
{
    const struct real_data_name path = real_data_path("%s", name);
    stage_begin(s);
    viewer_drop_file(&s->viewer.playlist, &s->viewer.base, path.text);
    viewer_drop_end(&s->viewer);
    cr_assert_str_eq(s->viewer.demo.player.source.name, path.text);
    settle(s);
}

Test(viewer_camera, players_are_followed_round_and_by_number)
{
    struct stage s;
    begin_real(&s, "quakeworld/corpus/2on2_frobodm2_2022.mvd");
    const struct transport *t = &s.viewer.demo.transport;
    const uint32_t *follow = &s.viewer.demo.player.scene_options.follow;
    press(&s, '5', KEY_CTRL);
    picture(&s);
    double time = t->time;
    cr_expect_float_eq(time, t->length / 2.0, 1e-9);
    cr_expect_eq(*follow, 0u);
    press(&s, 'v', 0); /* the first player's eyes it was */
    cr_expect_eq(*follow, 2u);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "following : Timber");
    press(&s, 'v', KEY_SHIFT);
    press(&s, 'v', KEY_SHIFT);
    cr_expect_eq(*follow, 5u, "%u, round", *follow);
    press(&s, '1', 0);
    cr_expect_eq(*follow, 1u);
    press(&s, '8', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "there is no player 8");
    cr_expect_eq(*follow, 1u);
    cr_expect_eq(t->time, time, "digits seek only where there is nobody to follow");
    press(&s, '4', 0);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, KEYCODE_HOME, 0);
    picture(&s);
    cr_expect_eq(*follow, 4u, "the choice survives seeking");
    press(&s, 'i', 0);
    picture(&s);
    press(&s, 'v', KEY_ALT);
    cr_expect_eq(*follow, 0u);
    stage_end(&s);
}

Test(viewer_camera, targets_are_followed)
{
    struct stage s;
    begin_real(&s, "quakeworld/corpus/2on2_frobodm2_2022.mvd");
    const struct playback_context *player = &s.viewer.demo.player;
    const char *said = s.viewer.base.messages.passing.text;
    uint32_t seen = 0;
    press(&s, 'v', KEY_CTRL);
    cr_expect_str_eq(said, "following auto: who matters now");
    for (int i = 0; i < 10; i++) {
        press(&s, '0' + i, KEY_CTRL);
        picture(&s);
        seen |= 1u << player->scene_options.follow;
    }
    cr_expect_eq(seen & ~0x36u, 0u, "%x", seen); /* players 1, 2, 4, 5 */
    cr_expect_gt(__builtin_popcount(seen), 1, "%x", seen);
    press(&s, 'v', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said, "following killer: who kills next");
    press(&s, 'v', KEY_CTRL | KEY_SHIFT);
    press(&s, 'v', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said, "following leader: who has the highest score");
    press(&s, 'v', KEY_CTRL | KEY_SHIFT); /* nobody carries a flag */
    cr_expect_str_eq(said, "following powerup: who has a powerup");
    picture(&s);
    const uint32_t follow = player->scene_options.follow;
    press(&s, 'v', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said, "following this player only");
    cr_expect(!player->follow && player->scene_options.follow == follow && follow > 0);
    press(&s, 'v', KEY_CTRL);
    cr_assert(viewer_reopen_demo(&s.viewer));
    cr_expect_str_eq(player->follow, "auto", "the target stays");
    cr_assert(viewer_open_demo(&s.viewer, s.viewer.playlist.current));
    settle(&s);
    cr_expect_str_eq(player->follow, "auto", "for the next demo, too");
    press(&s, '5', KEY_CTRL);
    picture(&s);
    press(&s, '2', 0);
    cr_expect(!player->follow && player->scene_options.follow == 2, "%s", said);
    cr_assert(viewer_reopen_demo(&s.viewer));
    cr_expect(!player->follow && player->scene_options.follow == 2);
    stage_end(&s);
}

Test(viewer_camera, events_are_seen_with_the_killers_or_the_victims_eyes)
{
    struct stage s;
    struct demo_event frag;
    char expected[200];
    begin_real(&s, "quakeworld/corpus/2on2_frobodm2_2022.mvd");
    const struct playback_context *player = &s.viewer.demo.player;
    cr_assert(timeline_next_event(player->timeline, 60.0, 1u << DEMO_EVENT_FRAG, &frag));
    cr_assert(frag.player >= 0 && frag.other >= 0, "%s", frag.text);
    s.viewer.filter = EVENTS_FRAGS;
    press(&s, 'v', KEY_CTRL);
    for (int eyes = EVENT_EYES_SAME; eyes < EVENT_EYES; eyes++) {
        const int slot = eyes == EVENT_EYES_KILLER ? frag.player : frag.other;
        s.viewer.landing = (struct viewer_landing){1.0, (enum event_eyes)eyes};
        transport_seek(&s.viewer.demo.transport, frag.time - 1.001);
        press(&s, 'n', 0);
        picture(&s);
        cr_expect_float_eq(s.viewer.demo.transport.time, frag.time - 1.0, 1e-6);
        cr_expect_eq(player->follow == NULL, eyes != EVENT_EYES_SAME, "auto tracking stays");
        cr_expect(eyes == EVENT_EYES_SAME || (int)player->scene_options.follow == slot + 1);
        snprintf(expected, sizeof(expected), eyes == EVENT_EYES_SAME ? "%s" : "%s (following ",
                 frag.text);
        cr_expect_eq(strncmp(s.viewer.base.messages.passing.text, expected, strlen(expected)), 0,
                     "%s", s.viewer.base.messages.passing.text);
    }
    stage_end(&s);
}

Test(viewer_camera, targets_need_several_views)
{
    struct stage s;
    stage_begin(&s);
    press(&s, 'v', KEY_CTRL);
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "only the recorder's eyes are in this demo");
    s.viewer.base.messages.passing.text[0] = '\0';
    press(&s, 'v', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "only the recorder's eyes are in this demo");
    cr_expect_null(s.viewer.demo.player.follow);
    stage_end(&s);
}

Test(viewer_camera, in_a_client_demo_only_players_in_sight_are_followed)
{
    struct stage s;
    begin_real(&s, "quakeworld/recorded/ez_ext_ktx_bots.qwd");
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct playback_context *player = &s.viewer.demo.player;
    bool hidden = false, seen = false;
    for (int i = 0; i < 10 && !(hidden && seen); i++) {
        press(&s, '0' + i, KEY_CTRL);
        picture(&s);
        uint32_t count = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
        cr_assert_eq(count, 5u);
        for (uint32_t n = 1; n < count; n++) {
            press(&s, 'v', KEY_ALT);
            press(&s, (int32_t)('1' + players[n].slot), 0);
            bool told = strstr(s.viewer.base.messages.passing.text,
                               "only players in sight can be followed: /") != NULL;
            cr_expect_eq(told, !players[n].in_sight, "%s", s.viewer.base.messages.passing.text);
            cr_expect_eq(player->scene_options.follow, told ? 0u : players[n].slot + 1);
            hidden = hidden || told;
            seen = seen || !told;
        }
    }
    cr_expect(hidden && seen);
    press(&s, '1', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "following ez1, the recorder");
    stage_end(&s);
}

/* The recorder is player 2 here. */
Test(viewer_camera, a_step_starts_at_the_followed_player)
{
    struct stage s;
    begin_real(&s, "quake3/corpus/duel_scores.dm_73");
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct playback_context *player = &s.viewer.demo.player;
    const uint32_t *follow = &s.viewer.demo.player.scene_options.follow;
    bool seen = false;
    for (int i = 0; i < 100 && !seen; i++) {
        transport_seek_share(&s.viewer.demo.transport, i / 100.0);
        picture(&s);
        cr_assert_geq(timeline_players(player->timeline, players, POV_SELECT_PLAYERS), 2u);
        cr_assert(!players[0].recorder && players[1].recorder);
        seen = players[0].in_sight;
    }
    cr_assert(seen);
    press(&s, 'v', 0); /* from the recorder round to the first */
    cr_expect_eq(*follow, 1u);
    press(&s, 'v', 0);
    cr_expect_eq(*follow, 0u, "%u", *follow);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "following Terifire, the recorder");
    stage_end(&s);
}

/* A spectator records the view of the player they watch; a step starts at the spectator. */
Test(viewer_camera, a_step_starts_at_a_recorder_who_watches_another)
{
    struct stage s;
    begin_real(&s, "quake3/recorded/oa_dm1_ffa_spec.dm_68");
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct timeline *timeline = s.viewer.demo.player.timeline;
    uint32_t watched = 0, first = 0;
    for (int i = 0; i < 100 && (watched <= 1 || first == 0); i++) {
        transport_seek_share(&s.viewer.demo.transport, i / 100.0);
        picture(&s);
        const uint32_t count = timeline_players(timeline, players, POV_SELECT_PLAYERS);
        cr_assert(count > 1 && players[0].recorder);
        watched = timeline_followed(timeline, 0);
        first = 0;
        for (uint32_t n = 1; n < count && first == 0; n++) {
            first = players[n].in_sight && !players[n].spectator ? players[n].slot + 1 : 0;
        }
    }
    cr_assert(watched > 1 && first > 0);
    press(&s, 'v', 0);
    cr_expect_eq(s.viewer.demo.player.scene_options.follow, first);
    stage_end(&s);
}

Test(viewer_camera, free_flight_starts_at_the_view_without_its_roll)
{
    struct stage s;
    stage_begin(&s);
    struct scene_camera *seen = &s.viewer.demo.player.scene.camera;
    press(&s, 'c', 0);
    seen->angles[0] = 10.0f;
    seen->angles[1] = 20.0f;
    seen->angles[2] = 30.0f;
    seen->origin[0] = 40.0f;
    press(&s, 'c', 0);
    const struct camera *camera = &s.viewer.camera;
    cr_expect_eq(camera->kind, CAMERA_FREE);
    cr_expect_eq(camera->origin[0], 40.0f);
    cr_expect_eq(camera->angles[0], 10.0f);
    cr_expect_eq(camera->angles[1], 20.0f);
    cr_expect_eq(camera->angles[2], 0.0f);
    stage_end(&s);
}
