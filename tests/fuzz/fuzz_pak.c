/* Fuzz target: PAK directories. */
#include <stdint.h>

#include "formats/archives/pak.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pak pak;
    struct pak_member member;
    struct format_error err;
    if (pak_open_memory(&pak, data, size, &err) < 0 && pak.num_members == 0) {
        return 0;
    }
    unsigned sum = 0;
    for (uint32_t i = 0; i <= pak.num_members; i++) {
        if (pak_get(&pak, i, &member, &err) == FORMAT_OK && member.size) {
            sum += member.data[0] + member.data[member.size - 1];
        }
    }
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
