export const viewFlash = {
  "view-saved": "View saved",
  "view-opened-without": (name: string, dropped: string) =>
    `“${name}” was opened without a filter that no longer applies (${dropped}).`,
};

export const viewsFlash = { "view-changed": "Saved", "view-deleted": "View deleted" };
