/* Loaded into another program before SDL (LD_PRELOAD): counts the processor's time from the moment
 * it asks for the texture it writes a picture's colours to until that picture has been handed over.
 *
 * The sums are kept in the file $QUAKEREEL_SDL_CLOCK, so that they are there when the program is
 * killed: struct sdl_clock of tools/bench/peers/tyrquake.c. Without that file nothing is counted.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct sdl_clock {
    uint64_t ns, pictures;
};

/* SDL's own, as SDL_render.h declares them. */
int SDL_LockTexture(void *texture, const void *part, void **pixels, int *pitch);
void SDL_RenderPresent(void *renderer);

static struct sdl_clock *sums;
static uint64_t locked; /* when; 0 = not */

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void open_sums(void)
{
    const char *path = getenv("QUAKEREEL_SDL_CLOCK");
    const int file = path ? open(path, O_RDWR) : -1;
    void *memory = MAP_FAILED;
    if (file >= 0) {
        memory = mmap(NULL, sizeof(*sums), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    sums = memory == MAP_FAILED ? NULL : memory;
}

static void find(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof(found)); /* a function's address, as POSIX has it */
}

int SDL_LockTexture(void *texture, const void *part, void **pixels, int *pitch)
{
    static int (*original)(void *, const void *, void **, int *);
    if (!original) {
        find("SDL_LockTexture", &original);
        open_sums();
    }
    locked = now();
    return original(texture, part, pixels, pitch);
}

void SDL_RenderPresent(void *renderer)
{
    static void (*original)(void *);
    if (!original) {
        find("SDL_RenderPresent", &original);
    }
    original(renderer);
    if (locked != 0 && sums) {
        sums->ns += now() - locked;
        sums->pictures++;
    }
    locked = 0;
}
