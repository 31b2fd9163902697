/* Between the program and the page it runs in: C functions that web/worker.js calls, and functions
 * of web/library.js that C calls. The page has one thread for the program, which is in main or in
 * one of these functions; none waits. Where the program has more threads, these call those of the
 * sound only, which the first one then does for them. */
#ifndef ENGINE_VIEWER_HOST_WEB_PAGE_H
#define ENGINE_VIEWER_HOST_WEB_PAGE_H

#include <stdint.h>

struct window;
struct audio_device;
struct host_turns;

/* --- of library.js ---------------------------------------------------------------------------- */

/* The canvas, in pixels, and pictures per second. */
int web_width(void);
int web_height(void);
int web_rate(void);
/* What the page's functions below are to be called with; NULL = it is gone. */
void web_opened(struct window *window);
/* Bytes red, green, blue, 255 of each pixel; copied. */
void web_show(const uint32_t *pixels, int width, int height);
void web_title(const char *text);
void web_fullscreen(int on);
void web_grab(int on);
void web_copy(const char *text);
/* Bytes of what was pasted last, without the NUL. */
int web_pasted_size(void);
void web_pasted(char *text, int size);
/* Samples per second; 0 = the page has no sound. */
int web_sound_rate(void);
/* The page asks it for samples from now on; NULL = it is gone. */
void web_sound_opened(struct audio_device *device);
/* Does not return: the page calls web_turn with `turns` from now on. */
_Noreturn void web_leave_main(const struct host_turns *turns);

/* --- of the page ------------------------------------------------------------------------------ */

/* Events; see input_event.h. Places are in pixels of the canvas. Those of a full queue are lost. */
void web_key(struct window *window, int down, int code, int place, int repeat, int mods);
void web_text(struct window *window, const char *text, int mods);
void web_mouse(struct window *window, int x, int y, int moved_x, int moved_y, int mods);
void web_button(struct window *window, int down, int button, int clicks, int x, int y, int mods);
void web_wheel(struct window *window, int notches, int mods);
void web_leave(struct window *window);
void web_blur(struct window *window);
void web_resized(struct window *window, int fullscreen);
void web_drop(struct window *window, const char *path);
void web_drop_end(struct window *window);
/* The next `count` pairs of samples, which the page missed `late` seconds ago; valid until the next
 * call. */
const int16_t *web_fill(struct audio_device *device, int count, double late);
/* A turn of the viewer; 0: it is over. */
int web_turn(const struct host_turns *turns);
/* After the last turn; what its `end` returns. */
int web_end(const struct host_turns *turns);

#endif
