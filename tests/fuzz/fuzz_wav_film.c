/* Fuzz target: the sound of films as WAV, which is joined; its samples lie inside the file. */
#include <stdint.h>

#include "formats/media/wav_reader.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct byte_source source = byte_source_memory(data, size);
    struct format_error err = {0};
    struct wav_reader reader;
    if (wav_reader_open(&reader, &source, &err) < 0) {
        require(err.what[0] && err.offset <= size);
        return 0;
    }
    require(reader.rate > 0 && (reader.channels == 1 || reader.channels == 2));
    require(reader.at <= size &&
            reader.frames <= (size - reader.at) / ((uint64_t)reader.channels * 2));
    return 0;
}
