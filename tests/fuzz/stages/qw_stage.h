/* Fixture of the fuzz targets of QuakeWorld's two containers. The first byte decides:
 *
 * below 0xa0: the rest are the messages of a demo, whose protocol this byte chooses;
 *
 * below 0xc0: the next byte chooses a protocol, the rest are changes to a demo of all its sample
 * messages: two bytes of position, one of value;
 *
 * above: the rest is a file.
 *
 * So every message and every branch is reachable without seeds. */
#ifndef TESTS_FUZZ_STAGES_QW_STAGE_H
#define TESTS_FUZZ_STAGES_QW_STAGE_H

#include <stdlib.h>

#include "engine/quakeworld/qw_scan.h"
#include "tests/support/qw_samples.h"
#include "tests/support/qw_walk.h"
#include "tests/support/read_stats.h"

enum { QW_STAGE_CHANGES = 0xa0, QW_STAGE_FILE = 0xc0, QW_STAGE_BLOCK = 1400 };

/* Collects its statistics as `info` and the timeline's first pass do. */
static inline void qw_stage_describe(enum qw_container container, const uint8_t *data, size_t size)
{
    const struct qw_demo demo = {data, size, container};
    struct qw_scanner *scanner = calloc(1, sizeof(*scanner));
    struct demo_stats *stats = malloc(sizeof(*stats));
    struct demo_events events = {0};
    struct demo_reading reading = {.events = &events};
    struct format_error err = {0};
    size_t pos = 0;
    double length = 0.0;
    int code = scanner && stats ? 1 : 0;
    while (code > 0 && !reading.step.last && events.count < DEMO_MAX_EVENTS) {
        code = qw_scan(&demo, scanner, &pos, &reading, &err);
        length += reading.step.seconds;
    }
    if (!(length >= 0.0) || pos > size || (code < 0 && (!err.what[0] || err.offset > size))) {
        abort();
    }
    if (stats) {
        if (read_stats(stats, data, size, NULL) < 0 && stats->error.offset > size) {
            abort();
        }
        demo_stats_free(stats);
    }
    free(events.items);
    free(scanner);
    free(stats);
}

static inline void qw_stage_file(enum qw_container container, const uint8_t *data, size_t size)
{
    struct qw_readings readings;
    struct qw_walk walk = {0};
    struct format_error err = {0};
    (void)qw_detect(data, size, &readings);
    const int code = qw_walk_demo(&walk, container, data, size, &err);
    if (walk.mismatch || readings.qwd.end > size || readings.mvd.end > size ||
        (code < 0 && !err.what[0])) {
        abort();
    }
    byte_writer_free(&walk.out);
    qw_stage_describe(container, data, size);
}

static inline struct qw_protocol qw_stage_protocol(enum qw_container container, uint8_t choice)
{
    struct qw_protocol p = qw_sample_protocols[choice % QW_SAMPLE_PROTOCOLS];
    p.is_mvd = container == QW_CONTAINER_MVD;
    return p;
}

static inline void qw_stage_messages(enum qw_container container, const uint8_t *data, size_t size)
{
    const struct qw_protocol p = qw_stage_protocol(container, data[0]);
    struct byte_writer demo = {0};
    qw_sample_begin(&p, &demo);
    for (size_t at = 1; at < size; at += QW_STAGE_BLOCK) {
        struct byte_writer messages = {0};
        byte_writer_bytes(&messages, data + at,
                          size - at < QW_STAGE_BLOCK ? size - at : QW_STAGE_BLOCK);
        qw_sample_block(p.is_mvd, &messages, &demo);
        byte_writer_free(&messages);
    }
    qw_stage_file(container, demo.data, demo.size);
    byte_writer_free(&demo);
}

static inline void qw_stage_changes(enum qw_container container, const uint8_t *data, size_t size)
{
    const struct qw_protocol p = qw_stage_protocol(container, size > 1 ? data[1] : 0);
    struct byte_writer demo = {0};
    qw_sample_demo(&p, &demo);
    for (size_t at = 2; at + 3 <= size; at += 3) {
        demo.data[bytes_u16(data + at) % demo.size] = data[at + 2];
    }
    qw_stage_file(container, demo.data, demo.size);
    byte_writer_free(&demo);
}

static inline void qw_stage_run(enum qw_container container, const uint8_t *data, size_t size)
{
    if (size == 0 || data[0] >= QW_STAGE_FILE) {
        qw_stage_file(container, data + (size > 0), size - (size > 0));
    } else if (data[0] >= QW_STAGE_CHANGES) {
        qw_stage_changes(container, data, size);
    } else {
        qw_stage_messages(container, data, size);
    }
}

#endif
