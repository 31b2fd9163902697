/* Fuzz target: zip directories, and members as they unpack. */
#include <stdint.h>
#include <stdlib.h>

#include "formats/archives/zip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zip zip;
    struct zip_member member;
    struct format_error err;
    if (zip_open_memory(&zip, data, size, &err) < 0) {
        return 0;
    }
    unsigned sum = 0;
    size_t pos = zip.directory, unpacked = 0;
    int code;
    while ((code = zip_next(&zip, &pos, &member, &err)) != 0) {
        if (code < 0 || member.size > (1u << 20) || unpacked > (1u << 22)) {
            continue;
        }
        uint8_t *out = malloc(member.size + 1);
        if (out && zip_read(&zip, &member, out, &err) == 0 && member.size > 0) {
            sum += out[0] + out[member.size - 1];
        }
        free(out);
        unpacked += member.size;
    }
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
