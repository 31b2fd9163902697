/* plots: what runs of the bench measured, as plots and tables of a page.
 *
 *   plots -o DIR [--page FILE] [--data FILE] JSON...
 *
 * Several files are parts of one run: what is in more than one of them counts together (pairs with
 * a peer) or is the last one's. Plots go to DIR/NAME.svg, the tables into FILE between its marks
 * (tools/plots/tables.h), all that was read to --data FILE as one. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plots/figures.h"
#include "tools/plots/run.h"
#include "tools/plots/tables.h"
#include "tools/plots/tree.h"

enum { PATH_BYTES = 1024 };

static const struct {
    const char *name;
    bool (*draw)(FILE *out, const struct run *run);
} plots[] = {{"pixels", figure_pixels},   {"ahead", figure_ahead},   {"surfaces", figure_surfaces},
             {"threads", figure_threads}, {"phases", figure_phases}, {"limits", figure_limits}};

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "plots: %s: %s\n", path, why);
    return -1;
}

/* The file as a string to be freed; NULL: told why not. */
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
        (void)fail(path, "cannot be read");
    }
    return text;
}

/* Writes what is ready in memory, so that a file is whole or as it was. */
static int write_file(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(text, 1, size, file) == size;
    if (file) {
        good = fclose(file) == 0 && good;
    }
    return good ? 0 : fail(path, "cannot be written");
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
        return fail(path, code == FORMAT_MEMORY ? "no memory" : err.what);
    }
    code = tree_join(all, &part);
    tree_free(&part);
    return code == 0 ? 0 : fail(path, "no memory");
}

static int draw_all(const struct run *run, const char *folder)
{
    for (size_t i = 0; i < sizeof(plots) / sizeof(plots[0]); i++) {
        char path[PATH_BYTES], *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        const bool drawn = out && plots[i].draw(out, run);
        const bool good = out && fclose(out) == 0;
        snprintf(path, sizeof(path), "%s/%s.svg", folder, plots[i].name);
        int code = good ? 0 : fail(path, "no memory");
        if (good && drawn) {
            code = write_file(path, text, size);
        } else if (good) {
            printf("%s: not measured\n", plots[i].name);
        }
        free(text);
        if (code != 0) {
            return code;
        }
    }
    return 0;
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
    const int code = good ? write_file(path, text, size) : fail(path, "no memory");
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
        code = fail("-o", "which folder?");
    }
    if (code == 0) {
        run_read(&run, &tree);
        code = draw_all(&run, folder);
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
