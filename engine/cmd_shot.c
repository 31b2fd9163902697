/* quakereel shot: single pictures, without a window. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands.h"
#include "engine/player.h"

enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 480 };

static const char help[] =
    "usage: quakereel shot DEMO --at T[,T...] | --block N[,N...] [-o FILE.png] [options]\n"
    "\n"
    "Draws pictures of a demo into PNG files. No window, no display needed.\n"
    "  --at T,...           at these times: 90, 1:30.5, 50%, -10 (from the end)\n"
    "  --block N,...        after these blocks of the file, counted from 0, not interpolated\n"
    "  -o FILE.png          where to (shot.png, or shot-%d.png for several); %d stands for the\n"
    "                       block's number, or the picture's place in the list of times (from 0)\n";

/* path with its "%d" (or "%05d") replaced. False when there is none, or path is too long. */
static bool number_path(char *out, size_t size, const char *pattern, long number)
{
    const char *percent = strchr(pattern, '%');
    while (percent) {
        const char *p = percent + 1;
        int width = 0;
        while (*p >= '0' && *p <= '9' && width < 100) {
            width = width * 10 + (*p++ - '0');
        }
        if (*p == 'd') {
            int length = snprintf(out, size, "%.*s%0*ld%s", (int)(percent - pattern), pattern,
                                  width, number, p + 1);
            return length >= 0 && (size_t)length < size;
        }
        percent = strchr(percent + 1, '%');
    }
    return false;
}

/* Moves playback to one item of the list. */
static int go_to(struct player *player, const char *item, bool block, long *number)
{
    if (block) {
        char *end;
        long n = strtol(item, &end, 10);
        if (end == item || *end != '\0' || n < 0) {
            fprintf(stderr, "quakereel: '%s' is no block number\n", item);
            return EXIT_USAGE;
        }
        if ((unsigned long)n >= playback_num_blocks(player->playback)) {
            fprintf(stderr, "quakereel: %s: there is no block %ld, the last one is %u\n",
                    player->source.name, n, playback_num_blocks(player->playback) - 1);
            return EXIT_BAD_INPUT;
        }
        *number = n;
        return playback_go_block(player->playback, (uint32_t)n) < 0 ? EXIT_BAD_INPUT : 0;
    }
    double time;
    if (!options_parse_time(item, playback_length(player->playback), &time)) {
        fprintf(stderr, "quakereel: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", item);
        return EXIT_USAGE;
    }
    return playback_go_time(player->playback, time, !player->options->no_lerp) < 0 ? EXIT_BAD_INPUT
                                                                                   : 0;
}

static int shoot(struct player *player, char *list, bool block, const char *output)
{
    bool several = strchr(list, ',') != NULL;
    if (!output) {
        output = several ? "shot-%d.png" : "shot.png";
    }
    long place = 0;
    for (char *item = list; item;) {
        char *comma = strchr(item, ',');
        if (comma) {
            *comma = '\0';
        }
        char path[4096];
        long number = place++;
        int status = go_to(player, item, block, &number);
        if (status) {
            return status;
        }
        if (!number_path(path, sizeof(path), output, number)) {
            if (several) {
                fprintf(stderr, "quakereel: several pictures need a %%d in -o %s\n", output);
                return EXIT_USAGE;
            }
            snprintf(path, sizeof(path), "%s", output);
        }
        if (player_draw(player, NULL, 0) < 0) {
            return EXIT_BAD_INPUT;
        }
        status = player_write_png(player, path);
        if (status) {
            return status;
        }
        item = comma ? comma + 1 : NULL;
    }
    return player_exit_status(player);
}

int cmd_shot(int argc, char **argv)
{
    const char *at = NULL;
    const char *block = NULL;
    const char *output = NULL;
    const struct option_spec specs[] = {
        {"at", NULL, &at, NULL},
        {"block", NULL, &block, NULL},
        {"o", NULL, &output, NULL},
        {NULL, NULL, NULL, NULL},
    };
    struct options options;
    struct player player;
    int status = options_parse(&options, "shot", argc, argv, specs);
    if (status) {
        return status;
    }
    if (options.help) {
        printf("%s%s", help, options_help);
        options_free(&options);
        return EXIT_GOOD;
    }
    if (options.num_files != 1 || !at == !block) {
        fprintf(stderr, "quakereel: shot takes one demo and either --at or --block; see "
                        "quakereel shot --help\n");
        options_free(&options);
        return EXIT_USAGE;
    }
    char *list = strdup(at ? at : block);
    status = list ? player_open(&player, options.files[0], &options) : EXIT_BAD_INPUT;
    if (status == 0) {
        status = player_set_size(&player, options.width ? options.width : DEFAULT_WIDTH,
                                 options.height ? options.height : DEFAULT_HEIGHT);
        if (status == 0) {
            status = shoot(&player, list, block != NULL, output);
        }
        player_close(&player);
    }
    free(list);
    options_free(&options);
    return status;
}
