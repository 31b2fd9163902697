/* Checksums of known texts, and that lengths and parts make no difference. */
#include <criterion/criterion.h>

#include "formats/base/checksum.h"

/* Bit by bit, as the definition has it. */
static uint32_t plain_crc32(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
    }
    return ~crc;
}

Test(checksum, known_values)
{
    cr_assert_eq(checksum_crc32(0, (const uint8_t *)"123456789", 9), 0xcbf43926u);
    cr_assert_eq(checksum_crc32(0, NULL, 0), 0);
}

Test(checksum, lengths_and_parts)
{
    static uint8_t data[3000];
    uint32_t random = 7;
    for (size_t i = 0; i < sizeof(data); i++) {
        random = random * 1664525 + 1013904223;
        data[i] = (uint8_t)(random >> 24);
    }
    for (size_t size = 0; size < sizeof(data) - 8; size += size < 600 ? 1 : 97) {
        const uint8_t *from = data + size % 8;
        const uint32_t crc = plain_crc32(from, size);
        cr_assert_eq(checksum_crc32(0, from, size), crc, "%zu", size);
        const size_t first = size / 3;
        cr_assert_eq(checksum_crc32(checksum_crc32(0, from, first), from + first, size - first),
                     crc);
    }
}
