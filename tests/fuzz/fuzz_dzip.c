/* Fuzz target: Dzip directories, and members as they unpack, coded demos among them, in memory and
 * of a file cut while it is open. */
#include <stdint.h>
#include <stdlib.h>

#include "formats/archives/dzip.h"
#include "tests/support/archives/cut_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned read_members(const struct dzip *zip)
{
    unsigned sum = 0;
    struct dzip_member member;
    struct format_error err;
    size_t pos = zip->directory, unpacked = 0;
    int code;
    while ((code = dzip_next(zip, &pos, &member, &err)) != 0) {
        if (code < 0 || member.size > (1u << 20) || unpacked > (1u << 22)) {
            continue;
        }
        uint8_t *out = malloc(member.size + 1);
        if (out && dzip_read(zip, &member, out, &err) == 0 && member.size > 0) {
            sum += out[0] + out[member.size - 1];
        }
        free(out);
        unpacked += member.size;
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dzip zip;
    struct format_error err;
    unsigned sum = 0;
    if (dzip_open_memory(&zip, data, size, &err) == 0) {
        sum += read_members(&zip);
    }
    struct cut_bytes file = {.data = data, .size = size, .left = size};
    const struct byte_source source = cut_bytes_source(&file);
    if (dzip_open(&zip, &source, &err) == 0) {
        file.left = size / 256 * data[size - 1];
        sum += read_members(&zip);
    }
    dzip_close(&zip);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
