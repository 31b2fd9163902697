/* One HTML page without scripts and without anything from elsewhere: facts, tables, drawings,
 * pictures, links. Readable on a phone and on paper; light or dark as the reader's system is.
 *
 * Each function appends to `out`; running out of memory is the writer's (out->failed). All texts
 * are Latin letters or UTF-8 and may come from a demo: they are escaped, control characters are
 * left out. NULL is an empty text. Parts stand in the order of the calls, between page_begin and
 * page_end. */
#ifndef ENGINE_PAGE_PAGE_H
#define ENGINE_PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/bytes.h"

void page_begin(struct byte_writer *out, const char *title, const char *subtitle);
void page_end(struct byte_writer *out, const char *foot);

/* A part with a heading. Ends with page_section_end. */
void page_section(struct byte_writer *out, const char *heading);
void page_section_end(struct byte_writer *out);
/* Likewise one that the reader opens; printed open. */
void page_fold(struct byte_writer *out, const char *heading);
void page_fold_end(struct byte_writer *out);

void page_paragraph(struct byte_writer *out, const char *text);

/* A list of names and values: begun, then a pair by a pair. Pairs without a value are left out. */
void page_facts_begin(struct byte_writer *out);
void page_fact(struct byte_writer *out, const char *name, const char *value);
void page_facts_end(struct byte_writer *out);

struct page_column {
    const char *title;
    const char *words; /* what it holds, shown over it; NULL = none */
    bool is_number;    /* at the right */
};

/* A table that scrolls sideways where it is wider than the page: begun, then rows of as many cells
 * as columns. */
void page_table_begin(struct byte_writer *out, const struct page_column *columns, size_t count);
void page_table_row(struct byte_writer *out, const struct page_column *columns,
                    const char *const *cells, size_t count, bool is_sum);
void page_table_end(struct byte_writer *out);

/* An SVG picture that stands in the page (drawing_svg.embedded), with a caption; on a narrow screen
 * it scrolls sideways. It is written as it is: it must be of engine/drawing. */
void page_drawing(struct byte_writer *out, const struct byte_writer *svg, const char *caption);
/* A PNG picture inside the page. */
void page_picture(struct byte_writer *out, const uint8_t *png, size_t size, int width, int height,
                  const char *words);

/* A list of links with words behind them. address: percent-encoded where it needs to be
 * (page_put_address); "" = no link. */
void page_links_begin(struct byte_writer *out);
void page_link(struct byte_writer *out, const char *address, const char *title, const char *words);
void page_links_end(struct byte_writer *out);

/* Appends a text percent-encoded: letters, digits and -._~/: stay. */
void page_put_address(struct byte_writer *out, const char *text);

#endif
