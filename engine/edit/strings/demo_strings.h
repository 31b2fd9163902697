/* Texts of a demo: prints and centerprints, chat, stuffed text, names of levels and players;
 * userinfo and serverinfo of QuakeWorld; configstrings and server commands of Quake III.
 *
 * They are the strings of the text form (edit/text) that its tables do not call data. A demo's
 * texts are told in the order of the file, or changed as a list tells (strings_list.h): the demo is
 * written as text and compiled again, so that all else comes back byte for byte. Memory does not
 * grow with the demo. Prints nothing. */
#ifndef ENGINE_EDIT_STRINGS_DEMO_STRINGS_H
#define ENGINE_EDIT_STRINGS_DEMO_STRINGS_H

#include "engine/edit/strings/strings_list.h"
#include "engine/family/demo_family.h"
#include "formats/media/sink.h"

struct demo_strings_report {
    bool is_whole;    /* the demo was read to its end: it may be damaged */
    uint64_t texts;   /* of the demo */
    uint64_t listed;  /* lines of the list */
    uint64_t changed; /* texts */
};

/* Tells each text; `told` returns 0 or a negative code, which ends the work. The demo is of a
 * family that has a text form (demo_text_has). Returns 0, FORMAT_MEMORY or told's code; or that of
 * the demo's first damage, and then its other texts were told all the same. Fills err. */
int demo_strings_list(const struct demo *demo,
                      int (*told)(void *context, const struct demo_string *string), void *context,
                      struct demo_strings_report *report, struct format_error *err) MUST_CHECK;

/* Writes the demo with the texts of the list. Returns 0, FORMAT_MEMORY or the sink's code;
 * FORMAT_BAD with list_err filled (else its line is 0): the list is wrong, or names a text that the
 * demo does not have, or a text does not fit; FORMAT_UNREADABLE: reading the list failed. Or the
 * code of the demo's first damage, in err, with report->is_whole set: all is written. */
int demo_strings_apply(const struct demo *demo, const struct text_source *list,
                       struct media_sink *out, struct demo_strings_report *report,
                       struct text_error *list_err, struct format_error *err) MUST_CHECK;

#endif
