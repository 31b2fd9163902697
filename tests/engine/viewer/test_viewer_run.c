/* The viewer from its start to its end, on SDL's driver without a screen. */
#include <SDL.h>
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/process.h"
#include "engine/viewer/host/window_place.h"
#include "engine/viewer/viewer.h"
#include "engine/viewer/viewer_internal.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"
#include "tools/long_demo.h"

TestSuite(viewer_run, .init = scratch_set_up, .fini = scratch_tear_down);

/* Closes the window as soon as it is there. */
static int close_when_shown(void *context, SDL_Event *event)
{
    int *shown = context;
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_SHOWN) {
        SDL_Event quit = {.type = SDL_QUIT};
        SDL_GetWindowSize(SDL_GetWindowFromID(event->window.windowID), &shown[0], &shown[1]);
        SDL_PushEvent(&quit);
    }
    return 1;
}

static enum viewer_end run(struct options *asked, const char *demo, int shown[2], char reason[128])
{
    const struct viewer_options options = {.asked = asked, .demos = &demo, .num_demos = 1};
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    setenv("XDG_STATE_HOME", scratch_root, 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    asked->player.threads = 1;
    asked->sound.off = true;
    shown[0] = shown[1] = 0;
    cr_assert_eq(SDL_Init(SDL_INIT_EVENTS), 0);
    SDL_AddEventWatch(close_when_shown, shown);
    return viewer_run(&options, reason, 128);
}

static bool recall(struct window_place *place)
{
    struct settings settings = {0};
    cr_assert_eq(settings_load(&settings, NULL, NULL), 0);
    const bool found = window_place_recall(&settings, place);
    settings_free(&settings);
    return found;
}

Test(viewer_run, plays_until_the_window_is_closed)
{
    int shown[2];
    char reason[128] = "";
    struct window_place place;
    struct options asked = options_default();
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    asked.size.width = 320;
    asked.size.height = 200;
    cr_expect_eq(run(&asked, "builtin:demo1", shown, reason), VIEWER_GOOD, "%s", reason);
    cr_expect(shown[0] == 320 && shown[1] == 200, "%dx%d", shown[0], shown[1]);
    cr_expect_not(recall(&place), "a size that was asked for is not saved");
    asked.size.height = 0;
    cr_expect_eq(run(&asked, "builtin:demo1", shown, reason), VIEWER_GOOD);
    cr_expect(shown[0] == 320 && shown[1] == 600, "%dx%d", shown[0], shown[1]);
    asked.size.width = 0;
    asked.size.height = 200;
    cr_expect_eq(run(&asked, "builtin:demo1", shown, reason), VIEWER_GOOD);
    cr_expect(shown[0] == 960 && shown[1] == 200, "%dx%d", shown[0], shown[1]);
    asked.size.height = 0;
    cr_expect_eq(run(&asked, "builtin:demo1", shown, reason), VIEWER_GOOD);
    cr_assert(recall(&place));
    cr_expect(place.rect.width == shown[0] && place.rect.height == shown[1]);
}

static void push(SDL_Event event)
{
    cr_assert_eq(SDL_PushEvent(&event), 1);
}

static void push_key(SDL_Keycode code)
{
    push((SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym.sym = code}});
}

