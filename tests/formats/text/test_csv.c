/* Comma-separated values: what is quoted, what would be a formula, numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/csv.h"

static char *written;
static size_t written_size;
static struct csv_writer csv;

static void begin(void)
{
    csv = (struct csv_writer){.out = open_memstream(&written, &written_size)};
    cr_assert_not_null(csv.out);
}

static void expect(const char *text)
{
    fclose(csv.out);
    cr_expect_str_eq(written, text);
    free(written);
}

TestSuite(csv, .init = begin);

Test(csv, rows_and_empty_cells)
{
    csv_text(&csv, "a");
    csv_text(&csv, "");
    csv_text(&csv, NULL);
    csv_integer(&csv, -3);
    csv_end_row(&csv);
    csv_integer(&csv, INT64_MIN);
    csv_text(&csv, "b");
    csv_end_row(&csv);
    csv_end_row(&csv);
    expect("a,,,-3\n-9223372036854775808,b\n\n");
}

Test(csv, commas_quotes_and_line_ends_are_quoted)
{
    csv_text(&csv, "a,b");
    csv_text(&csv, "say \"hi\"");
    csv_text(&csv, "two\nlines\r\n");
    csv_text(&csv, "\"");
    csv_text(&csv, "quote\"");
    csv_text(&csv, " spaced");
    csv_text(&csv, "plain-text=1@home+");
    csv_end_row(&csv);
    expect("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\r\n\",\"\"\"\",\"quote\"\"\",\" spaced\","
           "plain-text=1@home+\n");
}

/* Spreadsheets compute a cell that begins so, quoted or not, also behind what is left out. */
Test(csv, no_cell_is_a_formula)
{
    csv_text(&csv, "=cmd|' /C calc'!A0");
    csv_text(&csv, "+1");
    csv_text(&csv, "-1");
    csv_text(&csv, "@SUM(A1)");
    csv_text(&csv, "\t=1");
    csv_text(&csv, "\r=1");
    csv_text(&csv, "\x01\x7f=1");
    csv_text(&csv, "a=1");
    csv_end_row(&csv);
    expect(
        "\"'=cmd|' /C calc'!A0\",\"'+1\",\"'-1\",\"'@SUM(A1)\",\"'\t=1\",\"'\r=1\",\"'=1\",a=1\n");
}

Test(csv, control_characters_are_left_out)
{
    csv_text(&csv, "a\x1b[31mb\x07");
    csv_text(&csv, "\x01\x02");
    csv_text(&csv, "\xc3\xa9"); /* UTF-8 stays */
    csv_end_row(&csv);
    expect("a[31mb,,\xc3\xa9\n");
}

Test(csv, numbers)
{
    csv_number(&csv, 1.23456, 3);
    csv_number(&csv, -0.5, 3);
    csv_number(&csv, 12.0, 3);
    csv_number(&csv, 12.6, 0);
    csv_number(&csv, NAN, 3);
    csv_number(&csv, INFINITY, 3);
    csv_number(&csv, -1e9, 3);
    csv_number(&csv, 999999999.0, 2);
    csv_end_row(&csv);
    expect("1.235,-0.5,12,13,,,,999999999\n");
}
