/* The bench's JSON as a tree, and the data that plots and tables take from it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plots/plot_data.h"
#include "tools/plots/run.h"
#include "tools/plots/tables.h"
#include "tools/plots/tree.h"

static struct tree read_good(const char *text)
{
    struct tree tree;
    struct format_error err = {0};
    cr_assert_eq(tree_read(&tree, text, strlen(text), &err), 0, "%s: %s", text, err.what);
    return tree;
}

static char *print_tree(const struct tree *tree)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    tree_write(tree, out);
    cr_assert_eq(fclose(out), 0);
    return text;
}

Test(plots, tree_reads_what_it_writes)
{
    static const char text[] =
        "{\"a\":[1,-2.5,100000,[],{}],\"b\":{\"c\":null,\"d\":true,\"e\":false},"
        "\"f\":\"x\\\"\\\\y\\u00e9\"}\n";
    struct tree tree = read_good(text);
    char *again = print_tree(&tree);
    cr_assert_str_eq(again, text);
    cr_assert_eq(tree_number(tree_get(&tree, "b"), "d"), 0.0, "true is no number");
    cr_assert_str_eq(tree_text(&tree, "f"), "x\"\\y\xe9");
    cr_assert_null(tree_get(&tree, "g"));
    free(again);
    tree_free(&tree);
}

/* Every beginning of a good text is a bad one, and so are these. */
Test(plots, tree_rejects_invalid_json)
{
    static const char good[] = "{\"a\": [1.5, \"b\\u0041\", true], \"c\": {\"d\": null}}";
    static const char *const bad[] = {
        "",      "{",       "[1,]",  "{\"a\" 1}", "{1: 2}",      "[1 2]",        "nul",
        "[1] 2", "\"\\x\"", "1.2.3", "\"\\u0",    "{\"a\": 1,}", "[\"\\u00g0\"]"};
    struct tree tree;
    for (size_t size = 0; size < sizeof(good) - 1; size++) {
        cr_assert_lt(tree_read(&tree, good, size, NULL), 0, "%zu bytes", size);
        cr_assert_eq(tree.count, 0);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_assert_lt(tree_read(&tree, bad[i], strlen(bad[i]), NULL), 0, "%s", bad[i]);
    }
    char deep[2 * TREE_MAX_DEPTH];
    memset(deep, '[', sizeof(deep));
    struct format_error err;
    cr_assert_eq(tree_read(&tree, deep, sizeof(deep), &err), FORMAT_BAD);
    cr_assert_eq(err.offset, TREE_MAX_DEPTH);
}

Test(plots, trees_join)
{
    struct tree tree = read_good("{\"a\": [1], \"b\": {\"c\": 1}, \"d\": 1}");
    struct tree more = read_good("{\"a\": [2, 3], \"b\": {\"e\": 2}, \"d\": 2, \"f\": []}");
    cr_assert_eq(tree_join(&tree, &more), 0);
    char *text = print_tree(&tree);
    cr_assert_str_eq(text, "{\"a\":[1,2,3],\"b\":{\"c\":1,\"e\":2},\"d\":2,\"f\":[]}\n");
    cr_assert_eq(more.count, 0);
    free(text);
    tree_free(&tree);
}

#define PAIR(peer, display, one, two)                                                              \
    "{\"peer_ms\": " peer ", \"peer_display_ms\": " display ", \"faithful_1_thread_ms\": " one     \
    ", \"exact_1_thread_ms\": 1, \"faithful_2_threads_ms\": " two ", \"exact_2_threads_ms\": 1}"

static const char run_text[] =
    "{\"machine\": {\"name\": \"M\", \"kernels\": \"avx2\", \"threads\": 2, \"compiler\": \"C\"},"
    "\"beside_tyrquake\": ["
    "{\"demo\": \"x\", \"width\": 640, \"height\": 480, \"pairs\": [" PAIR(
        "6", "1", "2",
        "1") "]},"
             "{\"demo\": \"x\", \"width\": 320, \"height\": 200, \"pairs\": [" PAIR(
                 "2", "1", "1",
                 "1") "]},"
                      "{\"demo\": \"x\", \"width\": 640, \"height\": 480, \"pairs\": "
                      "[" PAIR("6", "2", "4", "3") "," PAIR(
                          "8", "2", "2",
                          "4") "]}],"
                               "\"phases\": [{\"demo\": \"x\", \"width\": 640, "
                               "\"height\": 480, \"look\": \"exact\","
                               "\"ms_by_threads\": [4, 2.5], \"computed_ms_by_threads\": "
                               "[4, 4.5], \"surfaces\": 10,"
                               "\"spans\": 20, \"phases\": {\"spans\": 3}, \"samples\": "
                               "[[10, 4], [11, 5]]}]}";

