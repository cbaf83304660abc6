import { plural } from "~/core/plural";

export const classFlash = {
  "class-scheduled": (count: number, skipped: number) =>
    `${plural(count, "class", "classes")} scheduled.${skipped > 0 ? ` ${plural(skipped, "day was", "days were")} skipped.` : ""}`,
  "class-changed": (patients: number) =>
    patients > 0
      ? `Class changed. ${plural(patients, "patient gets", "patients get")} a notice if the time or link is new.`
      : "Class changed.",
  "class-canceled": (patients: number) =>
    patients > 0
      ? `Class canceled. ${plural(patients, "patient gets", "patients get")} a notice and can choose another time.`
      : "Class canceled.",
  "class-kept": "The class takes place with the patients it has.",
  "seat-booked": "The patient has a seat in this class.",
};
