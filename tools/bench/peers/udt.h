/* UDT (mightycow/uberdemotools), the best known reader of Quake III demos, built by the user into
 * one shared library, which is loaded at run time.
 *
 * Uses its interface for custom parsers (udtCu*, declared in its uberdemotools.h) and decodes every
 * message completely: gamestates, server commands, snapshots with all states. */
#ifndef TOOLS_BENCH_PEERS_UDT_H
#define TOOLS_BENCH_PEERS_UDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Time to read demos to their ends, and counts of their contents, which are the same for all
 * readers. */
struct states_read {
    bool good;          /* all of it was read */
    double seconds;     /* processor time, with the files in the page cache */
    uint64_t snapshots; /* that were not dropped */
    uint64_t entities;  /* in all of those */
};

/* Reads the files in a separate process, on one thread. library: the shared library's path. */
struct states_read udt_read(const char *library, const char *const *names, size_t count);

#endif
