/* The words for a hit of search. */
#ifndef ENGINE_COMMANDS_EDIT_SEARCH_TEXT_H
#define ENGINE_COMMANDS_EDIT_SEARCH_TEXT_H

#include "engine/edit/search/search.h"

/* "frags: Anarki, 3 frags: Sarge, Xaero, Doom"; cut at `size` bytes, with the NUL. */
void search_text(char *text, size_t size, const struct search_hit *hit);

#endif
