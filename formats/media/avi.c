#include "formats/media/avi.h"

#include <stdlib.h>
#include <string.h>

#include "formats/media/wave_format.h"

enum {
    CHUNK_HEADER = 8, /* tag and size */
    LIST_HEADER = 12, /* with the list's tag */
    RIFF_SIZE_AT = 4,
    SUPER_ENTRY = 16,
    SUPER_HEADER = 24,  /* header of an indx chunk's payload, bytes */
    SUPER_COUNT_AT = 4, /* where in it the number of its entries is, */
    INDEX_HEADER = 24,  /* and of an ix chunk's */
    INDEX_ENTRY = 8,
    OLD_INDEX_ENTRY = 16,
    SAMPLE_BYTES = 4,
    SOUND_PIECE = 1024, /* samples converted to bytes at a time */
    AVI_HAS_INDEX = 0x10,
    AVI_IS_INTERLEAVED = 0x100,
    AVI_KEY_FRAME = 0x10,
    INDEX_OF_INDEXES = 0,
    INDEX_OF_CHUNKS = 1
};

#define MAX_CHUNK ((size_t)1 << 30)

static void put_tag(struct byte_writer *w, const char *tag)
{
    byte_writer_bytes(w, tag, 4);
}

static void put_u64(struct byte_writer *w, uint64_t value)
{
    byte_writer_u32(w, (uint32_t)value);
    byte_writer_u32(w, (uint32_t)(value >> 32));
}

static void put_zeros(struct byte_writer *w, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, 0);
    }
}

/* Clamps a number to the header's 32-bit fields. */
static uint32_t clamp_u32(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static const char *chunk_tag(const struct avi_writer *avi, int stream)
{
    return stream == AVI_AUDIO ? "01wb" : avi->format.codec == AVI_RAW ? "00db" : "00dc";
}

static int write_bytes(struct avi_writer *avi, const void *bytes, size_t size)
{
    const int code = size > 0 ? avi->sink.append(avi->sink.context, bytes, size) : 0;
    avi->size += size;
    avi->cut_off |= code < 0;
    return code;
}

/* Writes what is in avi->head, and empties it. */
static int write_head(struct avi_writer *avi)
{
    if (avi->head.failed) {
        return FORMAT_MEMORY;
    }
    const int code = write_bytes(avi, avi->head.data, avi->head.size);
    avi->head.size = 0;
    return code;
}

static int patch_bytes(struct avi_writer *avi, uint64_t at, const uint8_t *bytes, size_t size)
{
    const int code = avi->sink.patch(avi->sink.context, at, bytes, size);
    avi->cut_off |= code < 0; /* what was appended may have waited until now */
    return code;
}

static int patch_u32(struct avi_writer *avi, uint64_t at, uint64_t value)
{
    uint8_t bytes[4];
    bytes_put_u32(bytes, clamp_u32(value));
    return patch_bytes(avi, at, bytes, sizeof(bytes));
}

size_t avi_raw_frame_size(const struct avi_format *format)
{
    return ((size_t)format->width * 3 + 3) / 4 * 4 * format->height;
}

/* --- the header
 * -------------------------------------------------------------------------------------- */

/* Begins a list or a chunk whose size is known when it ends. Returns where its size is. */
static size_t open_chunk(struct byte_writer *w, const char *tag, const char *list)
{
    put_tag(w, tag);
    const size_t at = w->size;
    byte_writer_u32(w, 0);
    if (list) {
        put_tag(w, list);
    }
    return at;
}

static void close_chunk(struct byte_writer *w, size_t at)
{
    if (!w->failed) {
        bytes_put_u32(w->data + at, (uint32_t)(w->size - at - 4));
    }
}

static void put_main_header(struct avi_writer *avi, struct byte_writer *w)
{
    const struct avi_format *format = &avi->format;
    const bool sound = format->sound_rate > 0;
    const size_t avih = open_chunk(w, "avih", NULL);
    const uint64_t micros =
        ((uint64_t)1000000 * format->fps_den + format->fps_num / 2) / format->fps_num;
    byte_writer_u32(w, clamp_u32(micros)); /* a frame */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, 0);
    byte_writer_u32(w, AVI_HAS_INDEX | (sound ? AVI_IS_INTERLEAVED : 0));
    avi->avih_frames_at = w->size;
    byte_writer_u32(w, 0); /* frames of the first segment */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, sound ? 2 : 1); /* streams */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, format->width);
    byte_writer_u32(w, format->height);
    put_zeros(w, 4);
    close_chunk(w, avih);
}

