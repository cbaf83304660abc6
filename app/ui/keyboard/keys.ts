/** The letter to press after G to open a page from the navigation. */
export const pageKeys: Record<string, string> = {
  "/supervisordashboard": "D",
  "/appointments": "A",
  "/calendars": "C",
  "/users": "U",
  "/messages": "M",
  "/therapist": "T",
};

export const keysHref = "/account/keys";
