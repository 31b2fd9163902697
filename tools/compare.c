/* compare: the faithful look beside pictures of the original renderer.
 *
 * Draws the frames listed in DATA/ref/netquake/index.csv and prints, a row a frame, the share of
 * pixels identical with the reference picture: of all pixels, and of those that no moving particle
 * of ours touches (particles of the original are random). Then those of
 * DATA/ref/netquake-hud/index.csv, which have a status bar of scale 1, and how much of that is
 * identical. DATA is $QUAKEREEL_DATA. --out DIR writes our pictures and maps of the differences,
 * --only TEXT takes demos with that in their names. Exit status 0 when the median is at least 99 %,
 * no frame is below 95 % without particles, and the status bars are alike to the last pixel. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/player.h"
#include "formats/base/dmath.h"
#include "formats/pictures/png.h"

enum { WIDTH = 640, HEIGHT = 480, PIXELS = WIDTH * HEIGHT, MAX_ROWS = 1000 };
enum { BAR_WIDTH = 320 /* in the middle, at the bottom */ };

struct picture { /* of width * height pixels, the first of PIXELS */
    uint32_t pixels[PIXELS];
};

/* A line of an index; view size and size are those of netquake-hud. */
struct row {
    char demo[64];
    long block;
    char png[128];
    int view_size;
    int width, height;
};

struct shares {
    double all;
    double still; /* without pixels that particles touch */
    double bar;   /* of the status bar's rectangle */
};

/* What the rows of one index have in common. */
struct set {
    const char *data;
    const char *folder; /* below DATA/ref */
    const char *out;    /* or NULL */
    const char *only;   /* or NULL */
    bool has_bar;
};

static bool parse_row(const char *line, const struct set *set, struct row *row)
{
    *row = (struct row){.view_size = 120, .width = WIDTH, .height = HEIGHT};
    int wanted = 3;
    int fields = sscanf(line, "%63[^,],%ld,%127[^,]", row->demo, &row->block, row->png);
    if (set->has_bar) {
        wanted = 6;
        fields = sscanf(line, "%63[^,],%ld,%127[^,],%d,%dx%d", row->demo, &row->block, row->png,
                        &row->view_size, &row->width, &row->height);
    }
    return fields == wanted && row->width > 0 && row->height > 0 && row->width <= WIDTH &&
           row->height <= HEIGHT;
}

static bool read_reference(const struct set *set, const struct row *row, struct picture *picture)
{
    char path[1024];
    struct file_bytes file;
    uint32_t *pixels;
    int width, height;
    snprintf(path, sizeof(path), "%s/ref/%s/%s", set->data, set->folder, row->png);
    if (platform_map_file(path, &file) != 0) {
        return false;
    }
    bool good = png_read_rgb(file.data, file.size, &pixels, &width, &height) == 0;
    platform_unmap_file(&file);
    if (good && width == row->width && height == row->height) {
        memcpy(picture->pixels, pixels, (size_t)width * (size_t)height * sizeof(*pixels));
    } else {
        good = false;
    }
    free(pixels);
    return good;
}

static bool draw(struct player *player, bool particles, struct picture *picture)
{
    player->scene_options.no_particles = !particles;
    return player_draw(player, picture->pixels, (size_t)player->scene_options.width) == 0;
}

/* Whether a pixel is the status bar's. */
static bool in_bar(const struct row *row, int i)
{
    const int x = i % row->width - (row->width - BAR_WIDTH) / 2;
    const int lines = row->view_size < 110 ? 48 : 24;
    return x >= 0 && x < BAR_WIDTH && i / row->width >= row->height - lines;
}

static struct shares measure(const struct row *row, const struct picture *ours,
                             const struct picture *still, const struct picture *reference)
{
    const int pixels = row->width * row->height;
    long same = 0;
    long counted = 0;
    long same_still = 0;
    long bar = 0;
    long same_bar = 0;
    for (int i = 0; i < pixels; i++) {
        bool equal = ((ours->pixels[i] ^ reference->pixels[i]) & 0xffffff) == 0;
        same += equal;
        if (ours->pixels[i] == still->pixels[i]) {
            counted++;
            same_still += equal;
        }
        if (in_bar(row, i)) {
            bar++;
            same_bar += equal;
        }
    }
    return (struct shares){100.0 * (double)same / pixels,
                           counted ? 100.0 * (double)same_still / (double)counted : 100.0,
                           bar ? 100.0 * (double)same_bar / (double)bar : 100.0};
}

static void write_picture(const char *directory, const struct row *row, const char *kind,
                          const uint32_t *pixels)
{
    char path[1024];
    struct byte_writer png = {0};
    snprintf(path, sizeof(path), "%s/%.*s_%s.png", directory, (int)strcspn(row->png, "."), row->png,
             kind);
    FILE *file =
        png_encode_rgb(pixels, row->width, row->height, &png) == 0 ? fopen(path, "wb") : NULL;
    if (!file || fwrite(png.data, 1, png.size, file) != png.size) {
        fprintf(stderr, "compare: cannot write %s\n", path);
    }
    if (file) {
        fclose(file);
    }
    byte_writer_free(&png);
}