static void put_stream_header(struct avi_writer *avi, struct byte_writer *w, int stream)
{
    const struct avi_format *format = &avi->format;
    const bool video = stream == AVI_VIDEO;
    const size_t strh = open_chunk(w, "strh", NULL);
    put_tag(w, video ? "vids" : "auds");
    put_tag(w, !video || format->codec == AVI_RAW ? "\0\0\0" : "MJPG");
    put_zeros(w, 3);
    /* Frames or samples per second, as rate / scale. */
    byte_writer_u32(w, video ? format->fps_den : SAMPLE_BYTES);
    byte_writer_u32(w, video ? format->fps_num : format->sound_rate * SAMPLE_BYTES);
    byte_writer_u32(w, 0);
    avi->streams[stream].length_at = w->size;
    byte_writer_u32(w, 0);
    avi->streams[stream].buffer_at = w->size;
    byte_writer_u32(w, 0);          /* the largest chunk */
    byte_writer_u32(w, UINT32_MAX); /* quality: unspecified */
    byte_writer_u32(w, video ? 0 : SAMPLE_BYTES);
    byte_writer_u32(w, 0);
    byte_writer_u16(w, video ? format->width : 0);
    byte_writer_u16(w, video ? format->height : 0);
    close_chunk(w, strh);
}

static void put_video_format(const struct avi_format *format, struct byte_writer *w)
{
    const bool raw = format->codec == AVI_RAW;
    const size_t strf = open_chunk(w, "strf", NULL);
    byte_writer_u32(w, 40);
    byte_writer_u32(w, format->width);
    byte_writer_u32(w, format->height); /* above 0: raw rows go upward */
    byte_writer_u16(w, 1);
    byte_writer_u16(w, 24);
    put_tag(w, raw ? "\0\0\0" : "MJPG");
    byte_writer_u32(w, clamp_u32(avi_raw_frame_size(format)));
    put_zeros(w, 4);
    close_chunk(w, strf);
}

static void put_audio_format(const struct avi_format *format, struct byte_writer *w)
{
    uint8_t bytes[WAVE_FORMAT_SIZE];
    const size_t strf = open_chunk(w, "strf", NULL);
    wave_format_write(bytes, format->sound_rate, 2);
    byte_writer_bytes(w, bytes, sizeof(bytes));
    close_chunk(w, strf);
}

/* An index of indexes without any; finished segments are patched into it. */
static void put_super_index(struct avi_writer *avi, struct byte_writer *w, int stream)
{
    const size_t indx = open_chunk(w, "indx", NULL);
    avi->streams[stream].super_at = w->size;
    byte_writer_u16(w, SUPER_ENTRY / 4);
    byte_writer_u16(w, INDEX_OF_INDEXES << 8);
    byte_writer_u32(w, 0); /* entries */
    put_tag(w, chunk_tag(avi, stream));
    put_zeros(w, 3);
    put_zeros(w, AVI_MAX_SEGMENTS * SUPER_ENTRY / 4);
    close_chunk(w, indx);
}

static void put_stream(struct avi_writer *avi, struct byte_writer *w, int stream)
{
    const size_t strl = open_chunk(w, "LIST", "strl");
    put_stream_header(avi, w, stream);
    if (stream == AVI_VIDEO) {
        put_video_format(&avi->format, w);
    } else {
        put_audio_format(&avi->format, w);
    }
    put_super_index(avi, w, stream);
    close_chunk(w, strl);
}

/* Starts the movi list of the current segment. */
static void put_movi(struct avi_writer *avi, struct byte_writer *w)
{
    (void)open_chunk(w, "LIST", "movi"); /* its size is patched */
    avi->movi_at = avi->size + w->size - 4;
}

int avi_begin(struct avi_writer *avi, const struct media_sink *sink,
              const struct avi_format *format)
{
    *avi =
        (struct avi_writer){.sink = *sink, .format = *format, .segment_bytes = AVI_SEGMENT_BYTES};
    struct byte_writer *w = &avi->head;
    (void)open_chunk(w, "RIFF", "AVI ");
    const size_t hdrl = open_chunk(w, "LIST", "hdrl");
    put_main_header(avi, w);
    put_stream(avi, w, AVI_VIDEO);
    if (format->sound_rate > 0) {
        put_stream(avi, w, AVI_AUDIO);
    }
    const size_t odml = open_chunk(w, "LIST", "odml");
    const size_t dmlh = open_chunk(w, "dmlh", NULL);
    avi->dmlh_frames_at = w->size;
    byte_writer_u32(w, 0); /* frames of all segments */
    close_chunk(w, dmlh);
    close_chunk(w, odml);
    close_chunk(w, hdrl);
    put_movi(avi, w);
    return write_head(avi);
}

