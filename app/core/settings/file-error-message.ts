const reasons: Record<string, string> = {
  ENOENT: "is not there",
  EACCES: "may not be used by this user",
  EPERM: "may not be used by this user",
  EROFS: "lies on a disk that is read-only",
  ENOSPC: "has no room: its disk is full",
  EDQUOT: "has no room: this user has used up what it may of the disk",
  EISDIR: "is a folder",
  ENOTDIR: "is no folder",
  EEXIST: "is there already, and is no folder",
  EIO: "lies on a disk that does not do as it should",
};

/** What the system says of a file or folder that can't be used, in a sentence; null for any other error. */
export function fileErrorMessage(error: unknown): string | null {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  const path = "path" in error ? error.path : "The file";
  return `${path} ${reasons[String(error.code)] ?? `can't be used (${error.message})`}.`;
}
