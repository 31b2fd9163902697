/* The words of the numbers box. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/overlay/stats_overlay.h"

static struct stats_overlay make(void)
{
    return (struct stats_overlay){.demo = "demo1.dem",
                                  .level = "e1m1: The Slipgate Complex",
                                  .followed = "",
                                  .time = 83.25,
                                  .update = 10,
                                  .block = 12,
                                  .clock = 95.023,
                                  .origin = {480.0f, -352.25f, 88.125f},
                                  .angles = {-5.0f, 90.0f, 0.0f},
                                  .frame_stats = {59.94, 0.00321, 0.0051, 0.0125, 2},
                                  .refresh_rate = 60,
                                  .fit = {2, 1920, 1080, 3840, 2160},
                                  .auto_scale = true,
                                  .threads = 1,
                                  .light = {0.7, 1.0},
                                  .key_frames = 1,
                                  .key_frame_megabytes = 1.25,
                                  .state_hash = 0x123};
}

Test(stats_overlay, shows_position_speed_and_frame_times)
{
    char text[STATS_OVERLAY_TEXT];
    struct stats_overlay n = make();
    stats_overlay_text(&n, text);
    cr_expect_str_eq(
        text,
        "demo1.dem\ne1m1: The Slipgate Complex\ntime 1:23.250, update 10, block 12, server "
        "95023 ms\nview at 480.0 -352.2 88.1, angles -5.0 90.0 0.0\n59.9 pictures/s of 60, 2 "
        "late\ndraw 3.21 ms, worst 5.10 ms, "
        "upload 12.50 ms, 1 thread\n1920x1080, scale 2 (auto)\ngamma 0.70, contrast 1.00\n1 key "
        "frame, 1.2 MB\nstate 0000000000000123");
    n.followed = "somebody";
    n.level = "";
    n.clock = -1.0;
    n.frame_stats.rate = 0.0;
    n.auto_scale = false;
    n.threads = 2;
    n.key_frames = 2;
    stats_overlay_text(&n, text);
    cr_expect_not_null(strstr(text, "no level\neyes of somebody\n"), "%s", text);
    cr_expect_not_null(strstr(text, "nothing moves\n"), "%s", text);
    cr_expect_not_null(strstr(text, "block 12\nview at"), "%s", text);
    cr_expect_not_null(strstr(text, "2 threads\n1920x1080, scale 2\n"), "%s", text);
    cr_expect_not_null(strstr(text, "2 key frames"), "%s", text);
    n.sound_rate = 48000;
    n.sound_gaps = 1;
    stats_overlay_text(&n, text);
    cr_expect_not_null(strstr(text, "\nsound 48000 Hz, 1 gap\n"), "%s", text);
}

Test(stats_overlay, tells_how_the_followed_player_moves_and_is)
{
    char text[STATS_OVERLAY_TEXT];
    struct stats_overlay n = make();
    n.body = (struct demo_body){
        .present = true, .origin = {1.5f, -2.0f, 24.0f}, .velocity = {300.0f, -400.0f, 1200.0f}};
    stats_overlay_text(&n, text);
    cr_expect_not_null(strstr(text,
                              "\nplayer at 1.5 -2.0 24.0\nspeed 500 u/s over the ground, 1300 in "
                              "all, velocity 300 -400 1200\n59.9"),
                       "%s", text);
    cr_expect_null(strstr(text, "health"));
    n.body.has_health = true;
    n.body.health = 87;
    n.body.armor = 50;
    n.flies = true;
    stats_overlay_text(&n, text);
    cr_expect_not_null(strstr(text, "\nhealth 87, armour 50\n"), "%s", text);
    cr_expect_not_null(strstr(text, "\ncamera at 480.0 -352.2 88.1, angles"), "%s", text);
}

Test(stats_overlay, long_names_are_cut)
{
    char text[STATS_OVERLAY_TEXT], endless[4000];
    memset(endless, 'x', sizeof(endless) - 1);
    endless[sizeof(endless) - 1] = '\0';
    struct stats_overlay n = make();
    n.demo = n.level = n.followed = endless;
    stats_overlay_text(&n, text);
    cr_expect_not_null(strstr(text, "state 0000000000000123"), "%s", text);
}
