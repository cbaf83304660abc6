/** The clock that staff pages go by until the browser has told its own. */
export const staffZone = "America/New_York";
