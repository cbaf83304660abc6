import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal, type RefusalCode } from "~/core/refusal";
import { hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { statusOf } from "~/http/response/refusal-statuses";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { type Clinic, openClinic, patternOf, perform, requestOf } from "../models/clinic";
import { follow, history } from "../models/histories";
import { faults } from "../models/numbers";
import type { Act } from "../models/schedule-model";
import * as workflow from "../models/steps-model";
import { Client, type Reply } from "../support/client";
import { scratchApp } from "../support/scratch";
import { signInPatient, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import * as carrier from "./numbers-over-http";

const runs = Number(process.env.AMOUNT ?? 1000);
// New histories each time. A failure prints its seed, and SEED repeats it.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const codes = new Map(Object.entries(statusOf).map(([code, status]) => [status, code as RefusalCode]));

/** An HTTP reply, translated to the result of the function behind it. */
function read(reply: Reply): void {
  if (reply.status < 300) return;
  const code = codes.get(reply.status);
  if (!code) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`);
  throw new Refusal(code, reply.json.error);
}

/** Performs an act over HTTP, as its users would. */
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
        await notifyOfMoves(app);
    }
  };

test(`the scheduling model holds in ${runs} histories`, async () => {
  const app = scratchApp();
  const property = fc.asyncProperty(history, async (acts) => follow(await openClinic(app), acts, perform));
  await fc.assert(property, { seed, numRuns: runs });
});

test("the scheduling model holds over HTTP in random histories", async () => {
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

/** Performs an act on an order over HTTP, as the order system and a supervisor would. */
const toOrdersOverHttp =
  (url: string): typeof workflow.perform =>
  async (world, act) => {
    if (act.act === "wait") return workflow.perform(world, act);
    const { app, rows, read, therapist, model } = world;
    const row = rows[act.order];
    const order = (await read())[act.order];
    if (!row || !order) throw new Error("Order not found.");
    const key = await makeIntegrationKey(app, operator, { name: `key ${crypto.randomUUID()}` });
    const supervisor = await staffClient({ app, url }, "supervisor");
    const newest = await app.db
      .selectFrom("visits")
      .select("id")
      .where("order_id", "=", order.id)
      .orderBy("id", "desc")
      .executeTakeFirst();
    const appointment_id = newest?.id ?? 987_654_321;
    const { patient_id, brightree_db, sales_order_no } = row;
    const named = { patient_id, brightree_db, sales_order_no };
    const replyOf = () => {
      switch (act.act) {
        case "source":
          return new Client(url).put(
            "/api/orders",
            { orders: [{ ...row, step: act.step }] },
            { authorization: `Bearer ${key}` },
          );
        case "send":
          return supervisor.post("/api/generate-code", { ...named, email: "patient@mail.example" });
        case "book": {
          const before = model.orders.flatMap(({ visits }) => visits).length;
          const datetime = iso(app.clock.now() + 72 * hour + (before + 1) * hour);
          return supervisor.post("/api/schedule-appointment", {
            ...named,
            therapist: therapist.name,
            datetime,
            sms_consent: true,
          });
        }
        case "confirm":
          return supervisor.post("/api/appointments/confirm", {
            appointment_id,
            meeting_link: "https://meet.example/a",
          });
        case "complete":
        case "cancel":
          return supervisor.post(`/api/appointments/${appointment_id}/${act.act}`);
      }
    };
    const reply = await replyOf();
    // A refusal is fine: only the resulting state is compared.
    if (reply.status >= 500 || [400, 401, 403].includes(reply.status))
      throw new Error(`${act.act}: ${reply.status} ${reply.text.slice(0, 300)}`);
  };

test("the workflow step model holds over HTTP in random histories", async () => {
  const { app, clock, url } = await startServer();
  const property = workflow.histories({ ...app, clock }, toOrdersOverHttp(url));
  await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
});

test("a step that only HTTP forgets is noticed", async () => {
  const { app, clock, url } = await startServer();
  const whole = toOrdersOverHttp(url);
  const deaf: typeof workflow.perform = async (world, act) => {
    if (act.act !== "send") await whole(world, act);
  };
  const found = await fc.check(workflow.histories({ ...app, clock }, deaf), {
    seed,
    numRuns: 100,
    endOnFailure: true,
  });
  expect(found.failed).toBe(true);
});

test("the consent model holds over HTTP in random histories", async () => {
  const property = carrier.histories(await carrier.openCarrier());
  await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
});

test.each(faults)("the consent model over HTTP notices that %s", async (_name, fault) => {
  const spoilt = await carrier.openCarrier(fault);
  const property = carrier.histories(spoilt, fault);
  const found = await fc.check(property, { seed, numRuns: 300, endOnFailure: true });
  await spoilt.stop();
  expect(found.failed).toBe(true);
});
