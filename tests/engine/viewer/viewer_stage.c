#include "tests/engine/viewer/viewer_stage.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"

void settle(struct stage *s)
{
    cr_assert_eq(timeline_wait(s->viewer.demo.player.timeline, true), 0);
    struct timeline_extent extent = timeline_extent(s->viewer.demo.player.timeline);
    transport_set_length(&s->viewer.demo.transport, extent.length, true);
}

void stage_begin(struct stage *s)
{
    char reason[128];
    memset(s, 0, sizeof(*s));
    snprintf(s->home, sizeof(s->home), "/tmp/quakereel-test-XXXXXX");
    cr_assert_not_null(mkdtemp(s->home));
    setenv("XDG_STATE_HOME", s->home, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1); /* for those that open one */
    s->asked = options_default();
    s->asked.num_files = 2;
    cr_assert(options_set(&s->asked, COMMAND_PLAY, "scale", "1")); /* fixed, not by frame times */
    s->asked.player.threads = 1;
    s->asked.player.light = playback_default_options().light;
    s->options = (struct viewer_options){.asked = &s->asked};
    s->viewer = (struct viewer){
        .base.options = &s->options, .camera = s->asked.player.camera, .mouse = {.x = -1, .y = -1}};
    viewer_begin_picture(&s->viewer.picture, &s->viewer.base);
    viewer_begin_sound(&s->viewer.sound, &s->viewer.base);
    const struct window_options window = {.title = "test", .width = WIDTH, .height = HEIGHT};
    s->viewer.window = window_create(&window, reason, sizeof(reason));
    cr_assert_not_null(s->viewer.window, "%s", reason);
    cr_assert_eq(key_map_init(&s->viewer.base.keys), 0);
    s->viewer.playlist.names = calloc(2, sizeof(char *));
    s->viewer.playlist.names[0] = strdup("builtin:demo1");
    s->viewer.playlist.names[1] = strdup("builtin:demo2");
    s->viewer.playlist.count = 2;
    cr_assert(viewer_open_demo(&s->viewer, 0));
    cr_assert(s->viewer.demo.open);
    settle(s);
    cr_assert_eq(viewer_draw(&s->viewer), 0);
}

void remove_home(const char *home)
{
    char folder[128], path[512], **names;
    size_t count;
    snprintf(folder, sizeof(folder), "%s/quakereel", home);
    if (platform_list_directory(folder, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) {
            snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
            cr_expect_eq(unlink(path), 0, "%s", path);
        }
        platform_free_names(names, count);
        cr_expect_eq(rmdir(folder), 0);
    }
    cr_expect_eq(rmdir(home), 0, "%s", home);
}

void stage_end(struct stage *s)
{
    viewer_close(&s->viewer);
    remove_home(s->home);
}

void press(struct stage *s, int32_t code, int mods)
{
    struct input_event event = {.kind = INPUT_KEY_DOWN, .mods = (uint8_t)mods, .key.code = code};
    if (code >= 'a' && code <= 'z') { /* where they lie on a keyboard of the USA */
        event.key.place = (uint16_t)(KEY_PLACE_A + code - 'a');
    }
    viewer_handle_event(&s->viewer, &event);
}

void type_character(struct stage *s, const char *text)
{
    struct input_event event = {.kind = INPUT_TEXT};
    press(s, KEYCODE_NONE, 0);
    snprintf(event.text, sizeof(event.text), "%s", text);
    viewer_handle_event(&s->viewer, &event);
}

void mouse(struct stage *s, enum input_kind kind, int x, int y)
{
    const struct input_event event = {
        .kind = kind, .mouse = {.x = x, .y = y, .button = INPUT_MOUSE_LEFT, .clicks = 1}};
    viewer_handle_event(&s->viewer, &event);
}

uint64_t picture(struct stage *s)
{
    cr_assert_eq(viewer_draw(&s->viewer), 0);
    return renderer_hash(s->viewer.demo.player.renderer);
}