/* Rows of the same demo and size are one; factors are medians of the pairs', least times of any. */
Test(plots, run_is_read)
{
    static struct run run;
    struct tree tree = read_good(run_text);
    run_read(&run, &tree);
    cr_assert_eq(run.num_sizes, 2);
    cr_assert_eq(run.widths[0], 320);
    cr_assert_eq(run.num_beside, 2);
    const struct run_beside *row = run_find_beside(&run, "x", 1);
    cr_assert_not_null(row);
    cr_assert_eq(row->pairs, 3);
    cr_assert_eq(row->peer, 6.0);
    cr_assert_eq(row->peer_display, 2.0);
    cr_assert_eq(row->factor[0][RUN_FAITHFUL], 3.0); /* median of 3, 1.5, 4 */
    cr_assert_eq(row->factor[1][RUN_FAITHFUL], 2.0); /* median of 6, 2, 2 */
    cr_assert_eq(row->without[RUN_FAITHFUL], 2.5);   /* median of 2.5, 1, 3 */
    cr_assert_eq(row->least.peer, 6.0);              /* minimum of 6, 6, 8 */
    cr_assert_eq(row->least.ours[0][RUN_FAITHFUL], 2.0);
    cr_assert_eq(row->least.ours[1][RUN_FAITHFUL], 1.0); /* minimum of 1, 3, 4 */
    const struct run_phases *phases = run_find_phases(&run, "x", 1, RUN_EXACT);
    cr_assert_not_null(phases);
    cr_assert_null(run_find_phases(&run, "x", 1, RUN_FAITHFUL));
    cr_assert_eq(phases->num_threads, 2);
    cr_assert_eq(phases->phases[RENDER_SPANS], 3.0);
    cr_assert_eq(phases->num_samples, 2);
    cr_assert_eq(phases->samples[1][1], 5.0);
    tree_free(&tree);
}

static void assert_data(const struct run *run, int plot, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    cr_assert_eq(plot_data[plot].write(out, run), wanted != NULL, "%s", plot_data[plot].name);
    cr_assert_eq(fclose(out), 0);
    if (wanted) {
        cr_assert_str_eq(text, wanted, "%s: %s", plot_data[plot].name, text);
    }
    free(text);
}

/* NULL: the run lacks what the plot shows (limits). */
Test(plots, data_of_each_plot)
{
    static const char *const wanted[PLOT_DATA_COUNT] = {
        "0.064000 2.000000 1.000000 1.000000 1.000000 1.000000\n"
        "0.307200 6.000000 2.000000 1.000000 3.000000 1.000000\n\n\n",
        "0 0 0 2.000000\n0 1 0 2.000000\n0 2 0 2.000000\n0 3 0 2.000000\n"
        "1 0 0 3.000000\n1 1 0 6.000000\n1 2 0 2.000000\n1 3 0 6.000000\n",
        "1 0 10.000000 4.000000\n1 0 11.000000 5.000000\n",
        "1 1 2 1.600000 90.000000\n",
        "1 1 0 0.000000 0.000000 4.000000\n1 1 1 0.000000 0.000000 4.000000\n"
        "1 1 2 0.000000 0.000000 4.000000\n1 1 3 0.000000 0.000000 4.000000\n"
        "1 1 4 0.000000 75.000000 4.000000\n1 1 5 75.000000 75.000000 4.000000\n"
        "1 1 6 75.000000 75.000000 4.000000\n1 1 7 75.000000 100.000000 4.000000\n",
        NULL};
    static struct run run;
    struct tree tree = read_good(run_text);
    run_read(&run, &tree);
    for (int i = 0; i < PLOT_DATA_COUNT; i++) {
        assert_data(&run, i, wanted[i]);
    }
    tree_free(&tree);
}

/* Updates the measured blocks of a page, leaves all else unchanged. */
Test(plots, page_is_updated)
{
    static const char page[] = "A\n<!-- machine -->\nold\n<!-- end -->\nB\n"
                               "<!-- states -->\nkept\n<!-- end -->\n<!-- nobody's -->\nC\n"
                               "<!-- end -->\nD <!-- no mark";
    static const char wanted[] =
        "A\n<!-- machine -->\n\nM, 2 threads, kernels avx2, C.\n\n<!-- end -->\nB\n"
        "<!-- states -->\nkept\n<!-- end -->\n<!-- nobody's -->\nC\n<!-- end -->\nD <!-- no mark";
    static struct run run;
    struct tree tree = read_good(run_text);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    run_read(&run, &tree);
    tables_renew(out, &run, page);
    cr_assert_eq(fclose(out), 0);
    cr_assert_str_eq(text, wanted);
    free(text);
    tree_free(&tree);
}
