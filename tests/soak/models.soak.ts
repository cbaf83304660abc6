import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal, type RefusalCode } from "~/core/refusal";
import { hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { statusOf } from "~/http/response/refusal-statuses";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { type Clinic, openClinic, patternOf, perform, requestOf } from "../models/clinic";
import { checkHistory, history } from "../models/histories";
import { faults } from "../models/numbers";
import type { Action } from "../models/schedule-model";
import * as workflow from "../models/steps-model";
import { Client, type Reply } from "../support/client";
import { scratchApp } from "../support/scratch";
import { signInPatient, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import * as carrier from "./numbers-over-http";

const runs = Number(process.env.AMOUNT ?? 1000);
// Each run uses new histories. A failure prints its seed; set SEED to repeat it.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const codes = new Map(Object.entries(statusOf).map(([code, status]) => [status, code as RefusalCode]));

/** Translates an HTTP error into the refusal behind it. */
function expectSuccess(reply: Reply): void {
  if (reply.status < 300) return;
  const code = codes.get(reply.status);
  if (!code) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`);
  throw new Refusal(code, reply.json.error);
}

/** Performs an action over HTTP as its user. */
const overHttp =
  (url: string) =>
  async (clinic: Clinic, action: Action): Promise<void> => {
    const { app, supervisor } = clinic;
    const { therapist, order, start, id, version, date } = requestOf(clinic, action);
    const client = new Client(url);
    const asPatient =
      action.type === "move-mine" ||
      action.type === "cancel-mine" ||
      (action.type === "book" && action.by === "patient");
    if (asPatient) await signInPatient(app, client, order?.id ?? 0);
    else await signInStaff(app, client, supervisor.id);
    const datetime = iso(start);
    switch (action.type) {
      case "book": {
        const key = action.key === undefined ? undefined : { "idempotency-key": `key-number-${action.key}` };
        const { patient_id, brightree_db } = order ?? {};
        const body = { patient_id, brightree_db, therapist, datetime, sms_consent: true };
        return expectSuccess(await client.post("/api/schedule-appointment", body, key));
      }
      case "move-mine":
        return expectSuccess(await client.patch("/api/my-appointment", { datetime, therapist }));
      case "move":
        return expectSuccess(
          await client.patch(`/api/appointments/${id}`, {
            datetime,
            ...(action.long && { end: iso(start + 90 * minute) }),
            version: action.stale ? version + 1 : version,
            hold: action.hold,
          }),
        );
      case "undo":
        return expectSuccess(await client.post(`/api/appointments/${id}/undo-move`));
      case "confirm":
        return expectSuccess(
          await client.post("/api/appointments/confirm", {
            appointment_id: id,
            meeting_link: "https://meet.example/abc",
          }),
        );
      case "complete":
      case "cancel":
        return expectSuccess(await client.post(`/api/appointments/${id}/${action.type}`));
      case "cancel-mine":
        return expectSuccess(await client.post("/api/my-appointment/cancel"));
      case "generate":
        return expectSuccess(
          await client.post("/api/availability/bulk", { therapist, ...patternOf(action, date) }),
        );
      case "remove":
        return expectSuccess(
          await client.post("/api/availability/bulk/delete", { therapist, ...patternOf(action, date) }),
        );
      case "remove-one":
        return expectSuccess(await client.delete("/api/availability", { therapist, datetime }));
      case "wait":
        app.clock.advance(action.for);
        await notifyOfMoves(app);
    }
  };

test(`the scheduling model holds in ${runs} histories`, async () => {
  const app = scratchApp();
  const property = fc.asyncProperty(history, async (actions) =>
    checkHistory(await openClinic(app), actions, perform),
  );
  await fc.assert(property, { seed, numRuns: runs });
});

test("the scheduling model holds over HTTP in random histories", async () => {
  const server = await startServer();
  const { app, clock, url } = server;
  const clinic = () => openClinic({ ...app, clock });
  const property = fc.asyncProperty(history, async (actions) =>
    checkHistory(await clinic(), actions, overHttp(url)),
  );
  await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
});

test("the scheduling model detects a bug that exists only over HTTP", async () => {
  const server = await startServer();
  const { app, clock, url } = server;
  const faultyPerform: typeof perform = async (clinic, action) => {
    if (action.type !== "cancel-mine") await overHttp(url)(clinic, action);
  };
  const property = fc.asyncProperty(history, async (actions) =>
    checkHistory(await openClinic({ ...app, clock }), actions, faultyPerform),
  );
  const found = await fc.check(property, { seed, numRuns: 300, endOnFailure: true });
  expect(found.failed).toBe(true);
});

/** Performs an action on an order over HTTP as the order system or a supervisor. */
const toOrdersOverHttp =
  (url: string): typeof workflow.perform =>
  async (world, action) => {
    if (action.type === "wait") return workflow.perform(world, action);
    const { app, rows, read, therapist, model } = world;
    const row = rows[action.order];
    const order = (await read())[action.order];
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
      switch (action.type) {
        case "source":
          return new Client(url).put(
            "/api/orders",
            { orders: [{ ...row, step: action.step }] },
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
          return supervisor.post(`/api/appointments/${appointment_id}/${action.type}`);
      }
    };
    const reply = await replyOf();
    // Accepts refusals, because the test compares the resulting state.
    if (reply.status >= 500 || [400, 401, 403].includes(reply.status))
      throw new Error(`${action.type}: ${reply.status} ${reply.text.slice(0, 300)}`);
  };

test("the workflow step model holds over HTTP in random histories", async () => {
  const { app, clock, url } = await startServer();
  const property = workflow.histories({ ...app, clock }, toOrdersOverHttp(url));
  await fc.assert(property, { seed, numRuns: Math.ceil(runs / 4) });
});

test("the workflow step model detects a bug that exists only over HTTP", async () => {
  const { app, clock, url } = await startServer();
  const performOverHttp = toOrdersOverHttp(url);
  const faultyPerform: typeof workflow.perform = async (world, action) => {
    if (action.type !== "send") await performOverHttp(world, action);
  };
  const found = await fc.check(workflow.histories({ ...app, clock }, faultyPerform), {
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

test.each(faults)("the consent model over HTTP detects that %s", async (_name, fault) => {
  const faulty = await carrier.openCarrier(fault);
  const property = carrier.histories(faulty, fault);
  const found = await fc.check(property, { seed, numRuns: 300, endOnFailure: true });
  await faulty.stop();
  expect(found.failed).toBe(true);
});
