#include "engine/capture/film_journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/file_source.h"
#include "assets/platform.h"
#include "formats/base/bytes.h"
#include "formats/base/hash64.h"

enum {
    JOURNAL_BYTES_MAX = 1 << 28,
    PIECES_MAX = 1 << 16,
    LINE_MAX = 96,       /* of a piece */
    COPY_BYTES = 1 << 16 /* a multiple of 8, see hash64_add */
};

static const char head_line[] = "quakereel film 1\n", damaged[] = " damaged";

/* --- text ------------------------------------------------------------------------------------- */

/* The lines that an earlier run must have had, too; *differs names the first that it has not. */
struct journal_lines {
    struct byte_writer text;
    size_t ends[4]; /* of version, demos, settings, frames */
};

static int write_lines(struct journal_lines *lines, const struct film_identity *identity,
                       struct film_piece frames)
{
    struct byte_writer *text = &lines->text;
    char line[LINE_MAX];
    byte_writer_bytes(text, head_line, strlen(head_line));
    byte_writer_bytes(text, "version ", strlen("version "));
    byte_writer_bytes(text, identity->version, strlen(identity->version));
    lines->ends[0] = text->size;
    snprintf(line, sizeof(line), "\ndemos %016" PRIx64, identity->demos);
    byte_writer_bytes(text, line, strlen(line));
    lines->ends[1] = text->size;
    byte_writer_bytes(text, "\nsettings ", strlen("\nsettings "));
    for (const char *c = identity->settings; *c; c++) {
        byte_writer_u8(text, (unsigned char)*c < ' ' ? '?' : (uint8_t)*c);
    }
    lines->ends[2] = text->size;
    snprintf(line, sizeof(line), "\nframes %" PRIu64 " %" PRIu64 "\n", frames.first, frames.last);
    byte_writer_bytes(text, line, strlen(line));
    lines->ends[3] = text->size;
    return text->failed ? FORMAT_MEMORY : 0;
}

/* NULL: the earlier run's film is this one. */
static const char *find_difference(const struct journal_lines *lines, const char *text, size_t size)
{
    static const char *const differences[] = {"another version of the program",
                                              "another demo or camera path", "other settings",
                                              "another range of frames"};
    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++) {
        const size_t end = lines->ends[i];
        if (size < end || memcmp(text, lines->text.data, end) != 0 ||
            (text[end - 1] != '\n' && text[end] != '\n')) {
            return differences[i];
        }
    }
    return NULL;
}

/* The whole file with a 0 behind it. NULL with FORMAT_MISSING if there is none, or another code. */
static char *read_text(const char *path, size_t *size, int *code)
{
    struct disk_file file;
    char *text = NULL;
    *code = FORMAT_MISSING;
    if (platform_open_file(path, &file) < 0) {
        return NULL;
    }
    const struct byte_source source = file_source(&file);
    *size = source.size < JOURNAL_BYTES_MAX ? (size_t)source.size : JOURNAL_BYTES_MAX;
    text = malloc(*size + 1);
    *code = text ? byte_source_read(&source, 0, (uint8_t *)text, *size, "the text", NULL)
                 : FORMAT_MEMORY;
    platform_close_file(&file);
    if (*code < 0) {
        free(text);
        return NULL;
    }
    text[*size] = '\0';
    return text;
}

/* What stands behind the numbers of a piece's line. */
static bool read_ending(const char *text, bool *done)
{
    *done = *text == '\0';
    return *done || strcmp(text, damaged) == 0;
}

/* A line counts if it is whole: the process may have been killed while it wrote it, and after a
 * power cut a file may have zeros in between. */
static void read_pieces(struct film_journal *journal, char *text, size_t text_size)
{
    char *const text_end = text + text_size;
    for (char *end; (end = memchr(text, '\n', (size_t)(text_end - text))); text = end + 1) {
        uint64_t i, size, hash;
        int used = 0;
        bool done;
        *end = '\0';
        if (sscanf(text, "piece %" SCNu64 " %" SCNu64 " %" SCNx64 "%n", &i, &size, &hash, &used) ==
                3 &&
            strlen(text) == (size_t)(end - text) && read_ending(text + used, &done) && i >= 1 &&
            i <= journal->num_pieces) {
            journal->pieces[i - 1] = (struct film_journal_piece){true, done, size, hash};
        }
    }
}

static bool read_count(struct film_journal *journal, const char *text)
{
    uint64_t count;
    if (sscanf(text, "pieces %" SCNu64 "\n", &count) != 1 || count < 1 ||
        (count > PIECES_MAX && count != journal->num_pieces)) {
        return false;
    }
    journal->num_pieces = count;
    return true;
}

/* False: too long. */
static bool name_journal(const char *film_path, char path[OUTPUT_PATH])
{
    const int length = snprintf(path, OUTPUT_PATH, "%s.resume", film_path);
    return length > 0 && length < OUTPUT_PATH;
}

/* --- appending -------------------------------------------------------------------------------- */

static int append_text(const struct film_journal *journal, const char *text, size_t size,
                       struct format_error *err)
{
    return output_file_append_line(journal->path, text, size, journal->unsynced) == 0
               ? 0
               : format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
}

/* --- opening ---------------------------------------------------------------------------------- */

