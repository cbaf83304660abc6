/** The zone of staff pages until the browser's own is known. */
export const staffZone = "America/New_York";
