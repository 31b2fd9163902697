/* Fuzz target: texts of modern QuakeWorld, as prints and as chat. */
#include <stdint.h>
#include <stdlib.h>

#include "formats/base/quake_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int chat = 0; chat < 2; chat++) {
        struct quake_text text;
        uint8_t glyph;
        size_t count = 0;
        quake_text_begin(&text, data, size, chat != 0);
        while (quake_text_next(&text, &glyph)) {
            count++;
        }
        if (count > 4 * size) { /* no byte becomes more letters */
            abort();
        }
    }
    return 0;
}
