/* Fuzz target: Quake III demos as info, dump, cut and convert read them. What is cut or converted
 * has to be whole. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/edit/quake3/q3_convert.h"
#include "engine/edit/quake3/q3_cut.h"
#include "engine/edit/quake3/q3_translator.h"
#include "engine/quake3/q3_dump.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_reader.h"
#include "tests/support/read_stats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The snapshots of a demo that has to be whole. */
static uint32_t count_snapshots(const struct byte_writer *demo, int protocol)
{
    struct q3_reader *reader = q3_reader_create(protocol, demo->data, demo->size);
    struct q3_message message;
    struct format_error err;
    uint32_t snapshots = 0;
    int code;
    while ((code = q3_reader_block(reader, &err)) > 0) {
        while ((code = q3_reader_next(reader, &message, &err)) > 0) {
            snapshots += message.id == Q3_SNAPSHOT && message.u.snapshot;
        }
        if (code < 0) {
            break;
        }
    }
    if (code < 0) {
        abort();
    }
    q3_reader_free(reader);
    return snapshots;
}

/* The part from `from` seconds on, and the whole. */
static void check_cut(const uint8_t *data, size_t size, int protocol, double from)
{
    struct demo demo = {.data = data, .size = size, .family = &quake3_family};
    struct format_error err;
    struct edit_range range;
    if (quake3_family.open(&demo.file, data, size, protocol, &err) < 0) {
        return;
    }
    (void)!edit_range_find(&demo, from, 1e9, &range, &err);
    for (int whole = range.updates > 0 ? 0 : 1; whole < 2; whole++) {
        struct edit_report report;
        struct byte_writer part = {0};
        (void)!q3_cut(data, size, protocol, whole ? NULL : &range, &part, &report, &err);
        const uint32_t snapshots = part.size > 0 ? count_snapshots(&part, protocol) : 0;
        if (!whole && snapshots != range.updates) {
            abort();
        }
        edit_report_free(&report);
        byte_writer_free(&part);
    }
    quake3_family.close(demo.file);
}

static void check_conversion(const uint8_t *data, size_t size, int protocol)
{
    static const int targets[] = {68, 91};
    for (int i = 0; i < 2; i++) {
        struct convert_report report;
        struct format_error err = {0};
        struct byte_writer out = {0};
        if (!q3_translator_knows(protocol, targets[i])) {
            continue;
        }
        if (q3_convert(data, size, protocol, targets[i], &out, &report, &err) < 0 &&
            err.offset > size) {
            abort();
        }
        if (out.size > 0) {
            (void)count_snapshots(&out, targets[i]);
        }
        byte_writer_free(&out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int protocols[] = {68, 91, 43, 48, 73, 90};
    struct demo_stats stats;
    struct format_error err;
    if (size < 2) {
        return 0;
    }
    const int protocol = protocols[data[0] % 6];
    const double from = (double)(data[0] / 6) / 40.0;
    data++;
    size--;
    if (read_stats(&stats, data, size, NULL) < 0 && stats.error.offset > size) {
        abort();
    }
    demo_stats_free(&stats);
    FILE *out = fopen("/dev/null", "w");
    if (out) {
        (void)!q3_dump_messages(out, data, size, protocol, &err);
        (void)!q3_dump_hashes(out, data, size, protocol, &err);
        fclose(out);
    }
    check_cut(data, size, protocol, from);
    check_conversion(data, size, protocol);
    return 0;
}