/* --- segments
 * -------------------------------------------------------------------------------------- */

/* A stream's chunks of this segment, and their entry in its super index. */
static int write_index(struct avi_writer *avi, int stream)
{
    struct avi_stream *s = &avi->streams[stream];
    struct byte_writer *w = &avi->head;
    if (s->entries.size == 0) {
        return 0;
    }
    const uint64_t at = avi->size;
    const size_t ix = open_chunk(w, stream == AVI_VIDEO ? "ix00" : "ix01", NULL);
    byte_writer_u16(w, INDEX_ENTRY / 4);
    byte_writer_u16(w, INDEX_OF_CHUNKS << 8);
    byte_writer_u32(w, (uint32_t)(s->entries.size / INDEX_ENTRY));
    put_tag(w, chunk_tag(avi, stream));
    put_u64(w, avi->movi_at); /* what its offsets count from */
    byte_writer_u32(w, 0);
    byte_writer_bytes(w, s->entries.data, s->entries.size);
    close_chunk(w, ix);
    int code = write_head(avi);
    if (code < 0) {
        return code;
    }
    const uint64_t size = avi->size - at;
    put_u64(w, at);
    byte_writer_u32(w, (uint32_t)size);
    byte_writer_u32(w, clamp_u32(s->length - s->segment_began));
    if (w->failed) {
        return FORMAT_MEMORY;
    }
    code = patch_bytes(avi, s->super_at + SUPER_HEADER + (uint64_t)SUPER_ENTRY * s->segments,
                       w->data, w->size);
    w->size = 0;
    return code < 0 ? code : patch_u32(avi, s->super_at + SUPER_COUNT_AT, s->segments + 1);
}

static int write_old_index(struct avi_writer *avi)
{
    struct byte_writer *w = &avi->head;
    put_tag(w, "idx1");
    byte_writer_u32(w, (uint32_t)avi->index.size);
    byte_writer_bytes(w, avi->index.data, avi->index.size);
    return write_head(avi);
}

/* All of the segment is written; until then it could be written once more. */
static void begin_next(struct avi_writer *avi)
{
    for (int i = 0; i < AVI_STREAMS; i++) {
        struct avi_stream *s = &avi->streams[i];
        s->segments += s->entries.size > 0;
        s->entries.size = 0;
        s->segment_began = s->length;
        s->largest_before = s->largest;
    }
    byte_writer_free(&avi->index);
    avi->segments++;
}

static int end_segment(struct avi_writer *avi)
{
    int code = 0;
    for (int i = 0; code == 0 && i < AVI_STREAMS; i++) {
        code = write_index(avi, i);
    }
    const uint64_t movi_size = avi->size - avi->movi_at;
    if (code == 0 && avi->segments == 0) {
        avi->first_frames = avi->streams[AVI_VIDEO].length;
        code = write_old_index(avi);
    }
    if (code == 0) {
        code = patch_u32(avi, avi->movi_at - 4, movi_size);
    }
    if (code == 0) {
        code = patch_u32(avi, avi->segment_at + RIFF_SIZE_AT,
                         avi->size - avi->segment_at - CHUNK_HEADER);
    }
    if (code == 0) {
        begin_next(avi);
    }
    return code;
}

static size_t count_chunks(const struct avi_writer *avi)
{
    return (avi->streams[AVI_VIDEO].entries.size + avi->streams[AVI_AUDIO].entries.size) /
           INDEX_ENTRY;
}

/* Bytes that the indexes of `chunks` chunks take. */
static uint64_t size_indexes(const struct avi_writer *avi, size_t chunks)
{
    const uint64_t each = INDEX_ENTRY + (avi->segments == 0 ? OLD_INDEX_ENTRY : 0);
    return chunks * each + CHUNK_HEADER + AVI_STREAMS * (CHUNK_HEADER + INDEX_HEADER);
}

/* Starts a new segment if a chunk of that size and its index entries do not fit; a segment has at
 * least one chunk. */
static int make_room(struct avi_writer *avi, size_t size)
{
    const size_t chunks = count_chunks(avi);
    const uint64_t indexes = size_indexes(avi, chunks + 1);
    const uint64_t used = avi->size - avi->segment_at + CHUNK_HEADER + size + size % 2;
    if (chunks == 0 || used + indexes <= avi->segment_bytes) {
        return 0;
    }
    if (avi->segments + 1 >= AVI_MAX_SEGMENTS) {
        return FORMAT_BAD;
    }
    const int code = end_segment(avi);
    if (code < 0) {
        return code;
    }
    avi->segment_at = avi->size;
    (void)open_chunk(&avi->head, "RIFF", "AVIX");
    put_movi(avi, &avi->head);
    return write_head(avi);
}

