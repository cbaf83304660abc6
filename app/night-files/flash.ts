export const nightFilesFlash = {
  "night-file-discarded": "File discarded. Nights that were saved before stay.",
};
