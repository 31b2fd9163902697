/* A demo as text and the text as a demo, in memory; the same of the list of its texts. */
#ifndef TESTS_SUPPORT_TEXT_ROUND_TRIP_H
#define TESTS_SUPPORT_TEXT_ROUND_TRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/strings/demo_strings.h"
#include "engine/edit/text/demo_text.h"
#include "formats/base/bytes.h"

/* Appends the demo's text; what demo_text_write returned. The demo has to be one of those that have
 * a text. */
int text_of_demo(const struct demo *demo, bool numbers, struct byte_writer *text,
                 struct demo_text_report *report, struct format_error *err);

/* True if the text of some of the demo's blocks gives all of its bytes back: text_of_demo told
 * their number. */
bool text_part_comes_back(const struct demo *demo, uint64_t blocks, const uint8_t *data,
                          size_t size);

/* Appends the demo of a text, which is read in pieces of at most `piece` bytes; what demo_text_read
 * returned. */
int demo_of_text(const void *text, size_t size, size_t piece, struct byte_writer *demo,
                 struct text_error *err);

/* Appends the demo of the text of a part; what demo_text_read_part returned. */
int part_of_text(const void *text, size_t size, const struct demo *into, struct byte_writer *demo,
                 struct text_error *err);

/* Appends the list of the demo's texts; what demo_strings_list returned. */
int strings_of_demo(const struct demo *demo, struct byte_writer *list,
                    struct demo_strings_report *report, struct format_error *err);

/* Appends the demo with the texts of a list, which is read in pieces of at most `piece` bytes; what
 * demo_strings_apply returned. */
int demo_of_strings(const void *list, size_t size, size_t piece, const struct demo *demo,
                    struct byte_writer *made, struct demo_strings_report *report,
                    struct text_error *list_err, struct format_error *err);

#endif
