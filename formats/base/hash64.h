/* 64-bit hash of bytes, to tell whether two files are the same: fast, the same on every machine,
 * and no protection against somebody who wants two files to look the same. */
#ifndef FORMATS_BASE_HASH64_H
#define FORMATS_BASE_HASH64_H

#include <stddef.h>
#include <stdint.h>

#define HASH64_START UINT64_C(0xcbf29ce484222325)

/* Continues a hash, HASH64_START or an earlier result. Bytes added in several calls give the hash
 * of all of them if every size but the last is a multiple of 8. */
uint64_t hash64_add(uint64_t hash, const void *bytes, size_t size);

#endif
