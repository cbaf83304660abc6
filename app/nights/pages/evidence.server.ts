import { addDays } from "~/core/time";
import { type Adherence, lastNight, nightsToCount, notOverText, windowNights } from "../adherence";
import type { OrderNights } from "./find-order-nights.server";

const nightsPerLine = 6;

const dayText = (date: string): string =>
  new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(date));

/** Hours and minutes, like "6:52". "–" is a night without a value. */
const useText = (minutes: number | undefined): string =>
  minutes === undefined ? "–" : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/** "yes, on Nov 16, 2026", and whether that rests on nights or on totals. */
function ruleText({ metOn, metBy }: Adherence): string {
  if (metOn === null) return "no";
  const by = metBy === "reading" ? ", by totals read off the device's screen (below)" : "";
  return `yes, on ${dayText(metOn)}${by}`;
}

/** The content of the one-page PDF: the rule, whether it is met, and each night with what it rests on. */
export function evidenceOf(
  order: OrderNights["order"],
  { startedOn, setupOn, progress, nights, current }: NonNullable<OrderNights["followed"]>,
) {
  const { adherence } = progress;
  const byDate = new Map(nights.map((night) => [night.date, night]));
  const dates = Array.from({ length: lastNight }, (_, index) => addDays(startedOn, index));
  const entries = [];
  for (let first = 0; first < lastNight; first += nightsPerLine) {
    const some = dates.slice(first, first + nightsPerLine);
    entries.push({
      head: `Nights ${first + 1} to ${first + some.length}, from ${dayText(some[0] ?? startedOn)}: `,
      text: some
        .map((date) => {
          const night = byDate.get(date);
          return `${useText(night?.minutes)}${night && night.device === null ? "*" : ""}`;
        })
        .join("   "),
    });
  }
  if (nights.some(({ reports }) => new Set(reports.map(({ device }) => device)).size > 1)) {
    entries.push({ head: "", text: "Several devices reported. The longest use of a night counts." });
  }
  entries.push({
    head: "",
    text: "Hours and minutes of use per night, noon to noon. – no value, counts as not used. * read off the device by the patient and entered by staff; all others are from the device's report.",
  });
  return {
    title: order.patient_name ?? "First 90 nights",
    facts: [
      [
        "First night",
        setupOn === null || setupOn === startedOn
          ? dayText(startedOn)
          : `${dayText(startedOn)}, counted again. The setup visit was on ${dayText(setupOn)}.`,
      ],
      ["Rule met", ruleText(adherence)],
      [
        `Best ${windowNights} nights`,
        `${adherence.best.count} with 4 hours or more, ${dayText(adherence.best.from)} to ${dayText(adherence.best.to)}${notOverText(adherence.best, current)}`,
      ],
    ] as [string, string][],
    range: `Rule (LCD L33718): at least 4 hours on at least 70 % of the nights of 30 consecutive days (${nightsToCount}) within the first 90 days.`,
    entries,
  };
}
