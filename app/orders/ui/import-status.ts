export const importStatusNames = {
  checking: "Checking",
  checked: "Ready to import",
  importing: "Importing",
  done: "Done",
  failed: "Can't be read",
} as const;
