/* Messages as JSON: each line is one object, keys are unique, and entities are entries. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/json/demo_json.h"
#include "engine/edit/text/rows/nq_text_rows.h"
#include "engine/edit/text/rows/qw_text_rows.h"
#include "engine/playback/families.h"
#include "formats/base/bytes.h"
#include "tests/support/json/json_check.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

/* What demo_json_write writes; the caller frees it. */
static char *write_json(const char *name, const uint8_t *data, size_t size, int *code)
{
    struct demo demo;
    struct format_error err;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_assert_not_null(out);
    *code = demo_open(&demo, data, size, name);
    if (*code == 0) {
        *code = demo_json_write(out, &demo, &err);
    }
    demo_close(&demo);
    cr_assert_eq(fclose(out), 0);
    return text;
}

/* Every line is an object. Returns their number. */
static size_t check_lines(const char *name, char *text)
{
    size_t lines = 0;
    for (char *line = text; *line != '\0'; lines++) {
        char *end = strchr(line, '\n');
        cr_assert_not_null(end, "%s", name);
        *end = '\0';
        expect_json(line);
        line = end + 1;
    }
    return lines;
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    enum { BYTES = 100000 };
    int code;
    char *text = write_json(name, data, size < BYTES ? size : BYTES, &code);
    cr_expect(check_lines(name, text) > 0 || code < 0, "%s", name);
    free(text);
}

Test(demo_json, real_demos_are_objects)
{
    real_data_each("netquake", ".dem", check_demo);
    real_data_each("quakeworld/corpus", ".qwd", check_demo);
    real_data_each("quakeworld/corpus", ".mvd", check_demo);
}

Test(demo_json, every_protocol_of_netquake)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        int code;
        cr_assert(nq_seed_write(i, data, size, size, &demo));
        char *text = write_json(nq_seed_name(i), demo.data, demo.size, &code);
        cr_expect_eq(code, 0, "%s", nq_seed_name(i));
        cr_expect_null(strstr(text, "\"name\":\"unknown\""));
        cr_expect_gt(check_lines(nq_seed_name(i), text), 1000, "%s", nq_seed_name(i));
        free(text);
        byte_writer_free(&demo);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static const char *const keys_of_lines[] = {"block", "offset", "clock", "name",
                                            "id",    "to",     "head",  "entries"};
enum { KEYS = sizeof(keys_of_lines) / sizeof(keys_of_lines[0]) };

static void check_row(const struct text_row *row, const char *const *taken, int num_taken)
{
    for (int i = 0; i < row->num_fields; i++) {
        const char *name = row->fields[i].name;
        for (int k = 0; k < num_taken; k++) {
            cr_expect_str_neq(name, taken[k], "%s has two keys %s", row->name, name);
        }
        for (int k = 0; k < i; k++) {
            cr_expect_str_neq(name, row->fields[k].name, "%s has two keys %s", row->name, name);
        }
    }
}

static int check_table(const struct text_table *table, const char *const *taken, int num_taken)
{
    int rows = 0;
    for (; table; table = table->more) {
        for (uint32_t i = 0; i < table->count; i++, rows++) {
            check_row(&table->rows[i], taken, num_taken);
        }
    }
    return rows;
}

/* An entry is an object of its own, with a name. */
static void check_entries(const struct text_table *table)
{
    static const char *const key_of_entries = "name";
    for (; table; table = table->more) {
        for (uint32_t i = 0; i < table->count; i++) {
            if (table->rows[i].entries) {
                cr_expect_gt(check_table(table->rows[i].entries, &key_of_entries, 1), 0);
            }
        }
    }
}

Test(demo_json, no_field_has_the_key_of_another)
{
    static const char *const key_of_heads = "name";
    cr_expect_gt(check_table(&nq_text_table, keys_of_lines, KEYS), 50);
    cr_expect_gt(check_table(&qw_text_table, keys_of_lines, KEYS), 50);
    cr_expect_gt(check_table(&qw_text_block_table, &key_of_heads, 1), 10);
    check_entries(&nq_text_table);
    check_entries(&qw_text_table);
}
