#include "engine/library/library_find.h"

#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/library/library_db.h"

struct library_rows {
    struct library *library;
    sqlite3_stmt *statement;
    double ends; /* by platform_now */
    bool is_late;
};

/* --- the statement of terms ---------------------------------------------------------------------
 */

static const char demos[] =
    "SELECT demo.length, demo.family, demo.protocol, "
    "(SELECT group_concat(level.map, ' ') FROM level WHERE level.demo = demo.id) AS levels, "
    "demo.players, "
    "(SELECT group_concat(player.name, ', ') FROM player "
    "WHERE player.demo = demo.id AND NOT player.spectator) AS names, "
    "demo.date, demo.server, demo.mod, demo.mode, demo.result, demo.bytes AS size, demo.error, "
    "demo.path FROM demo";

static const char events[] =
    "SELECT event.time, event.kind, event.player, event.other, event.weapon, "
    "level.map AS level, event.distance, event.air, event.value, event.x, event.y, event.z, "
    "event.text, demo.path FROM event JOIN demo ON demo.id = event.demo "
    "LEFT JOIN level ON level.demo = event.demo AND level.number = event.level";

static bool is_negative(enum library_operator operator)
{
    return operator== LIBRARY_NOT_EQUAL || operator== LIBRARY_CONTAINS_NOT;
}

/* Appends a column compared with parameter n. A negative operator (!=, !~) is written as its
 * opposite. */
static void add_comparison(sqlite3_str *sql, const char *column, size_t length,
                           const struct library_term *term, int n)
{
    static const char *const signs[LIBRARY_OPERATORS] = {
        [LIBRARY_EQUAL] = "=",       [LIBRARY_NOT_EQUAL] = "=",   [LIBRARY_LESS] = "<",
        [LIBRARY_LESS_EQUAL] = "<=", [LIBRARY_GREATER] = ">",     [LIBRARY_GREATER_EQUAL] = ">=",
        [LIBRARY_CONTAINS] = "",     [LIBRARY_CONTAINS_NOT] = "",
    };
    const enum library_value value = library_field_info(term->field)->value;
    const char *sign = signs[term->operator];
    const bool number = value == LIBRARY_VALUE_NUMBER || value == LIBRARY_VALUE_YES;
    const int width = (int)length;
    if (sign[0] == '\0') {
        sqlite3_str_appendf(sql, "%.*s LIKE ?%d ESCAPE '\\'", width, column, n);
    } else if (value == LIBRARY_VALUE_DATE) {
        sqlite3_str_appendf(sql, "substr(%.*s, 1, length(?%d)) %s ?%d", width, column, n, sign, n);
    } else if (!number && term->text[0] == '\0') { /* none is "" */
        sqlite3_str_appendf(sql, "IFNULL(%.*s, '') %s ?%d", width, column, sign, n);
    } else {
        sqlite3_str_appendf(sql, "%.*s %s ?%d", width, column, sign, n);
    }
}

static void add_term(sqlite3_str *sql, const struct library_term *term, bool of_event, int n)
{
    const struct library_field_info *info = library_field_info(term->field);
    const char *text = of_event ? info->event_sql : info->demo_sql;
    const char *inner = strchr(text, '#');
    sqlite3_str_appendall(sql, n == 1 ? " WHERE " : " AND ");
    sqlite3_str_appendall(sql, is_negative(term->operator) ? "NOT IFNULL(" : "(");
    if (inner) { /* "demo.id IN (SELECT ... level.map#)": the column is the last word before it */
        const char *column = inner;
        while (column[-1] != ' ') {
            column--;
        }
        sqlite3_str_append(sql, text, (int)(column - text));
        add_comparison(sql, column, (size_t)(inner - column), term, n);
        sqlite3_str_appendall(sql, inner + 1);
    } else {
        add_comparison(sql, text, strlen(text), term, n);
    }
    sqlite3_str_appendall(sql, is_negative(term->operator) ? ", 0)" : ")");
}

/* The text between two "%", with what LIKE understands made plain. NULL: out of memory; freed by
 * sqlite3_free. */
static char *make_pattern(const char *text)
{
    sqlite3_str *pattern = sqlite3_str_new(NULL);
    sqlite3_str_appendchar(pattern, 1, '%');
    for (; *text; text++) {
        if (*text == '%' || *text == '_' || *text == '\\') {
            sqlite3_str_appendchar(pattern, 1, '\\');
        }
        sqlite3_str_appendchar(pattern, 1, *text);
    }
    sqlite3_str_appendchar(pattern, 1, '%');
    return sqlite3_str_finish(pattern);
}

static int bind_term(sqlite3_stmt *statement, const struct library_term *term, int n)
{
    const enum library_value value = library_field_info(term->field)->value;
    if (value == LIBRARY_VALUE_NUMBER || value == LIBRARY_VALUE_YES) {
        return sqlite3_bind_double(statement, n, term->number);
    }
    if (term->operator== LIBRARY_CONTAINS || term->operator== LIBRARY_CONTAINS_NOT) {
        char *pattern = make_pattern(term->text);
        return pattern ? sqlite3_bind_text(statement, n, pattern, -1, sqlite3_free) : SQLITE_NOMEM;
    }
    return sqlite3_bind_text(statement, n, term->text, -1, SQLITE_TRANSIENT);
}

/* --- what may be run ----------------------------------------------------------------------------
 */

