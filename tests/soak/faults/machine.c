/* Simulates a wrong clock and failing disk writes. tests/soak/faults.soak.ts preloads it into the server (LD_PRELOAD).
 * MACHINE is a 16-byte file that can change at any time: the clock offset in seconds (int64), and the errno of writes
 * below the folder MACHINE_BELOW (int64), 0 for none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

static const volatile int64_t *machine(void) {
  static const int64_t sound[2];
  static const volatile int64_t *mapped;
  if (mapped) return mapped;
  const char *name = getenv("MACHINE");
  int fd = name ? open(name, O_RDONLY) : -1;
  void *found = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof sound, PROT_READ, MAP_SHARED, fd, 0);
  mapped = found == MAP_FAILED ? sound : found;
  return mapped;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  REAL(int, "clock_gettime", clockid_t, struct timespec *);
  int result = real(clock, at);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) at->tv_sec += machine()[0];
  return result;
}
int gettimeofday(struct timeval *at, void *zone) {
  REAL(int, "gettimeofday", struct timeval *, void *);
  int result = real(at, zone);
  at->tv_sec += machine()[0];
  return result;
}

static int fails(int fd) {
  int64_t error = machine()[1];
  const char *folder = getenv("MACHINE_BELOW");
  if (!error || !folder) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder))) return 0;
  errno = error;
  return 1;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return fails(fd) ? -1 : real(fd, data, length, at);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  return fails(fd) ? -1 : real(fd, data, length, at);
}
ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return fails(fd) ? -1 : real(fd, data, length);
}
int ftruncate64(int fd, off64_t length) {
  REAL(int, "ftruncate64", int, off64_t);
  return fails(fd) ? -1 : real(fd, length);
}