/* Whoever turns the viewer decides when, as a page in a browser does. */
Test(viewer_run, is_turned_step_by_step)
{
    char reason[128] = "";
    double rest = -1.0;
    enum viewer_end end = VIEWER_GOOD;
    struct options asked = options_default();
    const struct viewer_options options = {.asked = &asked};
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    setenv("XDG_STATE_HOME", scratch_root, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    asked.player.threads = 1;
    asked.sound.off = true;
    asked.size = (struct picture_size){320, 200};
    struct viewer *viewer = viewer_begin(&options, &end, reason, sizeof(reason));
    cr_assert_not_null(viewer, "%s", reason);
    cr_assert_eq(timeline_wait(viewer->demo.player.timeline, true), 0);
    for (int i = 0; i < 3; i++) {
        cr_assert(viewer_step(viewer, &rest));
    }
    cr_expect_eq(rest, 0.0, "it plays");
    cr_expect_gt(viewer->demo.transport.time, 0.0);
    push_key(SDLK_SPACE);
    for (int i = 0; i < 100000 && rest == 0.0;
         i++) { /* the bar and the line go away by themselves */
        cr_assert(viewer_step(viewer, &rest));
    }
    const double time = viewer->demo.transport.time;
    cr_expect_gt(rest, 0.0, "it is paused");
    cr_assert(viewer_step(viewer, &rest));
    cr_expect_eq(viewer->demo.transport.time, time);
    push_key(SDLK_RIGHT);
    cr_assert(viewer_step(viewer, &rest));
    cr_expect_float_eq(viewer->demo.transport.time, time + 5.0, 1e-9);
    push((SDL_Event){.type = SDL_QUIT});
    cr_expect_not(viewer_step(viewer, &rest));
    cr_expect_eq(viewer_finish(viewer), VIEWER_GOOD);
    setenv("SDL_VIDEODRIVER", "nonesuch", 1);
    cr_expect_null(viewer_begin(&options, &end, reason, sizeof(reason)));
    cr_expect_eq(end, VIEWER_NO_WINDOW);
}

/* Without threads the index is built in slices, and the first picture does not wait for it. */
Test(viewer_run, plays_without_threads)
{
    char reason[128] = "";
    const char *demo = scratch_at("long.dem");
    double rest = 0.0;
    enum viewer_end end;
    struct options asked = options_default();
    const struct viewer_options options = {.asked = &asked, .demos = &demo, .num_demos = 1};
    struct byte_writer out = {0};
    struct format_error err;
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(long_demo_make(&out, data, size, 600.0, &err), 0);
    scratch_write("long.dem", out.data, out.size);
    byte_writer_free(&out);
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    setenv("XDG_STATE_HOME", scratch_root, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    asked.player.threads = 2;
    asked.size = (struct picture_size){320, 200};
    scarce_begin_limited(0, 0);
    struct viewer *viewer = viewer_begin(&options, &end, reason, sizeof(reason));
    cr_assert_not_null(viewer, "%s", reason);
    cr_assert(viewer->demo.open);
    const struct timeline *timeline = viewer->demo.player.timeline;
    push_key(SDLK_SPACE);
    int turns = 0;
    for (; !timeline_extent(timeline).seekable; turns++) {
        cr_assert(viewer_step(viewer, &rest));
        cr_expect(rest == 0.0 || timeline_extent(timeline).seekable, "there is more to build");
        cr_expect_not_null(viewer->demo.player.renderer, "a picture was drawn");
    }
    cr_expect_gt(turns, 2);
    cr_assert(viewer_step(viewer, &rest));
    cr_expect_geq(viewer->demo.transport.length, 600.0);
    cr_expect(viewer->demo.transport.complete);
    cr_expect_eq(viewer_finish(viewer), VIEWER_GOOD);
    scarce_end();
}

/* Sends a signal to the program as soon as the window is there. */
static int signal_when_shown(void *context, SDL_Event *event)
{
    const int *number = context;
    if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_SHOWN) {
        cr_expect_eq(kill(getpid(), *number), 0);
    }
    return 1;
}

/* What is to be kept is saved, and the program goes on after the window. */
Test(viewer_run, a_closed_terminal_ends_it_as_sigterm_does, .timeout = 120)
{
    int numbers[] = {SIGTERM, SIGHUP, SIGINT};
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    setenv("XDG_STATE_HOME", scratch_root, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    for (int i = 0; i < 3; i++) {
        char reason[128] = "";
        struct window_place place;
        struct options asked = options_default();
        const struct viewer_options options = {.asked = &asked};
        asked.player.threads = 1;
        asked.sound.off = true;
        /* Tests may run in the background or under nohup, which ignore some of them. */
        cr_assert_neq(signal(numbers[i], SIG_DFL), SIG_ERR);
        cr_assert_eq(SDL_Init(SDL_INIT_EVENTS), 0);
        SDL_AddEventWatch(signal_when_shown, &numbers[i]);
        cr_expect_eq(viewer_run(&options, reason, sizeof(reason)), VIEWER_GOOD, "%s", reason);
        SDL_DelEventWatch(signal_when_shown, &numbers[i]);
        cr_expect(recall(&place));
        cr_assert_eq(unlink(scratch_at("quakereel/settings.conf")), 0);
    }
}

Test(viewer_run, an_ignored_hangup_does_not_end_it)
{
    struct process_guard guard;
    process_guard_begin(&guard);
    cr_assert_neq(signal(SIGHUP, SIG_IGN), SIG_ERR);
    cr_assert_eq(raise(SIGHUP), 0);
    cr_expect_not(process_was_asked_to_end());
    cr_assert_neq(signal(SIGHUP, SIG_DFL), SIG_ERR);
    cr_assert_eq(raise(SIGHUP), 0);
    cr_expect(process_was_asked_to_end());
    process_guard_end(&guard);
}

Test(viewer_run, a_demo_that_cannot_be_opened_is_shown_and_returned)
{
    int shown[2];
    char reason[128] = "";
    struct options asked = options_default();
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    cr_expect_eq(run(&asked, scratch_at("missing.dem"), shown, reason), VIEWER_BAD);
    cr_expect_gt(shown[0], 0, "the window says why");
}

Test(viewer_run, without_a_display_nothing_is_played)
{
    int shown[2];
    char reason[128] = "";
    struct options asked = options_default();
    setenv("SDL_VIDEODRIVER", "nonesuch", 1);
    cr_expect_eq(run(&asked, "builtin:demo1", shown, reason), VIEWER_NO_WINDOW);
    cr_expect_str_not_empty(reason);
    cr_expect_eq(shown[0], 0);
}