/* --- where no more can be written ------------------------------------------------------------- */

/* Offset of a stream's last chunk in this segment, from movi; 0 = none. */
static uint32_t last_chunk(const struct avi_stream *s)
{
    return s->entries.size >= INDEX_ENTRY
               ? bytes_u32(s->entries.data + s->entries.size - INDEX_ENTRY) - CHUNK_HEADER
               : 0;
}

/* As if the segment's last chunk had never been. */
static void drop_chunk(struct avi_writer *avi)
{
    const bool video = last_chunk(&avi->streams[AVI_VIDEO]) > last_chunk(&avi->streams[AVI_AUDIO]);
    struct avi_stream *s = &avi->streams[video ? AVI_VIDEO : AVI_AUDIO];
    const uint32_t size = bytes_u32(s->entries.data + s->entries.size - INDEX_ENTRY + 4);
    avi->size = avi->movi_at + last_chunk(s);
    s->length -= video ? 1 : size / SAMPLE_BYTES;
    s->entries.size -= INDEX_ENTRY;
    avi->index.size -= avi->segments == 0 ? OLD_INDEX_ENTRY : 0;
}

/* Recomputes the largest chunk from the index entries that are left. */
static void find_largest(struct avi_stream *s)
{
    s->largest = s->largest_before;
    for (size_t at = 4; at < s->entries.size; at += INDEX_ENTRY) {
        const uint32_t size = bytes_u32(s->entries.data + at);
        s->largest = size > s->largest ? size : s->largest;
    }
}

/* After a failed write: keeps the chunks that fit, together with their indexes, into what the sink
 * has stored, and cuts off the rest, which makes space for the indexes. */
static int make_whole_again(struct avi_writer *avi)
{
    if (!avi->sink.held) {
        return FORMAT_BAD;
    }
    const uint64_t held = avi->sink.held(avi->sink.context);
    while (count_chunks(avi) > 0 && avi->size + size_indexes(avi, count_chunks(avi)) > held) {
        drop_chunk(avi);
    }
    find_largest(&avi->streams[AVI_VIDEO]);
    find_largest(&avi->streams[AVI_AUDIO]);
    if (count_chunks(avi) == 0) {
        avi->size = avi->segments > 0 ? avi->segment_at : 0;
    }
    avi->cut_off = false;
    return avi->size > 0 ? avi->sink.cut(avi->sink.context, avi->size) : FORMAT_BAD;
}

/* Room for a chunk's entries, so that what is written can be found. */
static int note_chunk(struct avi_writer *avi, int stream, size_t size)
{
    struct avi_stream *s = &avi->streams[stream];
    const uint32_t at = (uint32_t)(avi->size - avi->movi_at);
    byte_writer_u32(&s->entries, at + CHUNK_HEADER);
    byte_writer_u32(&s->entries, (uint32_t)size);
    if (avi->segments == 0) {
        put_tag(&avi->index, chunk_tag(avi, stream));
        byte_writer_u32(&avi->index, AVI_KEY_FRAME);
        byte_writer_u32(&avi->index, at);
        byte_writer_u32(&avi->index, (uint32_t)size);
    }
    return s->entries.failed || avi->index.failed ? FORMAT_MEMORY : 0;
}

static int add_chunk(struct avi_writer *avi, int stream, const uint8_t *bytes, size_t size,
                     uint64_t length)
{
    struct avi_stream *s = &avi->streams[stream];
    int code = size > MAX_CHUNK ? FORMAT_BAD : make_room(avi, size);
    if (code == 0) {
        code = note_chunk(avi, stream, size);
    }
    if (code < 0) {
        return code;
    }
    uint8_t header[CHUNK_HEADER];
    memcpy(header, chunk_tag(avi, stream), 4);
    bytes_put_u32(header + 4, (uint32_t)size);
    s->length += length;
    s->largest = size > s->largest ? (uint32_t)size : s->largest;
    code = write_bytes(avi, header, sizeof(header));
    if (code == 0) {
        code = write_bytes(avi, bytes, size);
    }
    return code == 0 ? write_bytes(avi, "", size % 2) : code;
}

/* --- pictures and sound
 * -------------------------------------------------------------------------------------- */

