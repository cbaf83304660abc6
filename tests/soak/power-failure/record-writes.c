/* Logs all writes to files below a folder, in order and with their data. tests/soak/power-failure.soak.ts preloads it into
 * the server (LD_PRELOAD) and simulates power failures from the log.
 * RECORD_BELOW is the folder, RECORD_TO is the log file.
 * An entry has its kind, path length, offset, data length (all little-endian), path, and data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

static int record_to(void) {
  static int fd = -2;
  if (fd == -2) fd = getenv("RECORD_TO") ? open(getenv("RECORD_TO"), O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
  return fd;
}

static int is_below(const char *path) {
  const char *folder = getenv("RECORD_BELOW");
  return folder && !strncmp(path, folder, strlen(folder)) && !strstr(path, "-shm");
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static void log_entry(char kind, const char *path, int64_t offset, const void *data, uint32_t length) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  uint8_t head[15];
  uint16_t path_length = strlen(path);
  head[0] = kind;
  memcpy(head + 1, &path_length, 2);
  memcpy(head + 3, &offset, 8);
  memcpy(head + 11, &length, 4);
  struct iovec parts[] = {{head, 15}, {(void *)path, path_length}, {(void *)data, length}};
  real(record_to(), parts, 3);
}

/* The lock covers the call and its entry, so that entries are in the order of the calls. */
#define RECORDED(fd, call, entry)                          \
  char path[4096];                                         \
  if (record_to() < 0 || !path_of(fd, path)) return call;  \
  pthread_mutex_lock(&lock);                               \
  __auto_type result = call;                               \
  if (result >= 0) entry;                                  \
  pthread_mutex_unlock(&lock);                             \
  return result

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  RECORDED(fd, real(fd, data, length, at), log_entry('w', path, at, data, result));
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  RECORDED(fd, real(fd, data, length, at), log_entry('w', path, at, data, result));
}
ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  RECORDED(fd, real(fd, data, length), log_entry('w', path, lseek(fd, 0, SEEK_CUR) - result, data, result));
}
int ftruncate64(int fd, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  RECORDED(fd, real(fd, length), log_entry('t', path, length, "", 0));
}
int ftruncate(int fd, off_t length) {
  REAL(int, "ftruncate", int, off_t);
  RECORDED(fd, real(fd, length), log_entry('t', path, length, "", 0));
}
int fsync(int fd) {
  REAL(int, "fsync", int);
  RECORDED(fd, real(fd), log_entry('s', path, 0, "", 0));
}
int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  RECORDED(fd, real(fd), log_entry('s', path, 0, "", 0));
}
int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  int result = real(path);
  if (result == 0 && record_to() >= 0 && is_below(path)) log_entry('u', path, 0, "", 0);
  return result;
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  int result = real(from, to);
  if (result == 0 && record_to() >= 0 && is_below(to)) log_entry('r', from, 0, to, strlen(to));
  return result;
}
