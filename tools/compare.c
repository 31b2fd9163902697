/* compare: the faithful look beside pictures of the original renderer.
 *
 * Draws the frames listed in DATA/ref/netquake/index.csv and prints, a row a frame, the share of
 * pixels identical with the reference picture: of all pixels, and of those that no moving particle
 * of ours touches (particles of the original are random). DATA is $QUAKEREEL_DATA. --out DIR writes
 * our pictures and maps of the differences. Exit status 0 when the median is at least 99 % and no
 * frame is below 95 % without particles. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/player.h"
#include "formats/pictures/png.h"

enum { WIDTH = 640, HEIGHT = 480, PIXELS = WIDTH * HEIGHT, MAX_ROWS = 1000 };

struct picture {
    uint32_t pixels[PIXELS];
};

struct row {
    char demo[64];
    long block;
    char png[128];
};

struct shares {
    double all;
    double still; /* without pixels that particles touch */
};

static bool parse_row(const char *line, struct row *row)
{
    return sscanf(line, "%63[^,],%ld,%127[^,]", row->demo, &row->block, row->png) == 3;
}

static bool read_reference(const char *data, const char *name, struct picture *picture)
{
    char path[1024];
    struct file_bytes file;
    uint32_t *pixels;
    int width, height;
    snprintf(path, sizeof(path), "%s/ref/netquake/%s", data, name);
    if (platform_map_file(path, &file) != 0) {
        return false;
    }
    bool good = png_read_rgb(file.data, file.size, &pixels, &width, &height) == 0;
    platform_unmap_file(&file);
    if (good && width == WIDTH && height == HEIGHT) {
        memcpy(picture->pixels, pixels, sizeof(picture->pixels));
    } else {
        good = false;
    }
    free(pixels);
    return good;
}

static bool draw(struct player *player, bool particles, struct picture *picture)
{
    player->scene_options.no_particles = !particles;
    return player_draw(player, picture->pixels, WIDTH) == 0;
}

static struct shares measure(const struct picture *ours, const struct picture *still,
                             const struct picture *reference)
{
    long same = 0;
    long counted = 0;
    long same_still = 0;
    for (int i = 0; i < PIXELS; i++) {
        bool equal = ((ours->pixels[i] ^ reference->pixels[i]) & 0xffffff) == 0;
        same += equal;
        if (ours->pixels[i] == still->pixels[i]) {
            counted++;
            same_still += equal;
        }
    }
    return (struct shares){100.0 * (double)same / PIXELS,
                           counted ? 100.0 * (double)same_still / (double)counted : 100.0};
}

static void write_picture(const char *directory, const struct row *row, const char *kind,
                          const uint32_t *pixels)
{
    char path[1024];
    struct byte_writer png = {0};
    snprintf(path, sizeof(path), "%s/%s_%05ld_%s.png", directory, row->demo, row->block, kind);
    FILE *file = png_encode_rgb(pixels, WIDTH, HEIGHT, &png) == 0 ? fopen(path, "wb") : NULL;
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
    for (int i = 0; i < PIXELS; i++) {
        uint32_t p = ours->pixels[i] & 0xffffff;
        uint32_t grey = ((p >> 16) + (p >> 8 & 255) + (p & 255)) / 12;
        bool equal = p == (reference->pixels[i] & 0xffffff);
        reference->pixels[i] = equal ? grey * 0x10101 : 0xff0000 | grey << 8;
    }
    write_picture(directory, row, "diff", reference->pixels);
}

/* Opens the row's demo unless it is open. */
static bool open_demo(struct player *player, const struct player_options *options, const char *data,
                      const struct row *row, char *open_name, size_t size)
{
    static char path[1024]; /* the player keeps the name */
    if (strcmp(open_name, row->demo) == 0) {
        return player->timeline != NULL;
    }
    player_close(player);
    snprintf(open_name, size, "%s", row->demo);
    snprintf(path, sizeof(path), "%s/netquake/%s.dem", data, row->demo);
    return player_open(player, path, options, &(struct timeline_options){0}, NULL) == 0 &&
           player_set_size(player, WIDTH, HEIGHT) == 0;
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

static int compare_all(FILE *index, const char *data, const char *out, const char *only)
{
    static struct picture ours, still, reference;
    static double all_shares[MAX_ROWS], still_shares[MAX_ROWS];
    char basedir[1024];
    char line[512];
    char open_name[64] = "";
    struct row row;
    struct player player = {0};
    int count = 0;
    snprintf(basedir, sizeof(basedir), "%s/librequake", data);
    const struct player_options options = {.fov = 90.0f,
                                           .look = LOOK_FAITHFUL,
                                           .threads = platform_cpu_count(),
                                           .no_hud = true,
                                           .search.basedir = basedir};
    printf("%-20s %6s %12s %12s\n", "demo", "block", "identical", "no particles");
    while (fgets(line, sizeof(line), index) && count < MAX_ROWS) {
        if (!parse_row(line, &row) || (only && !strstr(row.demo, only))) {
            continue;
        }
        if (!open_demo(&player, &options, data, &row, open_name, sizeof(open_name)) ||
            !read_reference(data, row.png, &reference) ||
            timeline_go_step(player.timeline, (uint32_t)row.block) < 0 ||
            !draw(&player, false, &still) || !draw(&player, true, &ours)) {
            printf("%-20s %6ld %12s\n", row.demo, row.block, "skipped");
            continue;
        }
        struct shares shares = measure(&ours, &still, &reference);
        all_shares[count] = shares.all;
        still_shares[count++] = shares.still;
        printf("%-20s %6ld %11.3f%% %11.3f%%\n", row.demo, row.block, shares.all, shares.still);
        if (out) {
            write_picture(out, &row, "ours", ours.pixels);
            write_difference(out, &row, &ours, &reference);
        }
    }
    player_close(&player);
    return summarise(all_shares, still_shares, count);
}

int main(int argc, char **argv)
{
    const char *data = getenv("QUAKEREEL_DATA");
    const char *out = NULL;
    const char *only = NULL;
    char path[1024];
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--out") == 0) {
            out = argv[i + 1];
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        }
    }
    snprintf(path, sizeof(path), "%s/ref/netquake/index.csv", data ? data : "../shared/data");
    FILE *index = fopen(path, "r");
    if (!index) {
        printf("skipped: no reference pictures (%s)\n", path);
        return EXIT_SUCCESS;
    }
    if (out && platform_make_directory(out) != 0) {
        fprintf(stderr, "compare: cannot make %s\n", out);
    }
    int status = compare_all(index, data ? data : "../shared/data", out, only);
    fclose(index);
    return status;
}
