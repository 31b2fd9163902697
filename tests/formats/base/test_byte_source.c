/* Byte ranges of memory, and of a file that gets shorter or cannot be read. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/byte_source.h"
#include "tests/support/archives/cut_bytes.h"

static uint8_t text[] = "0123456789";

Test(byte_source, memory_is_read_and_lent)
{
    const struct byte_source source = byte_source_memory(text, 10);
    struct format_error err = {0};
    struct byte_part part;
    uint8_t out[4];
    cr_expect_eq(byte_source_read(&source, 6, out, 4, "it", &err), 0);
    cr_expect_eq(memcmp(out, "6789", 4), 0);
    cr_expect_eq(byte_source_load(&source, 2, 3, "it", &part, &err), 0);
    cr_expect(part.data == text + 2 && !part.owned);
    byte_part_free(&part);
    cr_expect_eq(byte_source_read(&source, 7, out, 4, "a frame", &err), FORMAT_TRUNCATED);
    cr_expect(err.offset == 7 && strcmp(err.what, "ends inside a frame") == 0, "%s", err.what);
    cr_expect_eq(byte_source_load(&source, UINT64_MAX, 2, "it", &part, &err), FORMAT_TRUNCATED);
    cr_expect_eq(err.offset, 10);
    cr_expect_not(byte_source_changed(&source));
    const struct byte_source nothing = byte_source_memory(NULL, 0);
    cr_expect_eq(byte_source_load(&nothing, 0, 0, "it", &part, &err), 0);
    cr_expect_not_null(part.data);
}

Test(byte_source, a_file_cut_while_open_names_the_byte)
{
    struct cut_bytes file = {.data = text, .size = 10, .left = 10};
    const struct byte_source source = cut_bytes_source(&file);
    struct format_error err = {0};
    struct byte_part part;
    cr_expect_eq(byte_source_load(&source, 2, 6, "a part", &part, &err), 0);
    cr_expect(part.data == part.owned && memcmp(part.data, "234567", 6) == 0);
    byte_part_free(&part);
    file.left = 5;
    cr_expect_eq(byte_source_load(&source, 2, 6, "a part", &part, &err), FORMAT_UNREADABLE);
    cr_expect(!part.data && !part.owned);
    cr_expect_eq(err.offset, 5);
    cr_expect_str_eq(err.what, "ends inside a part: the file got shorter while it was open");
    cr_expect(byte_source_changed(&source));
    file.fails = true;
    cr_expect_eq(byte_source_load(&source, 2, 1, "a part", &part, &err), FORMAT_UNREADABLE);
    cr_expect(err.offset == 2 && strcmp(err.what, "cannot read a part") == 0, "%s", err.what);
}
