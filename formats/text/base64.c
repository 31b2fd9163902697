#include "formats/text/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_put(struct byte_writer *out, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t bits = (uint32_t)data[i] << 16 |
                              (left > 1 ? (uint32_t)data[i + 1] << 8 : 0) |
                              (left > 2 ? data[i + 2] : 0u);
        const char four[4] = {letters[bits >> 18], letters[bits >> 12 & 63],
                              left > 1 ? letters[bits >> 6 & 63] : '=',
                              left > 2 ? letters[bits & 63] : '='};
        byte_writer_bytes(out, four, sizeof four);
    }
}
