/* Fuzz target: Ogg Vorbis. What is mutated gets its pages' checksums back, or nothing would be
 * read. */
#include <stdint.h>
#include <string.h>

#include "formats/media/ogg.h"
#include "formats/media/vorbis.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size); /* libFuzzer's own */

static void seal_pages(uint8_t *data, size_t size)
{
    for (size_t at = 0; size - at >= OGG_PAGE_HEADER;) {
        size_t length = OGG_PAGE_HEADER + data[at + OGG_PAGE_HEADER - 1];
        if (memcmp(data + at, "OggS", 4) != 0 || length > size - at) {
            at++;
            continue;
        }
        for (size_t i = OGG_PAGE_HEADER, end = length; i < end; i++) {
            length += data[at + i];
        }
        if (length > size - at) {
            return;
        }
        ogg_seal_page(data + at, length);
        at += length;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    (void)seed;
    size = LLVMFuzzerMutate(data, size, max_size);
    seal_pages(data, size);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pcm pcm;
    struct format_error err;
    if (vorbis_read(&pcm, data, size, PCM_AS_IS, &err) < 0) {
        require(pcm.samples == NULL && err.offset <= size);
        return 0;
    }
    require(pcm.length > 0 && pcm.length <= VORBIS_MAX_FRAMES);
    require(pcm.channels == 1 || pcm.channels == 2);
    int sum = 0;
    for (size_t i = 0; i < (size_t)pcm.length * (size_t)pcm.channels; i++) {
        sum ^= pcm.samples[i];
    }
    pcm_free(&pcm);
    return sum == INT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
