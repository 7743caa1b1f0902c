/* Makes the n-th call of a kind fail once, for files below one folder. Loaded before the C library
   (LD_PRELOAD), and told what to do by the process itself: faults_arm, faults_count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, OPENS = 4, SHORT = 8 };
static char folder[PATH_MAX];
static int kinds, countdown, counted;

void faults_arm(const char *below, int which, int n) {
    snprintf(folder, sizeof folder, "%s", below);
    kinds = which;
    countdown = n;
    counted = 0;
}

int faults_count(void) { return counted; }

static int below(const char *path) { return folder[0] && strncmp(path, folder, strlen(folder)) == 0; }

static int below_descriptor(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return below(path);
}

static int fails(int kind, int concerned) {
    if (!(kinds & kind) || !concerned) return 0;
    counted++;
    return --countdown == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITE(name, declared, ...)                                               \
    ssize_t name declared {                                                      \
        if (fails(WRITES, below_descriptor(fd))) {                               \
            if (!(kinds & SHORT) || size < 2) { errno = ENOSPC; return -1; }     \
            size /= 2;                                                           \
        }                                                                        \
        return REAL(name)(__VA_ARGS__);                                          \
    }
WRITE(write, (int fd, const void *data, size_t size), fd, data, size)
WRITE(pwrite, (int fd, const void *data, size_t size, off_t at), fd, data, size, at)
WRITE(pwrite64, (int fd, const void *data, size_t size, off64_t at), fd, data, size, at)

#define ON_DESCRIPTOR(name, kind, declared, ...)                                 \
    int name declared {                                                          \
        if (fails(kind, below_descriptor(fd))) { errno = EIO; return -1; }       \
        return REAL(name)(__VA_ARGS__);                                          \
    }
ON_DESCRIPTOR(fsync, SYNCS, (int fd), fd)
ON_DESCRIPTOR(fdatasync, SYNCS, (int fd), fd)
ON_DESCRIPTOR(ftruncate, WRITES, (int fd, off_t size), fd, size)
ON_DESCRIPTOR(ftruncate64, WRITES, (int fd, off64_t size), fd, size)

#define OPEN(name)                                                               \
    int name(const char *path, int flags, ...) {                                 \
        va_list rest;                                                            \
        va_start(rest, flags);                                                   \
        int mode = va_arg(rest, int);                                            \
        va_end(rest);                                                            \
        if (fails(OPENS, below(path))) { errno = EMFILE; return -1; }            \
        return REAL(name)(path, flags, mode);                                    \
    }
OPEN(open)
OPEN(open64)