/* Grey where equal, the difference in red where not. */
static void write_difference(const char *directory, const struct row *row,
                             const struct picture *ours, struct picture *reference)
{
    for (int i = 0; i < row->width * row->height; i++) {
        uint32_t p = ours->pixels[i] & 0xffffff;
        uint32_t grey = ((p >> 16) + (p >> 8 & 255) + (p & 255)) / 12;
        bool equal = p == (reference->pixels[i] & 0xffffff);
        reference->pixels[i] = equal ? grey * 0x10101 : 0xff0000 | grey << 8;
    }
    write_picture(directory, row, "diff", reference->pixels);
}

/* In shapes wider than 640x432 the reference engine keeps the height of the view that has 90
 * degrees across such a picture; ours that of a 4:3 picture. */
static float fov_for(const struct row *row)
{
    const double across = 4.0 / 3.0 / (640.0 / 432.0);
    return row->width * 432 > row->height * 640
               ? (float)(dmath_atan2(across, 1.0) * 360.0 / DMATH_PI)
               : 90.0f;
}

/* Opens the row's demo unless it is open, for pictures like the row's. */
static bool open_demo(struct player *player, const struct player_options *options,
                      const struct set *set, const struct row *row, char *open_name, size_t size)
{
    static char path[1024]; /* the player keeps the name */
    if (strcmp(open_name, row->demo) != 0) {
        player_close(player);
        snprintf(open_name, size, "%s", row->demo);
        snprintf(path, sizeof(path), "%s/netquake/%s.dem", set->data, row->demo);
        if (player_open(player, path, options, &(struct timeline_options){0}, NULL) != 0) {
            return false;
        }
    }
    player->scene_options.hud.view_size = row->view_size;
    player->scene_options.fov = fov_for(row);
    return player->timeline != NULL && (player->scene_options.width == row->width ||
                                        player_set_size(player, row->width, row->height) == 0);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int summarise(double *all, double *still, int count)
{
    if (count == 0) {
        printf("no frame could be compared\n");
        return EXIT_FAILURE;
    }
    qsort(all, (size_t)count, sizeof(*all), compare_doubles);
    qsort(still, (size_t)count, sizeof(*still), compare_doubles);
    printf("%d frames: median %.3f %% of all pixels, %.3f %% without particles; lowest %.3f %%, "
           "%.3f %%\n",
           count, all[count / 2], still[count / 2], all[0], still[0]);
    return all[count / 2] >= 99.0 && still[0] >= 95.0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int compare_all(FILE *index, const struct set *set)
{
    static struct picture ours, still, reference;
    static double all_shares[MAX_ROWS], still_shares[MAX_ROWS];
    char basedir[1024];
    char line[512];
    char open_name[64] = "";
    struct row row;
    struct player player = {0};
    int count = 0;
    int spoiled_bars = 0;
    snprintf(basedir, sizeof(basedir), "%s/librequake", set->data);
    const struct player_options options = {.fov = 90.0f,
                                           .look = LOOK_FAITHFUL,
                                           .threads = platform_cpu_count(),
                                           .no_hud = !set->has_bar,
                                           .hud.scale = 1,
                                           .search.basedir = basedir};
    printf("%-20s %6s %9s %12s %12s%s\n", "demo", "block", "size", "identical", "no particles",
           set->has_bar ? "  status bar" : "");
    while (fgets(line, sizeof(line), index) && count < MAX_ROWS) {
        if (!parse_row(line, set, &row) || (set->only && !strstr(row.demo, set->only))) {
            continue;
        }
        if (!open_demo(&player, &options, set, &row, open_name, sizeof(open_name)) ||
            !read_reference(set, &row, &reference) ||
            timeline_go_step(player.timeline, (uint32_t)row.block) < 0 ||
            !draw(&player, false, &still) || !draw(&player, true, &ours)) {
            printf("%-20s %6ld %12s\n", row.demo, row.block, "skipped");
            continue;
        }
        struct shares shares = measure(&row, &ours, &still, &reference);
        all_shares[count] = shares.all;
        still_shares[count++] = shares.still;
        printf("%-20s %6ld %5dx%-3d %11.3f%% %11.3f%%", row.demo, row.block, row.width, row.height,
               shares.all, shares.still);
        if (set->has_bar) {
            printf(" %11.3f%%", shares.bar);
            spoiled_bars += shares.bar < 100.0;
        }
        printf("\n");
        if (set->out) {
            write_picture(set->out, &row, "ours", ours.pixels);
            write_difference(set->out, &row, &ours, &reference);
        }
    }
    player_close(&player);
    if (set->has_bar) {
        printf("%d of %d status bars identical\n", count - spoiled_bars, count);
        return spoiled_bars == 0 && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    return summarise(all_shares, still_shares, count);
}

static int compare_set(const struct set *set)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/ref/%s/index.csv", set->data, set->folder);
    FILE *index = fopen(path, "r");
    if (!index) {
        printf("skipped: no reference pictures (%s)\n", path);
        return EXIT_SUCCESS;
    }
    const int status = compare_all(index, set);
    fclose(index);
    return status;
}

int main(int argc, char **argv)
{
    const char *data = getenv("QUAKEREEL_DATA");
    const char *out = NULL;
    const char *only = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--out") == 0) {
            out = argv[i + 1];
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        }
    }
    if (out && platform_make_directory(out) != 0) {
        fprintf(stderr, "compare: cannot make %s\n", out);
    }
    struct set set = {data ? data : "../shared/data", "netquake", out, only, false};
    int status = compare_set(&set);
    set.folder = "netquake-hud";
    set.has_bar = true;
    printf("\n");
    return compare_set(&set) == EXIT_SUCCESS ? status : EXIT_FAILURE;
}
