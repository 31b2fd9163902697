/* Folders of files: copies, and what is in them. Ends the process on an error: a driver of checks
 * that cannot read its own files has nothing to say. */
#ifndef TESTS_FAULTS_FAULT_TREE_H
#define TESTS_FAULTS_FAULT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TREE_PATH = 1024, TREE_NAME = 256, TREE_FILES_MAX = 1024 };

struct tree_file {
    char name[TREE_NAME]; /* path below the folder */
    uint64_t size, hash;
};

struct tree {
    struct tree_file *files; /* sorted by name; owned */
    size_t count;
};

/* Prints a line and ends the process. */
_Noreturn void tree_give_up(const char *what, const char *path);

void tree_read(struct tree *tree, const char *folder);
void tree_free(struct tree *tree);
/* NULL if there is none. */
const struct tree_file *tree_find(const struct tree *tree, const char *name);
bool tree_same_file(const struct tree_file *a, const struct tree_file *b);

void tree_copy(const char *from, const char *to); /* `to` is made */
void tree_remove(const char *folder);             /* nothing there: nothing happens */
/* A script ("#!") may be run. */
void tree_write(const char *folder, const char *name, const void *data, size_t size);

#endif
