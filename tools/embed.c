/* embed FILE NAME OUTPUT.c: a file's bytes as C source that defines NAME and NAME_size. A tool of
 * the build, without the project's library. */
#include <stdio.h>

static int embed(FILE *in, const char *name, FILE *out)
{
    size_t size = 0;
    int byte;
    fprintf(out,
            "#include <stddef.h>\nextern const unsigned char %s[];\nextern const size_t %s_size;\n",
            name, name);
    fprintf(out, "const unsigned char %s[] = {", name);
    while ((byte = getc(in)) != EOF) {
        fprintf(out, "%s%d,", size++ % 24 ? "" : "\n", byte);
    }
    fprintf(out, "\n};\nconst size_t %s_size = %zu;\n", name, size);
    return !ferror(in) && size > 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in ? fopen(argv[3], "wb") : NULL;
    int code = out ? embed(in, argv[2], out) : -1;
    if (out && (fclose(out) != 0 || code != 0)) {
        remove(argv[3]);
        code = -1;
    }
    if (in) {
        fclose(in);
    }
    if (code != 0) {
        fprintf(stderr, "usage: embed FILE NAME OUTPUT.c\n");
    }
    return code != 0;
}
