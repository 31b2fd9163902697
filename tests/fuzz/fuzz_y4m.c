/* Fuzz target: y4m films; frames are at the offsets that the reader reports. */
#include <stdint.h>
#include <string.h>

#include "formats/media/y4m_reader.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct byte_source source = byte_source_memory(data, size);
    struct format_error err = {0};
    struct y4m_reader reader;
    int code = y4m_reader_open(&reader, &source, &err);
    size_t at = 0;
    if (code == 0) {
        require(reader.header_size <= size && reader.width > 0 && reader.height > 0);
        require(memcmp(reader.header, data, reader.header_size) == 0);
        at = reader.header_size;
    }
    while (code == 0 && (code = y4m_reader_next(&reader, &err)) > 0) {
        code = 0;
        require(reader.size == reader.line_size + reader.frame_size && reader.size <= size - at);
        require(memcmp(reader.frame, data + at, reader.size) == 0);
        at += reader.size;
    }
    require(code == 0 ? at == size : err.what[0] && err.offset <= size);
    y4m_reader_close(&reader);
    return 0;
}
