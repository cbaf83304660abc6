import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { parse } from "~/http/request/input.server";
import { bookVisit } from "~/visits/book-visit.server";
import { BookVisit } from "~/visits/visit-schema";
import { checkOptions } from "../usage-error";

/** visits:book --patient-id N --db NAME --therapist NAME --datetime ISO [--sms-consent]: books a visit. */
export async function visitsBook(app: App, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "patient-id": { type: "string" },
      db: { type: "string" },
      therapist: { type: "string" },
      datetime: { type: "string" },
      "sms-consent": { type: "boolean", default: false },
    },
  });
  checkOptions(values, "patient-id", "db", "therapist", "datetime");
  const input = parse(BookVisit, {
    patient_id: values["patient-id"],
    brightree_db: values.db,
    therapist: values.therapist,
    datetime: values.datetime,
    sms_consent: values["sms-consent"],
  });
  const visit = await bookVisit(app, operator, input);
  console.log(`Booked: visit ${visit.id}, ${visit.therapist}, ${visit.datetime}`);
  return 0;
}
