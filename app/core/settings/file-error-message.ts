const reasons: Record<string, string> = {
  ENOENT: "does not exist",
  EACCES: "can't be used by this user",
  EPERM: "can't be used by this user",
  EROFS: "is on a read-only disk",
  ENOSPC: "can't be written because its disk is full",
  EDQUOT: "can't be written because this user's disk quota is used up",
  EISDIR: "is a folder",
  ENOTDIR: "is not a folder",
  EEXIST: "already exists and is not a folder",
  EIO: "is on a disk with read or write errors",
};

/** A message for a failed system call on a file or folder; null for any other error. */
export function fileErrorMessage(error: unknown): string | null {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  const path = "path" in error ? error.path : "The file";
  return `${path} ${reasons[String(error.code)] ?? `can't be used (${error.message})`}.`;
}
