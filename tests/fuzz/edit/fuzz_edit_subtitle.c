/* Fuzz target: texts put into demos of all families and taken out again. Without texts of its own a
 * demo comes back byte for byte, but for NetQuake's track line, and without texts it has none. The
 * last byte chooses the name's ending. */
#include <string.h>

#include "engine/edit/subtitle/edit_subtitle.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* False where no serverinfo tells the protocol of a NetQuake demo, and other bytes look like
 * another one's. */
static bool has_same_protocol(const struct demo *a, const struct demo *b)
{
    const struct nq_file *x = a->file, *y = b->file;
    return a->family == b->family && (a->family != &netquake_family ||
                                      memcmp(&x->protocol, &y->protocol, sizeof(x->protocol)) == 0);
}

/* How many texts the bytes of a demo like `like` show. A few changed bytes may look like another
 * family's or protocol's, or like a track line of another length: that counts as none. */
static size_t count_texts(const struct demo *like, const uint8_t *data, size_t size,
                          const char *name)
{
    struct subtitle_list list = {0};
    struct format_error err;
    struct demo demo;
    size_t count = 0;
    if (demo_open(&demo, data, size, name) == 0 && has_same_protocol(&demo, like) &&
        demo.family->first_step(demo.file) == like->family->first_step(like->file)) {
        require(edit_subtitle_list(&demo, &list, &err) == 0);
        count = list.count;
    }
    subtitle_list_free(&list);
    demo_close(&demo);
    return count;
}

/* A NetQuake demo whose rest is damaged may, with the line end that its track line lacked, look as
 * if its blocks began elsewhere and reached its end: its texts are then others. */
static bool begins_as_written(const struct demo *demo, const struct demo *made)
{
    struct byte_writer line = {0};
    if (demo->family != &netquake_family) {
        return true;
    }
    dem_copy_track(&line, &((const struct nq_file *)demo->file)->dem);
    const bool same = made->family->first_step(made->file) == line.size;
    byte_writer_free(&line);
    return same;
}

/* made: demo with the texts. */
static void check_made(const struct demo *demo, const struct subtitles *texts,
                       const struct byte_writer *made, const char *name)
{
    struct byte_writer without = {0}, none = {0};
    struct subtitle_report report;
    struct format_error err;
    struct demo opened;
    if (demo_open(&opened, made->data, made->size, name) == 0 && has_same_protocol(&opened, demo) &&
        begins_as_written(demo, &opened)) {
        require(edit_subtitle_remove(&opened, texts, &without, &report, &err) == 0);
        require(edit_subtitle_remove(&opened, NULL, &none, &report, &err) == 0);
        require(count_texts(&opened, none.data, none.size, name) == 0);
        if (report.removed > 0 && !demo->family->quake3_data &&
            count_texts(demo, demo->data, demo->size, name) == 0) {
            struct byte_writer plain = {0};
            require(edit_subtitle_remove(demo, texts, &plain, &report, &err) == 0);
            require(without.size == plain.size &&
                    memcmp(without.data, plain.data, without.size) == 0);
            byte_writer_free(&plain);
        }
    }
    byte_writer_free(&without);
    byte_writer_free(&none);
    demo_close(&opened);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    static const char text[] = "1\n0:00 --> 0:01.5\n\"one\"\n\n2\n0:04 --> 0:05\ntwo\n";
    const char *name = names[size > 0 ? data[size - 1] % 4 : 0];
    struct subtitles texts = {0};
    struct subtitle_error text_err;
    struct subtitle_report report;
    struct byte_writer out = {0};
    struct format_error err;
    struct demo demo;
    require(subtitles_read(&texts, (const uint8_t *)text, sizeof(text) - 1, &text_err) == 0);
    if (demo_open(&demo, data, size, name) == 0) {
        const int code = edit_subtitle_add(&demo, &texts, &out, &report, &err);
        require(code == 0 || err.offset <= size);
        require(report.shown + report.missing == texts.count);
        if (code == 0) {
            check_made(&demo, &texts, &out, name);
        }
    }
    subtitles_free(&texts);
    byte_writer_free(&out);
    demo_close(&demo);
    return 0;
}
