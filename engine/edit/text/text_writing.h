/* What the families share in writing a demo as text: output, names of the level, bytes with a
 * reason, and the check that a message's text gives its bytes back. */
#ifndef ENGINE_EDIT_TEXT_TEXT_WRITING_H
#define ENGINE_EDIT_TEXT_TEXT_WRITING_H

#include "engine/edit/text/demo_text.h"
#include "engine/edit/text/text_fields.h"
#include "formats/base/bytes.h"

/* Names by number: those of a level. */
struct text_level_names {
    const char **names; /* owned array of borrowed names; name 1 first */
    size_t count, capacity;
};

struct text_level {
    struct text_level_names models, sounds;
};

/* Zero at first, but for the first four. */
struct text_writing {
    const struct demo_text_options *options;
    struct media_sink *sink;
    struct demo_text_report *report;
    struct format_error *err; /* the first damage */
    int code;                 /* its code; 0 = none */
    struct text_level level;
    struct byte_writer out;
    size_t kept;              /* bytes of it in front of what is not in the part */
    bool is_outside;          /* what is behind them is not in it */
    struct byte_writer copy;  /* of a message's text, which reading changes */
    struct byte_writer bytes; /* that the text makes */
};

/* Makes the list hold `keep` names (or fewer) and those behind `first`. 0 or FORMAT_MEMORY. */
int text_level_list(struct text_level_names *list, size_t keep, const char *first,
                    uint32_t count) MUST_CHECK;
/* For struct text_context; level: a struct text_level. */
const char *text_level_name(const void *level, enum text_refers refers, uint32_t number);

/* The first line, up to the family's own words, and its end. */
void text_writing_begin_head(struct text_writing *w, const char *family);
void text_writing_end_head(struct text_writing *w);
/* Before a block is written, of which report->blocks is the number. */
void text_writing_begin_block(struct text_writing *w);

/* Keeps the first damage. */
void text_writing_note(struct text_writing *w, int code, const struct format_error *err);
/* A comment: the byte and what is wrong there. */
void text_writing_reason(struct text_writing *w, const struct format_error *err);
/* The statement `raw`: bytes of a block. */
void text_writing_raw(struct text_writing *w, const uint8_t *bytes, size_t size);
/* The same of a message that its fields do not give back, with a comment that tells its name. */
void text_writing_raw_message(struct text_writing *w, const char *name, const uint8_t *bytes,
                              size_t size);
/* The statement `rest`, several times: bytes of the file. 0 or the sink's code. */
int text_writing_rest(struct text_writing *w, const uint8_t *bytes, size_t size) MUST_CHECK;

/* Reads the text from `start` on as `read` reads a message, and compares. */
typedef int text_read_message(void *context, struct text_reader *r, struct text_word name,
                              struct byte_writer *out);
bool text_writing_gives_back(struct text_writing *w, size_t start, const uint8_t *bytes,
                             size_t size, text_read_message *read, void *context);

/* Passes on what is written, now or when there is much. 0, FORMAT_MEMORY or the sink's code. */
int text_writing_flush(struct text_writing *w) MUST_CHECK;
int text_writing_flush_much(struct text_writing *w) MUST_CHECK;
void text_writing_free(struct text_writing *w);

#endif
