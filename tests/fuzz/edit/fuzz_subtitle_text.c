/* Fuzz target: subtitles. Texts that are read are in order, not empty and wrapped. */
#include <string.h>

#include "engine/edit/subtitle/subtitle_text.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct subtitles s = {0};
    struct subtitle_error err = {0};
    const int code = subtitles_read(&s, data, size, &err);
    require(code == 0 || (code == FORMAT_BAD && err.line > 0 && err.column > 0 && err.what));
    for (size_t i = 0; code == 0 && i < s.count; i++) {
        const char *text = subtitles_text(&s, i);
        require(*text != '\0' && strlen(text) <= SUBTITLE_TEXT);
        require(i == 0 || s.items[i - 1].to <= s.items[i].from);
        while (*text != '\0') {
            const size_t row = strcspn(text, "\n");
            require(row <= SUBTITLE_COLUMNS);
            text += row + (text[row] == '\n');
        }
    }
    subtitles_free(&s);
    return 0;
}
