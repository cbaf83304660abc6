// Part 2, section 9: the hours and the height of the calendar, and up to which width it is the narrow one.
export const wideHours = { slotMinTime: "07:00", slotMaxTime: "18:30", height: "72vh" };
export const narrowHours = { slotMinTime: "08:00", slotMaxTime: "18:00", height: "62vh" };
export const narrowWidth = "(max-width: 820px)";
