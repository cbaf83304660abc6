export const importStatusNames = {
  checking: "Being checked",
  checked: "Waits for you",
  importing: "Being taken in",
  done: "Done",
  failed: "Can't be read",
} as const;
