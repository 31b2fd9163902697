/* search --cut: the parts of a demo around its hits, each as a demo. */
#ifndef ENGINE_COMMANDS_EDIT_SEARCH_CUT_H
#define ENGINE_COMMANDS_EDIT_SEARCH_CUT_H

#include <stdio.h>

#include "engine/edit/search/search.h"
#include "engine/options/options.h"
#include "engine/playback/demo_source.h"
#include "formats/base/json.h"

struct search_cut {
    const struct options *options;
    FILE *out;                /* a line a file; */
    struct json_writer *json; /* else, if not NULL, an array "parts" in the open object */
    size_t written;           /* files of this run so far: they are numbered */
};

/* Writes the demo's parts. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr; what can be
 * written is written. */
int search_cut_hits(struct search_cut *cut, const struct demo_source *source,
                    const struct search_hits *hits);

#endif
