/* Another reader of Quake III's demos, the best known one: UDT (mightycow/uberdemotools), its
 * sources built by whoever measures into one shared library, which is loaded at run time.
 *
 * Asked by its own interface for parsers that want every message (udtCu*, declared in its
 * uberdemotools.h), and of each message everything is decoded: gamestates, server commands,
 * snapshots with all states. */
#ifndef TOOLS_BENCH_PEERS_UDT_H
#define TOOLS_BENCH_PEERS_UDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What reading demos to their ends took, and what was in them: the same for whoever reads. */
struct states_read {
    bool good;          /* all of it was read */
    double seconds;     /* of the processor, files mapped already in the system's memory */
    uint64_t snapshots; /* that were not dropped */
    uint64_t entities;  /* in all of those */
};

/* Reads the files in a process of its own, on one thread. library: the shared library's path. */
struct states_read udt_read(const char *library, const char *const *names, size_t count);

#endif
