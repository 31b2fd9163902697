/* Statistics as JSON and CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/stats/stats_output.h"
#include "formats/text/decimal.h"

enum { DECIMALS = 3 };

static void put_number(struct json_writer *json, const char *key, double value)
{
    char text[DECIMAL_MAX];
    if (fabs(value) < 1e9) {
        json_literal(json, key, text, decimal_write_rounded(text, value, DECIMALS));
    } else {
        json_null(json, key);
    }
}

void stats_item_key(char *key, int kind)
{
    snprintf(key, STATS_KEY, "%s", demo_item_name((enum demo_item_kind)kind));
    for (char *c = key; *c != '\0'; c++) {
        *c = (char)(*c == ' ' ? '_' : *c);
    }
}

void stats_weapon_key(char *key, int weapon)
{
    static const char end[] = "_accuracy";
    const char *column = stats_column_key(SUMMARY_MG + weapon);
    snprintf(key, STATS_KEY, "%.*s", (int)(strlen(column) - strlen(end)), column);
}

void stats_means_key(char *key, int weapon)
{
    snprintf(key, STATS_KEY, "%s",
             weapon == GAME_WEAPON_NONE ? "unknown" : game_weapon_name((enum game_weapon)weapon));
}

/* --- JSON ---------------------------------------------------------------------------------------
 */

static void put_marks(struct json_writer *json, const char *key, uint64_t marks)
{
    json_begin_array(json, key);
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (marks >> i & 1) {
            json_string(json, NULL, stats_column_key(i));
        }
    }
    json_end_array(json);
}

static void put_items(struct json_writer *json, const struct stats_items *items,
                      const uint32_t *taken)
{
    char key[STATS_KEY];
    json_begin_object(json, "items");
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        if ((items->known >> i & 1) == 0) {
            continue;
        }
        stats_item_key(key, i);
        json_begin_object(json, key);
        json_integer(json, "taken", items->taken[i]);
        put_number(json, "share", taken[i] > 0 ? (double)items->taken[i] / taken[i] : NAN);
        json_bool(json, "least", items->least >> i & 1);
        json_bool(json, "derived", items->derived >> i & 1);
        json_end_object(json);
    }
    json_end_object(json);
}

static void put_weapons(struct json_writer *json, const struct stats_row *row)
{
    char key[STATS_KEY];
    json_begin_object(json, "shots");
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        if (row->attacks[i] > 0) {
            stats_weapon_key(key, i);
            json_begin_object(json, key);
            json_integer(json, "shots", row->attacks[i]);
            json_integer(json, "hits", row->hits[i]);
            json_end_object(json);
        }
    }
    json_end_object(json);
    json_begin_object(json, "frags_by");
    for (int i = 0; i < GAME_WEAPONS; i++) {
        if (row->frags_by[i] > 0) {
            stats_means_key(key, i);
            json_integer(json, key, row->frags_by[i]);
        }
    }
    json_end_object(json);
}

static void put_columns(struct json_writer *json, const struct stats_values *columns)
{
    uint64_t shown = 0;
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if ((columns->known >> i & 1) != 0 && stats_column_group(i) != STATS_OF_ITEMS) {
            put_number(json, stats_column_key(i), columns->values[i]);
            shown |= stats_bit(i);
        }
    }
    put_marks(json, "least", columns->least & shown);
    put_marks(json, "derived", columns->derived & shown);
}

/* What a row of a kind has in front of its columns. */
enum row_kind { ROW_PLAYER, ROW_TEAM, ROW_SUM };

static void put_row(struct json_writer *json, const struct stats_row *row, enum row_kind kind,
                    const uint32_t *taken)
{
    json_begin_object(json, NULL);
    json_string(json, "name", row->name);
    if (kind == ROW_PLAYER) {
        json_string(json, "team", row->team);
        json_integer(json, "slot", row->slot);
        json_bool(json, "viewed", row->viewed);
    } else if (kind == ROW_SUM) {
        json_integer(json, "demos", row->demos);
        json_integer(json, "matches", row->matches);
        put_number(json, "seconds", row->seconds);
    }
    put_columns(json, &row->columns);
    put_items(json, &row->items, taken);
    put_weapons(json, row);
    json_end_object(json);
}

static void put_rows(struct json_writer *json, const char *key, const struct stats_rows *rows,
                     enum row_kind kind, const uint32_t *taken)
{
    json_begin_array(json, key);
    for (size_t i = 0; i < rows->count; i++) {
        put_row(json, &rows->items[i], kind, taken);
    }
    json_end_array(json);
}

