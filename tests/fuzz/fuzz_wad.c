/* Fuzz target: WAD2 directories and the pictures in them. */
#include <stdint.h>

#include "formats/archives/wad.h"
#include "formats/pictures/lmp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wad wad;
    struct wad_lump lump;
    struct lmp_picture picture;
    struct format_error err;
    if (wad_open(&wad, data, size, &err) < 0) {
        return 0;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i <= wad.num_lumps; i++) {
        if (wad_get(&wad, i, &lump, &err) == FORMAT_OK &&
            lmp_read(&picture, lump.data, lump.size, &err) == FORMAT_OK) {
            sum += picture.pixels[(size_t)picture.width * (size_t)picture.height - 1];
        }
        if (i < 8 && wad_find(&wad, lump.name, &lump, &err) == FORMAT_OK && lump.size) {
            sum += lump.data[lump.size - 1];
        }
    }
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
