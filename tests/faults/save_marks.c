/* What the window saves, without a window: sets a mark of a demo and a setting. For `make faults`.
 *
 *     save_marks DEMO SECONDS */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/saved/settings.h"

static int fail(const char *what)
{
    fprintf(stderr, "quakereel: %s: %s\n", what, strerror(errno));
    return EXIT_FAILURE;
}

static void tell_line(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "quakereel: %s\n", line);
}

int main(int argc, char **argv)
{
    struct file_bytes demo;
    struct demo_bookmarks bookmarks;
    struct settings settings;
    if (argc < 3 || platform_read_file(argv[1], &demo) < 0) {
        return fail("the demo");
    }
    demo_bookmarks_load(&bookmarks, demo.data, demo.size);
    (void)demo_bookmarks_add_mark(&bookmarks, strtod(argv[2], NULL));
    const int marked = demo_bookmarks_save(&bookmarks, argv[1], SAVED_WAIT);
    const int status = marked < 0 ? fail("marks") : EXIT_SUCCESS;
    demo_bookmarks_free(&bookmarks);
    platform_free_file(&demo);
    if (settings_load(&settings, tell_line, NULL) < 0 ||
        settings_set_text(&settings, "gamma", argv[2]) < 0) {
        return fail("settings");
    }
    const bool known = settings.path[0]; /* else the file could not be read, and stays */
    const int saved = settings_save(&settings, SAVED_WAIT);
    settings_free(&settings);
    return saved < 0 || !known ? EXIT_FAILURE : status;
}
