/* The program at the end of pipes: reads descriptors 3 and, if the first word is "two", 4 to their
 * ends, prints how many bytes there were and their sum, then its words, a line each. Exit status 3
 * if the first word is "fail". */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>

static void count(int fd)
{
    static unsigned char bytes[1 << 16];
    unsigned long long size = 0, sum = 0;
    int got;
    while ((got = _read(fd, bytes, sizeof(bytes))) > 0) {
        size += (unsigned)got;
        for (int i = 0; i < got; i++) {
            sum += bytes[i];
        }
    }
    printf("%d: %llu bytes, %llu\n", fd, size, sum);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    (void)_setmode(1, _O_BINARY);
    (void)_setmode(3, _O_BINARY);
    (void)_setmode(4, _O_BINARY);
    if (strcmp(how, "none") != 0) {
        count(3);
    }
    if (strcmp(how, "two") == 0) {
        count(4);
    }
    for (int i = 1; i < argc; i++) {
        printf("[%s]\n", argv[i]);
    }
    return strcmp(how, "fail") == 0 ? 3 : 0;
}