static int make_pieces(struct film_journal *journal)
{
    journal->pieces = calloc((size_t)journal->num_pieces, sizeof(*journal->pieces));
    return journal->pieces ? 0 : FORMAT_MEMORY;
}

/* Returns 0 if the earlier run's journal is continued, FORMAT_MISSING if it is to be replaced. */
static int continue_journal(struct film_journal *journal, const struct journal_lines *lines,
                            char *text, size_t size, bool force, struct format_error *err)
{
    const char *difference = find_difference(lines, text, size);
    if (!difference && !read_count(journal, text + lines->ends[3])) {
        difference = "pieces that it does not count";
    }
    if (!difference) {
        journal->continued = true;
        const int code = make_pieces(journal);
        if (code < 0) {
            return code;
        }
        const bool cut = text[size - 1] != '\n'; /* it must neither count nor take the next line */
        read_pieces(journal, text + lines->ends[3], size - lines->ends[3]);
        return cut ? append_text(journal, "?\n", 2, err) : 0;
    }
    return force ? FORMAT_MISSING
                 : format_fail(err, FORMAT_BAD, 0,
                               "FILE.resume is of another film: %s; --force begins again",
                               difference);
}

static int start_journal(struct film_journal *journal, struct journal_lines *lines,
                         struct format_error *err)
{
    const struct output_request request = {.path = journal->path, .force = true};
    char line[LINE_MAX];
    snprintf(line, sizeof(line), "pieces %" PRIu64 "\n", journal->num_pieces);
    byte_writer_bytes(&lines->text, line, strlen(line));
    if (lines->text.failed || make_pieces(journal) < 0) {
        return FORMAT_MEMORY;
    }
    const int code = output_file_write(&request, lines->text.data, lines->text.size, err);
    journal->created = code == 0;
    return code;
}

int film_journal_open(struct film_journal *journal, const char *film_path,
                      const struct film_identity *identity, struct film_piece frames,
                      uint64_t num_pieces, bool resume, bool force, struct format_error *err)
{
    struct journal_lines lines = {0};
    char *text = NULL;
    size_t size = 0;
    *journal = (struct film_journal){.frames = frames, .num_pieces = num_pieces};
    if (!name_journal(film_path, journal->path)) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    }
    int code = write_lines(&lines, identity, frames);
    if (code == 0 && (resume || !force)) {
        text = read_text(journal->path, &size, &code);
        if (text && !resume) {
            code = format_fail(err, FORMAT_BAD, 0,
                               "an unfinished film is there; --resume continues it, --force begins "
                               "again");
        } else if (text) {
            code = continue_journal(journal, &lines, text, size, force, err);
        }
    } else if (code == 0) {
        code = FORMAT_MISSING;
    }
    if (code == FORMAT_MISSING) {
        code = start_journal(journal, &lines, err);
    }
    if (code == FORMAT_MEMORY) {
        code = format_fail(err, code, 0, "out of memory");
    }
    free(text);
    byte_writer_free(&lines.text);
    return code;
}

bool film_journal_is_there(const char *film_path)
{
    char path[OUTPUT_PATH];
    return name_journal(film_path, path) && platform_is_file(path);
}

int film_journal_add(const struct film_journal *journal, uint64_t i,
                     const struct film_journal_piece *piece, struct format_error *err)
{
    char line[LINE_MAX];
    const int length =
        snprintf(line, sizeof(line), "piece %" PRIu64 " %" PRIu64 " %016" PRIx64 "%s\n", i + 1,
                 piece->size, piece->hash, piece->done ? "" : damaged);
    return append_text(journal, line, (size_t)length, err);
}

bool film_journal_has(const struct film_journal *journal, uint64_t i, const char *path, uint64_t at)
{
    uint64_t hash;
    if (!journal->continued || i >= journal->num_pieces || !journal->pieces[i].done) {
        return false;
    }
    const struct film_journal_piece *known = &journal->pieces[i];
    return film_journal_hash(path, at, known->size, &hash) == 0 && hash == known->hash;
}

bool film_journal_is_empty(const struct film_journal *journal)
{
    size_t size;
    int code;
    char *text = read_text(journal->path, &size, &code);
    const bool empty = text && !strstr(text, "\npiece ");
    free(text);
    return empty;
}

int film_journal_remove(const struct film_journal *journal)
{
    return platform_remove_file(journal->path);
}

void film_journal_free(struct film_journal *journal)
{
    free(journal->pieces);
    journal->pieces = NULL;
}

int film_journal_hash(const char *path, uint64_t at, uint64_t size, uint64_t *hash)
{
    struct disk_file file;
    uint8_t bytes[COPY_BYTES];
    int code = 0;
    if (platform_open_file(path, &file) < 0) {
        return FORMAT_BAD;
    }
    const struct byte_source source = file_source(&file);
    *hash = HASH64_START;
    while (code == 0 && size > 0) {
        const size_t count = size < sizeof(bytes) ? (size_t)size : sizeof(bytes);
        code = byte_source_read(&source, at, bytes, count, "a piece", NULL);
        *hash = code == 0 ? hash64_add(*hash, bytes, count) : *hash;
        at += count;
        size -= count;
    }
    platform_close_file(&file);
    return code < 0 ? FORMAT_BAD : 0;
}
