/* No field of a text is lost in silence: each is in the demo that is made, or refused. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/text/rows/nq_text_rows.h"
#include "engine/edit/text/rows/qw_text_rows.h"
#include "engine/playback/families.h"
#include "tests/support/text_round_trip.h"

enum { STATEMENT = 2048 };

struct protocol {
    const char *head; /* of a text, up to its first message */
    const char *name; /* of a file with it */
    const struct text_table *table;
    uint32_t classes;
};

/* The last statement of that message in a text, or what is left of it. */
static const char *find_statement(const char *text, const char *name)
{
    const char *found = text;
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char end = at[strlen(name)];
        found = at[-1] == '\n' && (end == ' ' || end == '\n') ? at : found;
    }
    return found;
}

/* Makes a demo of the head and the statement. True: it is made, and `statement` becomes that of the
 * demo's own text. */
static bool come_back(const struct protocol *p, const char *name, char statement[STATEMENT])
{
    struct byte_writer text = {0}, made = {0}, again = {0};
    struct demo_text_report report;
    struct format_error err;
    struct text_error error;
    struct demo demo;
    byte_writer_bytes(&text, p->head, strlen(p->head));
    byte_writer_bytes(&text, statement, strlen(statement));
    const int code = demo_of_text(text.data, text.size, SIZE_MAX, &made, &error);
    cr_assert(code == 0 || code == FORMAT_BAD);
    if (code == 0) {
        cr_assert_eq(demo_open(&demo, made.data, made.size, p->name), 0, "%s", demo.error.what);
        cr_assert_eq(text_of_demo(&demo, false, &again, &report, &err), 0, "%s", err.what);
        byte_writer_u8(&again, 0);
        snprintf(statement, STATEMENT, "%s", find_statement((const char *)again.data, name));
        demo_close(&demo);
    }
    byte_writer_free(&again);
    byte_writer_free(&made);
    byte_writer_free(&text);
    return code == 0;
}

/* How many times the field's unit of bytes stands in its shortest value. */
static uint32_t count_bytes(const struct text_field *field)
{
    return field->size_width == 0 ? field->limit : field->unit > 0 ? field->unit : 1;
}

/* Appends a value that is not the usual one. */
static void add_value(struct byte_writer *to, const struct text_field *field, int number)
{
    char text[16];
    switch (field->kind) {
    case TEXT_FLAG:
        break;
    case TEXT_STRING:
    case TEXT_NAMES:
        byte_writer_bytes(to, " \"a\"", 4);
        break;
    case TEXT_BYTES:
        byte_writer_u8(to, ' ');
        for (uint32_t i = 0; i < count_bytes(field); i++) {
            byte_writer_bytes(to, "01", 2);
        }
        break;
    default:
        for (int i = 0; i < (field->count > 0 ? field->count : 1); i++) {
            snprintf(text, sizeof(text), " %d", number);
            byte_writer_bytes(to, text, strlen(text));
        }
        break;
    }
}

/* A statement with that field and those that it needs; its first value is `first`. */
static void make_statement(const struct text_row *row, uint32_t index, int first,
                           char statement[STATEMENT])
{
    struct byte_writer to = {0};
    byte_writer_bytes(&to, row->name, row->name_size);
    for (uint32_t i = 0; i < row->num_fields; i++) {
        const struct text_field *f = &row->fields[i];
        if (f->kind == TEXT_BITS ||
            (f->need != TEXT_FIRST && f->need != TEXT_NEEDED && i != index)) {
            continue;
        }
        if (f->need != TEXT_FIRST) {
            byte_writer_u8(&to, ' ');
            byte_writer_bytes(&to, f->name, f->name_size);
        }
        add_value(&to, f, i == 0 ? first : 3);
    }
    byte_writer_u8(&to, '\n');
    byte_writer_u8(&to, 0);
    cr_assert_leq(to.size, STATEMENT);
    memcpy(statement, to.data, to.size);
    byte_writer_free(&to);
}

/* The statements that a demo was made of; each of them has the field in the demo, too. */
static int check_field(const struct protocol *p, const struct text_row *row, uint32_t index)
{
    const struct text_field *field = &row->fields[index];
    const bool has_types = strcmp(row->name, "temp_entity") == 0;
    int made = 0;
    if (field->kind == TEXT_BITS || field->need == TEXT_FIRST || field->need == TEXT_NEEDED) {
        return 0;
    }
    for (int first = has_types ? 0 : 3; first <= (has_types ? 80 : 3); first++) {
        char statement[STATEMENT], again[STATEMENT], name[64];
        make_statement(row, index, first, statement);
        memcpy(again, statement, sizeof(again));
        snprintf(name, sizeof(name), " %s", field->name);
        if (come_back(p, row->name, again)) {
            cr_expect(strstr(again, name), "%s, %s: %s is not in %s", p->head, statement, name,
                      again);
            made++;
        }
    }
    return made;
}

static int check_protocol(const struct protocol *p)
{
    int made = 0;
    for (const struct text_table *t = p->table; t; t = t->more) {
        for (uint32_t i = 0; i < t->count; i++) {
            const struct text_row *row = &t->rows[i];
            const bool is_in = row->classes == 0 || (row->classes & p->classes) != 0;
            for (uint32_t k = 0; k < row->num_fields && is_in; k++) {
                made += check_field(p, row, k);
            }
        }
    }
    return made;
}

#define NETQUAKE(version)                                                                          \
    "quakereel-text 1 netquake " version "\ntrack \"0\\n\"\n@ view 0 0 0\nserverinfo " version     \
    " max_clients 4 game_type 0 level_name "                                                       \
    "\"\"\n"

#define QUAKEWORLD(container, block, fields)                                                       \
    "quakereel-text 1 quakeworld " container " 28\n@ " block                                       \
    "\nserverdata 28 server_count 1 game_dir \"qw\" level_name \"\" " fields "\n"

Test(text_fields, each_is_in_the_demo_or_refused)
{
    static const struct {
        struct protocol protocol;
        int made; /* statements that are good */
    } protocols[] = {
        {{NETQUAKE("15"), "a.dem", &nq_text_table, NQ_TEXT_PLAIN | NQ_TEXT_15}, 67},
        {{NETQUAKE("666"), "a.dem", &nq_text_table, NQ_TEXT_EXTENDED}, 67},
        {{NETQUAKE("3504"), "a.dem", &nq_text_table, NQ_TEXT_DARKPLACES}, 145},
        {{NETQUAKE("10002"), "a.dem", &nq_text_table, NQ_TEXT_WIDE_MODEL | NQ_TEXT_PLAIN}, 52},
        {{QUAKEWORLD("qwd", "packet 1 sequence 1 acknowledged 1", "player 0"), "a.qwd",
          &qw_text_table, QW_TEXT_QWD | QW_TEXT_NEW | QW_TEXT_PLAIN | QW_TEXT_WHOLE},
         58},
        {{QUAKEWORLD("mvd", "all 0", "demo_time 0"), "a.mvd", &qw_text_table,
          QW_TEXT_MVD | QW_TEXT_NEW | QW_TEXT_PLAIN | QW_TEXT_WHOLE},
         55},
    };
    for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
        cr_expect_eq(check_protocol(&protocols[i].protocol), protocols[i].made, "%s",
                     protocols[i].protocol.head);
    }
}
