/* libFuzzer target: Quake III's bit streams, read in a sequence given by the input and written
 * again; tokens of commands. */
#include <stdlib.h>
#include <string.h>

#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_and_write(const uint8_t *data, size_t size, bool plain)
{
    enum { STEPS = 64 };
    struct q3_bits b = q3_bits_make(data, size, plain);
    struct byte_writer out = {0};
    struct q3_bits_writer w = q3_bits_begin(&out, plain);
    uint32_t values[STEPS];
    uint32_t steps = 0;
    for (; steps < STEPS && steps < size; steps++) {
        const uint32_t n = 1 + data[steps] % 32;
        values[steps] = q3_bits_read(&b, n);
        if (n < 32 && values[steps] >> n != 0) {
            abort();
        }
        q3_bits_write(&w, values[steps], n);
    }
    q3_bits_end(&w);
    struct q3_bits back = q3_bits_make(out.data, out.size, plain);
    for (uint32_t i = 0; i < steps; i++) {
        if (q3_bits_read(&back, 1 + data[i] % 32) != values[i]) {
            abort();
        }
    }
    byte_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct q3_words words;
    static struct q3_long_command join;
    char text[512];
    read_and_write(data, size, false);
    read_and_write(data, size, true);
    struct q3_bits b = q3_bits_make(data, size, false);
    memset(&join, 0, sizeof(join));
    while (!q3_bits_overrun(&b)) {
        if (q3_bits_string(&b, text, sizeof(text), size % 2) >= sizeof(text)) {
            abort();
        }
        q3_words_split(&words, text);
        (void)q3_long_command_add(&join, &words);
        for (uint32_t i = 0; i < words.count; i++) {
            if (strlen(q3_word(&words, i)) >= sizeof(text)) {
                abort();
            }
            (void)q3_word_number(&words, i);
        }
    }
    return 0;
}