void stats_json_match(struct json_writer *json, const struct stats_match *match)
{
    json_begin_object(json, NULL);
    json_integer(json, "level", match->level);
    json_string(json, "map", match->map[0] ? match->map : NULL);
    json_string(json, "kind", match->in_match ? "match" : "level");
    put_number(json, "start", match->start);
    put_number(json, "seconds", match->end - match->start);
    json_bool(json, "finished", match->finished);
    put_number(json, "finish_time", match->finish_time);
    json_integer_if(json, "kills", match->has_counts, match->kills);
    json_integer_if(json, "total_kills", match->has_counts, match->total_kills);
    json_integer_if(json, "secrets", match->has_counts, match->secrets);
    json_integer_if(json, "total_secrets", match->has_counts, match->total_secrets);
    put_rows(json, "teams", &match->teams, ROW_TEAM, match->taken);
    put_rows(json, "players", &match->players, ROW_PLAYER, match->taken);
    json_end_object(json);
}

void stats_json_sums(struct json_writer *json, const char *key, const struct stats_sums *sums)
{
    put_rows(json, key, &sums->players, ROW_SUM, sums->taken);
}

/* --- CSV ----------------------------------------------------------------------------------------
 */

void stats_csv_head(struct csv_writer *csv)
{
    static const char *const first[] = {"demo", "match", "map",     "kind",
                                        "name", "team",  "seconds", "matches"};
    char key[STATS_KEY], column[2 * STATS_KEY];
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        csv_text(csv, first[i]);
    }
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (stats_column_group(i) != STATS_OF_ITEMS) {
            csv_text(csv, stats_column_key(i));
        }
    }
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        stats_item_key(key, i);
        snprintf(column, sizeof column, "%s_taken", key);
        csv_text(csv, column);
        snprintf(column, sizeof column, "%s_share", key);
        csv_text(csv, column);
    }
    csv_text(csv, "least");
    csv_text(csv, "derived");
    csv_end_row(csv);
}

static void put_list(struct csv_writer *csv, uint64_t columns, uint32_t items)
{
    char list[2048] = "", key[STATS_KEY];
    size_t used = 0;
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if ((columns >> i & 1) != 0 && stats_column_group(i) != STATS_OF_ITEMS) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? " " : "",
                                     stats_column_key(i));
        }
    }
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        if (items >> i & 1) {
            stats_item_key(key, i);
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s_taken",
                                     used > 0 ? " " : "", key);
        }
    }
    csv_text(csv, list);
}

static void put_values(struct csv_writer *csv, const struct stats_row *row, const uint32_t *taken)
{
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (stats_column_group(i) != STATS_OF_ITEMS) {
            csv_number(csv, stats_row_knows(row, i) ? row->columns.values[i] : NAN, DECIMALS);
        }
    }
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        const bool known = (row->items.known >> i & 1) != 0;
        csv_number(csv, known ? row->items.taken[i] : NAN, 0);
        csv_number(csv, known && taken[i] > 0 ? (double)row->items.taken[i] / taken[i] : NAN,
                   DECIMALS);
    }
    put_list(csv, row->columns.least & row->columns.known, row->items.least);
    put_list(csv, row->columns.derived & row->columns.known, row->items.derived);
    csv_end_row(csv);
}

void stats_csv_match(struct csv_writer *csv, const char *demo, size_t number,
                     const struct stats_match *match)
{
    const struct stats_rows *lists[] = {&match->teams, &match->players};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < lists[k]->count; i++) {
            const struct stats_row *row = &lists[k]->items[i];
            csv_text(csv, demo);
            csv_integer(csv, (int64_t)number);
            csv_text(csv, match->map);
            csv_text(csv, k == 0 ? "team" : "player");
            csv_text(csv, row->name);
            csv_text(csv, row->team);
            csv_number(csv, row->seconds, DECIMALS);
            csv_integer(csv, row->matches);
            put_values(csv, row, match->taken);
        }
    }
}

void stats_csv_sums(struct csv_writer *csv, const struct stats_sums *sums)
{
    for (size_t i = 0; i < sums->players.count; i++) {
        const struct stats_row *row = &sums->players.items[i];
        csv_text(csv, NULL);
        csv_text(csv, NULL);
        csv_text(csv, NULL);
        csv_text(csv, "sum");
        csv_text(csv, row->name);
        csv_text(csv, NULL);
        csv_number(csv, row->seconds, DECIMALS);
        csv_integer(csv, row->matches);
        put_values(csv, row, sums->taken);
    }
}
