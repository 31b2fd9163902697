#include "assets/system/windows_text.h"

#include <errno.h>
#include <string.h>
#include <windows.h>

enum { PLAIN_MAX = 240 /* characters of a path that every call takes as it is */ };

/* A long path in the form that has no limit: absolute, with a prefix. */
static bool lift_limit(wchar_t path[WINDOWS_PATH])
{
    static const wchar_t drive_prefix[] = L"\\\\?\\", server_prefix[] = L"\\\\?\\UNC\\";
    wchar_t full[WINDOWS_PATH];
    const DWORD length = GetFullPathNameW(path, WINDOWS_PATH, full, NULL);
    const bool is_server = full[0] == L'\\' && full[1] == L'\\';
    const wchar_t *prefix = is_server ? server_prefix : drive_prefix;
    const wchar_t *rest = is_server ? full + 2 : full;
    if (length == 0 || length >= WINDOWS_PATH || wcslen(prefix) + wcslen(rest) >= WINDOWS_PATH) {
        return false;
    }
    wcscpy(path, prefix);
    wcscat(path, rest);
    return true;
}

bool windows_path(const char *path, wchar_t out[WINDOWS_PATH])
{
    const int length =
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, WINDOWS_PATH);
    if (length == 0) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return false;
    }
    if (length > PLAIN_MAX && wcsncmp(out, L"\\\\?\\", 4) != 0 && !lift_limit(out)) {
        errno = ENAMETOOLONG;
        return false;
    }
    return true;
}

int windows_utf8(const wchar_t *text, char *out, size_t size)
{
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, out, (int)size, NULL, NULL);
    if (length == 0) {
        if (size > 0) {
            out[0] = '\0';
        }
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

int windows_utf8_path(const wchar_t *path, char *out, size_t size)
{
    if (windows_utf8(path, out, size) < 0) {
        return -1;
    }
    for (char *c = out; *c; c++) {
        *c = *c == '\\' ? '/' : *c;
    }
    return 0;
}

int windows_fail(void)
{
    static const struct {
        DWORD windows;
        int posix;
    } errors[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_BAD_NET_NAME, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_NOT_SAME_DEVICE, EXDEV},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_INVALID_PARAMETER, EINVAL},
        {ERROR_NOT_SUPPORTED, ENOSYS},
        {ERROR_OPERATION_ABORTED, EINTR},
        {ERROR_FILE_TOO_LARGE, EFBIG},
        {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
    };
    const DWORD reason = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
        if (errors[i].windows == reason) {
            errno = errors[i].posix;
        }
    }
    return -1;
}