/* Reading alone, and no function that reaches out of the file. */
static int authorize(void *context, int action, const char *a, const char *b, const char *schema,
                     const char *trigger)
{
    static const char *const refused[] = {"load_extension", "readfile", "writefile", "edit",
                                          "fts3_tokenizer"};
    (void)context;
    (void)a;
    (void)schema;
    (void)trigger;
    bool allowed = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE ||
                   action == SQLITE_FUNCTION;
    for (size_t i = 0; action == SQLITE_FUNCTION && i < sizeof(refused) / sizeof(refused[0]); i++) {
        allowed &= !b || sqlite3_stricmp(b, refused[i]) != 0;
    }
    return allowed ? SQLITE_OK : SQLITE_DENY;
}

static int check_time(void *context)
{
    struct library_rows *rows = context;
    rows->is_late |= platform_now() > rows->ends;
    return rows->is_late;
}

/* Prepares a statement of the user's or of terms. */
static int prepare(struct library_rows **rows, struct library *library, const char *sql,
                   struct format_error *err)
{
    enum { LONGEST = 1 << 24, STEPS = 100000 };
    struct library_rows *opened = calloc(1, sizeof(*opened));
    const char *rest = "";
    *rows = NULL;
    if (!opened) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    *opened = (struct library_rows){.library = library, .ends = platform_now() + LIBRARY_SECONDS};
    (void)sqlite3_limit(library->db, SQLITE_LIMIT_LENGTH, LONGEST);
    (void)sqlite3_limit(library->db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_progress_handler(library->db, STEPS, check_time, opened);
    (void)sqlite3_set_authorizer(library->db, authorize, NULL);
    const int code = sqlite3_prepare_v2(library->db, sql, -1, &opened->statement, &rest);
    (void)sqlite3_set_authorizer(library->db, NULL, NULL);
    int failed = code == SQLITE_OK ? 0 : library_fail(library->db, code, err);
    if (failed == 0 && (!opened->statement || rest[strspn(rest, " \t\r\n;")] != '\0')) {
        failed = format_fail(err, FORMAT_UNKNOWN, 0, "one statement, SELECT ...");
    }
    if (failed == 0 && !sqlite3_stmt_readonly(opened->statement)) {
        failed = format_fail(err, FORMAT_UNKNOWN, 0, "not authorized");
    }
    if (failed < 0) {
        library_rows_free(opened);
        return failed;
    }
    *rows = opened;
    return 0;
}

int library_sql(struct library_rows **rows, struct library *library, const char *sql,
                struct format_error *err)
{
    return prepare(rows, library, sql, err);
}

int library_find(struct library_rows **rows, struct library *library,
                 const struct library_terms *terms, struct format_error *err)
{
    sqlite3_str *sql = sqlite3_str_new(library->db);
    const bool of_event = terms->finds_events;
    *rows = NULL;
    sqlite3_str_appendall(sql, of_event ? events : demos);
    for (size_t i = 0; i < terms->count; i++) {
        add_term(sql, &terms->terms[i], of_event, (int)i + 1);
    }
    /* '+': the few that are found are sorted; else SQLite goes through all demos in that order. */
    sqlite3_str_appendall(sql, of_event ? " ORDER BY +demo.path, demo.id, event.number"
                                        : " ORDER BY demo.path, demo.id");
    char *text = sqlite3_str_finish(sql);
    if (!text) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = prepare(rows, library, text, err);
    sqlite3_free(text);
    for (size_t i = 0; i < terms->count && code == 0; i++) {
        const int bound = bind_term((*rows)->statement, &terms->terms[i], (int)i + 1);
        code = bound == SQLITE_OK ? 0 : library_fail(library->db, bound, err);
    }
    if (code < 0) {
        library_rows_free(*rows);
        *rows = NULL;
    }
    return code == FORMAT_UNKNOWN && terms->count > 0 ? FORMAT_BAD : code;
}

/* --- rows ---------------------------------------------------------------------------------------
 */

int library_rows_next(struct library_rows *rows, struct format_error *err)
{
    const int code = sqlite3_step(rows->statement);
    if (code == SQLITE_ROW || code == SQLITE_DONE) {
        return code == SQLITE_ROW;
    }
    if (rows->is_late) {
        return format_fail(err, FORMAT_UNREADABLE, 0, "the query took longer than %d s",
                           (int)LIBRARY_SECONDS);
    }
    return library_fail(rows->library->db, code, err);
}

void library_rows_free(struct library_rows *rows)
{
    if (rows) {
        sqlite3_finalize(rows->statement);
        sqlite3_progress_handler(rows->library->db, 0, NULL, NULL);
        free(rows);
    }
}

int library_rows_columns(const struct library_rows *rows)
{
    return sqlite3_column_count(rows->statement);
}

const char *library_rows_name(const struct library_rows *rows, int column)
{
    const char *name = sqlite3_column_name(rows->statement, column);
    return name ? name : "";
}

struct library_cell library_rows_cell(struct library_rows *rows, int column)
{
    struct library_cell cell = {.text = ""};
    switch (sqlite3_column_type(rows->statement, column)) {
    case SQLITE_NULL:
        return cell;
    case SQLITE_INTEGER:
        cell.kind = LIBRARY_CELL_WHOLE;
        cell.whole = sqlite3_column_int64(rows->statement, column);
        break;
    case SQLITE_FLOAT:
        cell.kind = LIBRARY_CELL_NUMBER;
        cell.number = sqlite3_column_double(rows->statement, column);
        break;
    default:
        cell.kind = LIBRARY_CELL_TEXT;
        break;
    }
    cell.text = (const char *)sqlite3_column_text(rows->statement, column);
    cell.length = (size_t)sqlite3_column_bytes(rows->statement, column);
    return cell;
}
