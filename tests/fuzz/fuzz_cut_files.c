/* Fuzz target: archives and films whose file is cut, changes or cannot be read any more while it is
 * open. What is read all the same is what the file had when it was opened.
 *
 * Input: the reader, what happens, after how many reads, where it is cut (in 256ths); the file. */
#include <stdlib.h>

#include "assets/archive.h"
#include "formats/media/avi_reader.h"
#include "formats/media/wav_reader.h"
#include "formats/media/y4m_reader.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/archives/cut_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FAULT_CUT, FAULT_UNREADABLE, FAULT_TOUCHED, FAULTS };
enum { HEAD = 4, MEMBER_BYTES = 1 << 16, MEMBERS = 64 };

struct faulty_file {
    struct cut_bytes bytes;
    int fault;
    uint32_t reads_left; /* until the fault */
    size_t cut;
};

static void advance_fault(struct faulty_file *file)
{
    if (file->reads_left > 0) {
        file->reads_left--;
        return;
    }
    file->bytes.left = file->fault == FAULT_CUT ? file->cut : file->bytes.size;
    file->bytes.fails = file->fault == FAULT_UNREADABLE;
    file->bytes.touched = file->fault == FAULT_TOUCHED;
}

static int read_faulty(void *context, uint64_t at, uint8_t *bytes, size_t size, size_t *got)
{
    struct faulty_file *file = context;
    require(at <= file->bytes.size && size <= file->bytes.size - at);
    advance_fault(file);
    return cut_bytes_read(&file->bytes, at, bytes, size, got);
}

static bool is_faulty_changed(void *context)
{
    return cut_bytes_changed(&((struct faulty_file *)context)->bytes);
}

static void check_code(const struct byte_source *source, int code, const struct format_error *err)
{
    require(code >= 0 || (err->what[0] != '\0' && err->offset <= source->size));
}

/* A part of the file as it was opened. */
static void check_bytes(const struct byte_source *source, uint64_t at, const uint8_t *bytes,
                        size_t size)
{
    const struct faulty_file *file = source->context;
    require(at <= source->size && size <= source->size - at);
    require(size == 0 || memcmp(bytes, file->bytes.data + at, size) == 0);
}

static void check_damage(void *context, const struct format_error *err)
{
    check_code(context, FORMAT_BAD, err);
}

/* Loads a member that is small enough. */
static void load_member(struct byte_source *source, const struct archive *archive, size_t i)
{
    struct pak_member in_pak = {.size = 0};
    struct zip_member in_zip = {.size = 0};
    size_t place = archive->names[i].place;
    const int known = archive->kind == ARCHIVE_ZIP
                          ? zip_next(&archive->zip, &place, &in_zip, NULL) - 1
                          : pak_get(&archive->pak, (uint32_t)place, &in_pak, NULL);
    if (known < 0 || in_pak.size > MEMBER_BYTES || in_zip.size > MEMBER_BYTES) {
        return;
    }
    struct format_error err = {0};
    const uint8_t *data;
    uint8_t *owned;
    size_t size;
    const int code = archive_load_at(archive, i, &data, &size, &owned, &err);
    check_code(source, code, &err);
    if (code == 0 && archive->kind == ARCHIVE_PAK) {
        check_bytes(source, in_pak.offset, data, size);
    }
    free(owned);
}

static void read_archive(struct byte_source *source)
{
    struct archive archive;
    struct format_error err = {0};
    const int code = archive_open(&archive, source, check_damage, source, &err);
    check_code(source, code, &err);
    for (size_t i = 0; code == 0 && i < archive.count && i < MEMBERS; i++) {
        load_member(source, &archive, i);
    }
    archive_close(&archive);
}

static void read_avi(struct byte_source *source)
{
    struct avi_reader reader;
    struct avi_chunk chunk;
    struct format_error err = {0};
    int code = avi_reader_open(&reader, source, &err);
    while (code == 0 && (code = avi_reader_next(&reader, &chunk, &err)) > 0) {
        code = avi_reader_load(&reader, &chunk, &err);
        if (code == 0) {
            check_bytes(source, chunk.at, reader.bytes, chunk.size);
        }
    }
    check_code(source, code, &err);
    avi_reader_close(&reader);
}

static void read_y4m(struct byte_source *source)
{
    struct y4m_reader reader;
    struct format_error err = {0};
    int code = y4m_reader_open(&reader, source, &err);
    while (code == 0 && (code = y4m_reader_next(&reader, &err)) > 0) {
        check_bytes(source, reader.at - reader.size, reader.frame, reader.size);
        code = 0;
    }
    check_code(source, code, &err);
    y4m_reader_close(&reader);
}

static void read_wav(struct byte_source *source)
{
    struct wav_reader reader;
    struct format_error err = {0};
    check_code(source, wav_reader_open(&reader, source, &err), &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(struct byte_source *) = {read_archive, read_avi, read_y4m,
                                                            read_wav};
    if (size < HEAD) {
        return 0;
    }
    const size_t rest = size - HEAD;
    struct faulty_file file = {.bytes = {.data = data + HEAD, .size = rest, .left = rest},
                               .fault = data[1] % FAULTS,
                               .reads_left = data[2],
                               .cut = rest / 256 * data[3] + rest % 256 * data[3] / 256};
    struct byte_source source = {
        .context = &file, .size = rest, .read = read_faulty, .changed = is_faulty_changed};
    readers[data[0] % (sizeof(readers) / sizeof(readers[0]))](&source);
    return 0;
}
