// Simulates 1,000 patients over 100 days with the default plan of the first 90 nights: texts, emails, and calls to each
// patient. Prints the seed; CHECK_INS_SEED sets it.

import { loadSimulation } from "../load-simulation.mjs";
import { atMost, withoutTarget } from "../rows.mjs";

const seed = Number(process.env.CHECK_INS_SEED ?? 2026);

export async function measure() {
  const { simulate, assumed } = await loadSimulation("check-ins/simulate");
  console.error(`seed ${seed}, assumed: ${JSON.stringify(assumed)}`);
  const { patients, kinds, ...figures } = await simulate(seed);
  const figure = (name) => `check-ins, ${name}`;
  return [
    ...Object.entries(kinds)
      .sort(([one], [other]) => one.localeCompare(other))
      .flatMap(([name, { count, mostADay }]) => [
        withoutTarget(figure(`${name}, per patient in 100 days`), "", count / patients),
        withoutTarget(figure(`${name}, most to one patient in a day`), "", mostADay),
      ]),
    atMost(1, figure("check-ins, most to one patient in a day"), "", figures.checkInsADay),
    atMost(2, figure("check-ins, most to one patient in a week"), "", figures.checkInsAWeek),
    withoutTarget(figure("automated texts after the setup, most in a day"), "", figures.textsADay),
    withoutTarget(figure("automated texts after the setup, most in a week"), "", figures.textsAWeek),
    withoutTarget(figure("texts and emails after the setup, most in a day"), "", figures.messagesADay),
    withoutTarget(
      figure("days with a check-in and another text, all patients"),
      "",
      figures.daysWithCheckInAndOther,
    ),
    atMost(0, figure("days with a check-in and a reminder"), "", figures.daysWithCheckInAndReminder),
    withoutTarget(figure("calls to one patient, most in a day"), "", figures.callsADay),
    withoutTarget(figure("calls to one patient, most in a week"), "", figures.callsAWeek),
    atMost(0, figure("texts in quiet hours"), "", figures.inQuietHours),
    atMost(0, figure("texts after a STOP"), "", figures.afterStop),
    atMost(0, figure("check-ins after a wish to stop or an end"), "", figures.checkInsAfterEnd),
  ];
}