static int code_jpeg(struct avi_writer *avi, const uint32_t *pixels)
{
    const struct avi_format *format = &avi->format;
    if (!avi->jpeg.planes &&
        jpeg_encoder_begin(&avi->jpeg, format->width, format->height, format->quality) < 0) {
        return FORMAT_MEMORY;
    }
    jpeg_encode(&avi->jpeg, pixels, &avi->frame);
    return avi->frame.failed ? FORMAT_MEMORY : 0;
}

static int code_raw(struct avi_writer *avi, const uint32_t *pixels)
{
    const size_t width = avi->format.width, height = avi->format.height;
    const size_t size = avi_raw_frame_size(&avi->format), stride = size / height;
    struct byte_writer *w = &avi->frame;
    if (!avi->row) {
        avi->row = calloc(1, stride); /* what fills it up stays 0 */
        if (!avi->row) {
            return FORMAT_MEMORY;
        }
    }
    uint8_t *row = avi->row;
    for (size_t y = height; y-- > 0;) {
        for (size_t x = 0; x < width; x++) {
            const uint32_t pixel = pixels[y * width + x];
            row[3 * x] = (uint8_t)pixel;
            row[3 * x + 1] = (uint8_t)(pixel >> 8);
            row[3 * x + 2] = (uint8_t)(pixel >> 16);
        }
        byte_writer_bytes(w, row, stride);
    }
    return w->failed ? FORMAT_MEMORY : 0;
}

int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels)
{
    avi->frame.size = 0;
    const int code = avi->format.codec == AVI_RAW ? code_raw(avi, pixels) : code_jpeg(avi, pixels);
    return code < 0 ? code : avi_add_encoded_frame(avi, avi->frame.data, avi->frame.size);
}

int avi_add_encoded_frame(struct avi_writer *avi, const uint8_t *bytes, size_t size)
{
    return add_chunk(avi, AVI_VIDEO, bytes, size, 1);
}

int avi_add_sound(struct avi_writer *avi, const int16_t *samples, size_t count)
{
    struct byte_writer *w = &avi->frame;
    w->size = 0;
    while (count > 0) {
        uint8_t bytes[SOUND_PIECE * SAMPLE_BYTES];
        const size_t piece = count < SOUND_PIECE ? count : SOUND_PIECE;
        for (size_t i = 0; i < 2 * piece; i++) {
            bytes[2 * i] = (uint8_t)samples[i];
            bytes[2 * i + 1] = (uint8_t)((uint16_t)samples[i] >> 8);
        }
        byte_writer_bytes(w, bytes, piece * SAMPLE_BYTES);
        samples += 2 * piece;
        count -= piece;
    }
    return w->failed ? FORMAT_MEMORY : avi_add_encoded_sound(avi, w->data, w->size);
}

int avi_add_encoded_sound(struct avi_writer *avi, const uint8_t *bytes, size_t size)
{
    return size > 0 ? add_chunk(avi, AVI_AUDIO, bytes, size, size / SAMPLE_BYTES) : 0;
}

/* Writes the last segment's index and patches the header. */
static int finish_file(struct avi_writer *avi)
{
    const struct avi_stream *video = &avi->streams[AVI_VIDEO];
    const struct avi_stream *audio = &avi->streams[AVI_AUDIO];
    /* A segment without chunks is there only when it is the only one: an empty film. */
    int code = avi->segments == 0 || count_chunks(avi) > 0 ? end_segment(avi) : 0;
    const struct {
        uint64_t at, value;
    } numbers[] = {{avi->avih_frames_at, avi->first_frames}, {avi->dmlh_frames_at, video->length},
                   {video->length_at, video->length},        {video->buffer_at, video->largest},
                   {audio->length_at, audio->length},        {audio->buffer_at, audio->largest}};
    for (size_t i = 0; code == 0 && i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (numbers[i].at > 0) { /* there is no sound's where there is no sound */
            code = patch_u32(avi, numbers[i].at, numbers[i].value);
        }
    }
    return code;
}

int avi_end(struct avi_writer *avi)
{
    int code = 0;
    if (!avi->cut_off) {
        code = finish_file(avi);
    }
    if (avi->cut_off) {
        const int mended = make_whole_again(avi) < 0 ? FORMAT_BAD : finish_file(avi);
        code = code < 0 ? code : mended;
    }
    return code;
}

void avi_free(struct avi_writer *avi)
{
    byte_writer_free(&avi->head);
    byte_writer_free(&avi->index);
    byte_writer_free(&avi->frame);
    for (int i = 0; i < AVI_STREAMS; i++) {
        byte_writer_free(&avi->streams[i].entries);
    }
    jpeg_encoder_free(&avi->jpeg);
    free(avi->row);
    avi->row = NULL;
}
