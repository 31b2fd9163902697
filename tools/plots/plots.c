/* plots: makes data files and tables from the bench's results.
 *
 *   plots -o DIR [--page FILE] [--data FILE] JSON...
 *
 * Several files are parts of one run: pairs of runs with a peer are pooled, for other values the
 * last file wins. DIR gets NAME.dat for each plot that was measured and values.gp, which plots.gp
 * reads; FILE's tables are renewed between their marks (tools/plots/tables.h);
 * --data FILE gets all input as one JSON value. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plots/plot_data.h"
#include "tools/plots/run.h"
#include "tools/plots/tables.h"
#include "tools/plots/tree.h"

enum { PATH_BYTES = 1024 };

static int report_failure(const char *path, const char *why)
{
    fprintf(stderr, "plots: %s: %s\n", path, why);
    return -1;
}

/* The file as a string; caller frees. Returns NULL if it cannot be read, which is printed. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)length + 1);
    }
    if (text && fread(text, 1, (size_t)length, file) != (size_t)length) {
        free(text);
        text = NULL;
    }
    if (file) {
        fclose(file);
    }
    if (text) {
        text[length] = '\0';
        *size = (size_t)length;
    } else {
        (void)report_failure(path, "cannot be read");
    }
    return text;
}

/* Takes text that is complete, so that an error before leaves the old file. */
static int write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(text, 1, size, file) == size;
    if (file) {
        good = fclose(file) == 0 && good;
    }
    return good ? 0 : report_failure(path, "cannot be written");
}

static int read_part(struct tree *all, const char *path)
{
    struct format_error err;
    struct tree part;
    size_t size;
    char *text = read_file(path, &size);
    if (!text) {
        return -1;
    }
    int code = tree_read(&part, text, size, &err);
    free(text);
    if (code != 0) {
        return report_failure(path, code == FORMAT_MEMORY ? "out of memory" : err.what);
    }
    code = tree_join(all, &part);
    tree_free(&part);
    return code == 0 ? 0 : report_failure(path, "out of memory");
}

/* Calls write and puts its text into FOLDER/NAME; no file if it returns false. Returns 1 if
 * written, 0 if not measured, -1 if that failed, which is printed. */
static int write_data(const struct run *run, const char *folder, const struct plot_data *plot)
{
    char path[PATH_BYTES], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const bool measured = out && plot->write(out, run);
    const bool good = out && fclose(out) == 0;
    snprintf(path, sizeof(path), "%s/%s.dat", folder, plot->name);
    int code = good ? measured : report_failure(path, "out of memory");
    if (good && measured && write_file(path, text, size) != 0) {
        code = -1;
    }
    free(text);
    return code;
}

static int write_all_data(const struct run *run, const char *folder)
{
    char path[PATH_BYTES], measured[PATH_BYTES] = "";
    for (int i = 0; i < PLOT_DATA_COUNT; i++) {
        const int code = write_data(run, folder, &plot_data[i]);
        if (code < 0) {
            return code;
        }
        if (code == 0) {
            printf("%s: not measured\n", plot_data[i].name);
            continue;
        }
        const size_t length = strlen(measured);
        snprintf(measured + length, sizeof(measured) - length, "%s ", plot_data[i].name);
    }
    snprintf(path, sizeof(path), "%s/values.gp", folder);
    FILE *out = fopen(path, "wb");
    if (out) {
        plot_data_values(out, run, measured);
    }
    return out && fclose(out) == 0 ? 0 : report_failure(path, "cannot be written");
}

static int renew_page(const struct run *run, const char *path)
{
    size_t size = 0;
    char *text = NULL, *page = read_file(path, &size);
    FILE *out = page ? open_memstream(&text, &size) : NULL;
    if (out) {
        tables_renew(out, run, page);
    }
    const bool good = out && fclose(out) == 0;
    const int code = good ? write_file(path, text, size) : -1;
    free(page);
    free(text);
    return code;
}

static int keep_data(const struct tree *tree, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        tree_write(tree, out);
    }
    const bool good = out && fclose(out) == 0;
    const int code = good ? write_file(path, text, size) : report_failure(path, "out of memory");
    free(text);
    return code;
}

int main(int argc, char **argv)
{
    static struct run run;
    const char *folder = NULL, *page = NULL, *data = NULL;
    struct tree tree = {.kind = TREE_OBJECT};
    int code = 0;
    for (int i = 1; i < argc && code == 0; i++) {
        const char **value = strcmp(argv[i], "-o") == 0       ? &folder
                             : strcmp(argv[i], "--page") == 0 ? &page
                             : strcmp(argv[i], "--data") == 0 ? &data
                                                              : NULL;
        if (value && i + 1 < argc) {
            *value = argv[++i];
        } else {
            code = read_part(&tree, argv[i]);
        }
    }
    if (code == 0 && !folder) {
        code = report_failure("-o", "no folder given");
    }
    if (code == 0) {
        run_read(&run, &tree);
        code = write_all_data(&run, folder);
    }
    if (code == 0 && page) {
        code = renew_page(&run, page);
    }
    if (code == 0 && data) {
        code = keep_data(&tree, data);
    }
    tree_free(&tree);
    return code == 0 ? 0 : 1;
}
