/* Fuzz target: settings.conf, and changes to the settings read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/saved/settings.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct settings settings = {0};
    double value = 1.0;
    require(settings_read(&settings, (const char *)data, size) == 0);
    for (size_t i = 0; i < settings.num_lines; i++) {
        const struct settings_line *line = &settings.lines[i];
        require(line->text[line->length] == '\0' && line->number == i + 1);
        require(memchr(line->text, '\n', line->length) == NULL);
    }
    settings_number(&settings, "gamma", 0.3, 3.0, &value);
    require(value >= 0.3 && value <= 3.0);
    const char *basedir = settings_text(&settings, "basedir");
    if (basedir) { /* what was read can be set */
        char *copy = strdup(basedir);
        require(copy != NULL && settings_remove(&settings, "basedir") == 0);
        require(settings_text(&settings, "basedir") == NULL);
        require(settings_set_text(&settings, "basedir", copy) == 0);
        require(strcmp(settings_text(&settings, "basedir"), copy) == 0);
        free(copy);
    }
    settings_free(&settings);
    return 0;
}
