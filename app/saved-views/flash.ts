/** For the lists that a view opens. */
export const viewFlash = {
  "view-saved": "View saved",
  "view-opened-without": (name: string, dropped: string) =>
    `“${name}” was opened without a filter that no longer applies (${dropped}).`,
};

/** For the list of views. */
export const viewsFlash = { "view-changed": "Saved", "view-deleted": "View deleted" };
