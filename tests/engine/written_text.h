/* The text that a function writes to a stream. */
#ifndef TESTS_ENGINE_WRITTEN_TEXT_H
#define TESTS_ENGINE_WRITTEN_TEXT_H

#include <criterion/criterion.h>
#include <stdio.h>

/* Returns the text, NUL-terminated; caller frees. */
static inline char *written_text(void (*write)(FILE *file))
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    cr_assert_not_null(file);
    write(file);
    fclose(file);
    return text;
}

#endif
