/* AVI on a full disk: at every disk size, what was written ends as a playable film with its index,
 * within the disk's size. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/media/avi_reader.h"
#include "tests/support/media/film_bytes.h"

enum { FRAMES = 12, SEGMENT = 3000 /* some frames; the first has one */, STEP = 53 };

/* A disk with a limited number of bytes. A piece that does not fit is written partly. */
struct disk {
    struct byte_writer file;
    size_t room;
    bool failed;
};

static int append_to_disk(void *context, const uint8_t *bytes, size_t size)
{
    struct disk *disk = context;
    if (disk->failed) {
        return FORMAT_BAD;
    }
    const size_t left = disk->room - disk->file.size, fits = size < left ? size : left;
    byte_writer_bytes(&disk->file, bytes, fits);
    disk->failed = fits < size;
    return disk->failed ? FORMAT_BAD : 0;
}

static int put_over(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    struct disk *disk = context;
    if (disk->failed) {
        return FORMAT_BAD;
    }
    cr_assert(at + size <= disk->file.size);
    memcpy(disk->file.data + at, bytes, size);
    return 0;
}

static uint64_t tell_held(void *context)
{
    return ((struct disk *)context)->file.size;
}

static int cut_off(void *context, uint64_t size)
{
    struct disk *disk = context;
    cr_assert_leq(size, disk->file.size);
    disk->file.size = (size_t)size;
    disk->failed = false;
    return 0;
}

/* Writes frames until the disk is full. The writer's streams have the film's lengths afterwards. */
static int write_film(struct disk *disk, enum film_bytes_kind kind, struct avi_writer *avi)
{
    const struct media_sink sink = {disk, append_to_disk, put_over, tell_held, cut_off};
    const struct avi_format format = film_bytes_avi(kind);
    uint32_t pixels[FILM_BYTES_WIDTH * FILM_BYTES_HEIGHT];
    int16_t samples[2 * FILM_BYTES_SAMPLES_MAX];
    int code = avi_begin(avi, &sink, &format);
    avi->segment_bytes = SEGMENT;
    for (int i = 0; code == 0 && i < FRAMES; i++) {
        film_bytes_picture(i, pixels);
        code = avi_add_frame(avi, pixels);
        if (code == 0 && format.sound_rate > 0) {
            code = avi_add_sound(avi, samples, film_bytes_sound(i, samples));
        }
    }
    const int ended = avi_end(avi);
    return code < 0 ? code : ended;
}

/* Checks that a reader finds the lengths that the writer reports. */
static void expect_film(const struct disk *disk, const struct avi_writer *avi)
{
    const struct byte_source source = byte_source_memory(disk->file.data, disk->file.size);
    struct avi_reader reader;
    struct avi_chunk chunk;
    struct format_error err = {0};
    int code = avi_reader_open(&reader, &source, &err);
    while (code == 0 && (code = avi_reader_next(&reader, &chunk, &err)) > 0) {
        code = avi_reader_load(&reader, &chunk, &err);
    }
    cr_expect_eq(code, 0, "room %zu: byte %zu: %s", disk->room, err.offset, err.what);
    cr_expect_eq(reader.frames, avi->streams[AVI_VIDEO].length, "room %zu", disk->room);
    cr_expect_eq(reader.samples, avi->streams[AVI_AUDIO].length, "room %zu", disk->room);
    avi_reader_close(&reader);
}

Test(avi, a_full_disk_holds_a_film)
{
    static const enum film_bytes_kind kinds[] = {FILM_BYTES_MJPEG, FILM_BYTES_SILENT,
                                                 FILM_BYTES_RAW};
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        struct disk whole = {.room = SIZE_MAX};
        struct avi_writer avi;
        cr_assert_eq(write_film(&whole, kinds[k], &avi), 0);
        cr_assert_gt(avi.segments, 1, "%u", (unsigned)avi.segments);
        avi_free(&avi);
        uint64_t most = 0;
        for (size_t room = 0; room < whole.file.size; room += STEP) {
            struct disk disk = {.room = room};
            cr_expect_lt(write_film(&disk, kinds[k], &avi), 0, "%zu", room);
            const uint64_t frames = avi.streams[AVI_VIDEO].length;
            if (frames > 0 && !disk.failed) {
                expect_film(&disk, &avi);
                most = frames > most ? frames : most;
            }
            avi_free(&avi);
            byte_writer_free(&disk.file);
        }
        cr_expect_geq(most, FRAMES - 2, "%d frames at most", (int)most);
        byte_writer_free(&whole.file);
    }
}
