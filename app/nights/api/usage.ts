import * as z from "zod";
import type { App } from "~/boot/app.server";
import { example } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Night, problemOf, requireFollowedPatient, saveNights } from "../save-nights.server";

const atMost = 400;
const count = z.number().int();

const Usage = z.object({
  brightree_db: example(z.string("brightree_db is required.").max(100), "QHMS"),
  patient_id: z.coerce.number("patient_id must be a number.").int().positive(),
  nights: z
    .array(z.unknown(), "nights must be a list.")
    .min(1, "Send at least one night.")
    .max(atMost, `Send at most ${atMost} nights per request.`),
});

export const { loader, action } = api({
  PUT: method({
    summary: `Save up to ${atMost} nights of a patient whose first 90 nights are followed, with an integration key. A night lasts from noon to noon: \`date\` is the date on which it begins, and \`minutes\` is how long the device was used. A night that was sent before is replaced`,
    allow: ["integration", "admin"],
    input: Usage,
    output: z.object({
      ok: z.literal(true),
      saved: count,
      unchanged: count,
      errors: z.array(z.object({ index: count, field: z.string(), error: z.string() })),
    }),
    run: ({ app, who, input }) => saveUsage(app, who, input),
  }),
});

/** Saves the valid nights and lists the problems with the others by index and field. */
function saveUsage(app: App, who: Who, { nights, ...patient }: z.output<typeof Usage>) {
  return app.db.transaction().execute(async (trx) => {
    const followed = await requireFollowedPatient(trx, patient);
    const errors: { index: number; field: string; error: string }[] = [];
    const valid: Night[] = [];
    for (const [index, sent] of nights.entries()) {
      const { data: night, error } = Night.safeParse(sent);
      const problem = night && problemOf(night, followed, app.clock.now());
      if (problem) errors.push({ index, field: "date", error: problem });
      else if (night) valid.push(night);
      for (const { path, message } of error?.issues ?? [])
        errors.push({ index, field: path.join("."), error: message });
    }
    const by = who.kind === "integration" ? who.name : "an admin";
    const result = await saveNights({ trx, app, who }, followed, { source: "device", by, nights: valid });
    if (valid.length === 0)
      throw new Refusal("invalid", "None of these nights could be saved.", { extra: { ...result, errors } });
    return { ok: true as const, ...result, errors };
  });
}
