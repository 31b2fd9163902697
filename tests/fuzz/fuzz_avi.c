/* Fuzz target: AVI films, and that what is read of one is written as one that reads the same. */
#include <stdint.h>
#include <string.h>

#include "formats/media/avi_reader.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Contents of a film, and a checksum that depends on every chunk. */
struct contents {
    uint64_t frames, samples;
    uint32_t hash;
};

/* All of it, and into the writer where there is one. 0 or negative. */
static int read_film(const uint8_t *data, size_t size, struct contents *contents,
                     struct avi_writer *writer, const struct media_sink *sink)
{
    const struct byte_source source = byte_source_memory(data, size);
    struct format_error err = {0};
    struct avi_reader reader;
    struct avi_chunk chunk;
    *contents = (struct contents){0};
    int code = avi_reader_open(&reader, &source, &err);
    if (code == 0 && writer) {
        require(avi_begin(writer, sink, &reader.format) == 0);
        writer->segment_bytes = 40000;
    }
    while (code == 0 && (code = avi_reader_next(&reader, &chunk, &err)) > 0) {
        const int video = chunk.stream == AVI_VIDEO;
        require(chunk.at <= size && chunk.size <= size - chunk.at);
        code = avi_reader_load(&reader, &chunk, &err);
        if (code == 0) {
            require(memcmp(reader.bytes, data + chunk.at, chunk.size) == 0);
            contents->frames += video ? 1 : 0;
            contents->samples += video ? 0 : chunk.size / 4;
            for (size_t i = 0; i < chunk.size; i++) {
                contents->hash = contents->hash * 31 + reader.bytes[i];
            }
            if (writer) {
                require((video ? avi_add_encoded_frame(writer, reader.bytes, chunk.size)
                               : avi_add_encoded_sound(writer, reader.bytes, chunk.size)) == 0);
            }
        }
    }
    require(code == 0 || (code < 0 && err.what[0] && err.offset <= size));
    avi_reader_close(&reader);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct contents first, second;
    struct byte_writer out = {0};
    const struct media_sink sink = media_sink_memory(&out);
    struct avi_writer writer = {0};
    if (read_film(data, size, &first, NULL, NULL) < 0) {
        return 0;
    }
    require(read_film(data, size, &second, &writer, &sink) == 0);
    require(avi_end(&writer) == 0);
    avi_free(&writer);
    require(read_film(out.data, out.size, &second, NULL, NULL) == 0);
    require(first.frames == second.frames && first.samples == second.samples &&
            first.hash == second.hash);
    byte_writer_free(&out);
    return 0;
}
