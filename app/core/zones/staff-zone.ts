export const staffZone = "America/New_York";
