/* The page of the text form's grammar, GRAMMAR.md in this folder: made from the tables, so that it
 * says what is read and written (`make docs` renews it). */
#ifndef ENGINE_EDIT_TEXT_TEXT_GRAMMAR_H
#define ENGINE_EDIT_TEXT_TEXT_GRAMMAR_H

#include <stdio.h>

/* Write errors are the stream's. */
void text_grammar_write(FILE *out);

#endif
