/* Names and errors of Windows: its calls take UTF-16, the program has UTF-8 and errno. */
#ifndef ASSETS_SYSTEM_WINDOWS_TEXT_H
#define ASSETS_SYSTEM_WINDOWS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { WINDOWS_PATH = 4096 /* characters of a path, with its NUL */ };

/* A path for Windows' calls. False with errno set: ENOENT if it is no UTF-8, else ENAMETOOLONG. */
bool windows_path(const char *path, wchar_t out[WINDOWS_PATH]);

/* UTF-8 with '/' in place of '\\'. -1 with errno ENAMETOOLONG: it does not fit. */
int windows_utf8_path(const wchar_t *path, char *out, size_t size);
/* As it is. -1: it does not fit. */
int windows_utf8(const wchar_t *text, char *out, size_t size);

/* Sets errno from GetLastError; returns -1. */
int windows_fail(void);

#endif
