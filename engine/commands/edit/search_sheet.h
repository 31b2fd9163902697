/* search --sheet: a frame of each hit, in one picture. */
#ifndef ENGINE_COMMANDS_EDIT_SEARCH_SHEET_H
#define ENGINE_COMMANDS_EDIT_SEARCH_SHEET_H

#include "engine/edit/search/search.h"
#include "engine/options/options.h"

struct search_sheet_frame {
    const char *demo; /* its name, borrowed */
    double time;      /* seconds */
    int32_t player;   /* slot; -1 = unknown */
    char text[SEARCH_TEXT + SEARCH_NAME];
};

struct search_sheet {                  /* start from {0}; free with search_sheet_free */
    struct search_sheet_frame *frames; /* hits of one demo follow one another */
    size_t count, capacity;
    size_t hits; /* all of them; only the first SHEET_MOMENTS_MAX have frames */
    size_t demos;
};

/* Adds the hits of a demo; its name must outlive the sheet. Returns 0 or FORMAT_MEMORY. */
int search_sheet_add(struct search_sheet *sheet, const char *demo,
                     const struct search_hits *hits) MUST_CHECK;

/* Draws and writes the sheet: each hit where it ends, in the eyes of its player if the demo has
 * that view. Opens the demos again. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr. */
int search_sheet_write(const struct search_sheet *sheet, const struct options *options);

void search_sheet_free(struct search_sheet *sheet);

#endif
