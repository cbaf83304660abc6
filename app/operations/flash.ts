export const operationsFlash = {
  "backup-made": "Backup made",
  "backup-begun": "The backup is running. It will be listed below when it is done.",
};
