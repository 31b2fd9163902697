/* Fuzz target: PAK directories and members, in memory and of a file cut while it is open. */
#include <stdint.h>
#include <stdlib.h>

#include "formats/archives/pak.h"
#include "tests/support/archives/cut_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned read_members(const struct pak *pak)
{
    unsigned sum = 0;
    size_t total = 0;
    struct pak_member member;
    struct format_error err;
    for (uint32_t i = 0; i <= pak->num_members; i++) {
        if (pak_get(pak, i, &member, &err) < 0 || member.size == 0) {
            continue;
        }
        if (member.data) {
            sum += member.data[0] + member.data[member.size - 1];
        } else if (total < (1u << 22)) {
            uint8_t *out = malloc(member.size);
            if (out && pak_read(pak, &member, out, &err) == 0) {
                sum += out[0] + out[member.size - 1];
            }
            free(out);
            total += member.size;
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pak pak;
    struct format_error err;
    unsigned sum = 0;
    if (pak_open_memory(&pak, data, size, &err) == 0 || pak.num_members > 0) {
        sum += read_members(&pak);
    }
    struct cut_bytes file = {.data = data, .size = size, .left = size};
    const struct byte_source source = cut_bytes_source(&file);
    if (pak_open(&pak, &source, &err) == 0 || pak.num_members > 0) {
        file.left = size / 256 * data[size - 1];
        sum += read_members(&pak);
    }
    pak_close(&pak);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
