import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal, type RefusalCode } from "~/core/refusal";
import { iso, minute } from "~/core/time";
import { statusOf } from "~/http/answer/statuses";
import { tellMoves } from "~/scheduling/moves/tell-moves.server";
import { type Clinic, openClinic, patternOf, perform, requestOf } from "../models/clinic";
import type { Act } from "../models/diary";
import { follow, history } from "../models/histories";
import { Client, type Reply } from "../support/client";
import { scratchApp } from "../support/scratch";
import { signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const runs = Number(process.env.AMOUNT ?? 1000);
// Other histories each time; the seed is printed with a failure, and SEED plays it again.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const codes = new Map(Object.entries(statusOf).map(([code, status]) => [status, code as RefusalCode]));

/** A reply as the functions behind it would have answered. */
function read(reply: Reply): void {
  if (reply.status < 300) return;
  const code = codes.get(reply.status);
  if (!code) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`);
  throw new Refusal(code, reply.json.error);
}

/** Does an act over HTTP, as the people of it would. */
const overHttp =
  (url: string) =>
  async (clinic: Clinic, act: Act): Promise<void> => {
    const { app, supervisor } = clinic;
    const { therapist, order, start, id, version, date } = requestOf(clinic, act);
    const client = new Client(url);
    const asPatient =
      act.act === "move-mine" || act.act === "cancel-mine" || (act.act === "book" && act.by === "patient");
    if (asPatient) await signInPatient(app, client, order?.id ?? 0);
    else await signInStaff(app, client, supervisor.id);
    const datetime = iso(start);
    switch (act.act) {
      case "book": {
        const key = act.key === undefined ? undefined : { "idempotency-key": `key-number-${act.key}` };
        const { patient_id, brightree_db } = order ?? {};
        const body = { patient_id, brightree_db, therapist, datetime, sms_consent: true };
        return read(await client.post("/api/schedule-appointment", body, key));
      }
      case "move-mine":
        return read(await client.patch("/api/my-appointment", { datetime, therapist }));
      case "move":
        return read(
          await client.patch(`/api/appointments/${id}`, {
            datetime,
            ...(act.long && { end: iso(start + 90 * minute) }),
            version: act.stale ? version + 1 : version,
            hold: act.hold,
          }),
        );
      case "undo":
        return read(await client.post(`/api/appointments/${id}/undo-move`));
      case "confirm":
        return read(
          await client.post("/api/appointments/confirm", {
            appointment_id: id,
            meeting_link: "https://meet.example/abc",
          }),
        );
      case "complete":
      case "cancel":
        return read(await client.post(`/api/appointments/${id}/${act.act}`));
      case "cancel-mine":
        return read(await client.post("/api/my-appointment/cancel"));
      case "generate":
        return read(await client.post("/api/availability/bulk", { therapist, ...patternOf(act, date) }));
      case "remove":
        return read(
          await client.post("/api/availability/bulk/delete", { therapist, ...patternOf(act, date) }),
        );
      case "remove-one":
        return read(await client.delete("/api/availability", { therapist, datetime }));
      case "wait":
        app.clock.advance(act.for);
        await tellMoves(app);
    }
  };

test(`the model of scheduling holds in ${runs} histories`, async () => {
  const app = scratchApp();
  const property = fc.asyncProperty(history, async (acts) => follow(await openClinic(app), acts, perform));
  await fc.assert(property, { seed, numRuns: runs });
});

test(`the model of scheduling holds over HTTP in ${Math.ceil(runs / 4)} histories`, async () => {
  const server = await startServer();
  const { app, clock, url } = server;
  const clinic = () => openClinic({ ...app, clock });
  const property = fc.asyncProperty(history, async (acts) => follow(await clinic(), acts, overHttp(url)));
  await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
});

test("a fault that only HTTP has is noticed", async () => {
  const server = await startServer();
  const { app, clock, url } = server;
  const deaf: typeof perform = async (clinic, act) => {
    if (act.act !== "cancel-mine") await overHttp(url)(clinic, act);
  };
  const property = fc.asyncProperty(history, async (acts) =>
    follow(await openClinic({ ...app, clock }), acts, deaf),
  );
  const found = await fc.check(property, { seed, numRuns: 300, endOnFailure: true });
  expect(found.failed).toBe(true);
});
