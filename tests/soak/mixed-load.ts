import { randomUUID } from "node:crypto";
import { openSession } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import { addDays, day, hour, instantOf, iso, localDate } from "~/core/time";
import { Client, type Reply } from "../support/client";
import { agree } from "../support/http-actions";
import { seedOrder, seedSlots, seedTherapist, seedUser } from "../support/seed";

/** A change that the server acknowledged, so it must survive any failure. */
export interface Acknowledged {
  /** The position in the write log when the response arrived. A power failure after it must not lose the change. */
  at: number;
  visit?: { id: number; version: number; shown: string };
  /** The body of an accepted text. */
  text?: string;
}

interface Person {
  order: { id: number; patient_id: number; brightree_db: string; phone: string | null };
  token: string;
  visit: { id: number; version: number; status: string } | null;
}

const zone = "America/New_York";

/** Creates a clinic with therapists, patients without visits, and a supervisor. */
export async function seedCrowd(app: App, people: number) {
  const now = app.clock.now();
  const therapists: { name: string; starts: number[] }[] = [];
  for (let number = 0; number < 4; number++) {
    const therapist = await seedTherapist(app, { daily_capacity: 20 });
    const first = localDate(now + 2 * day, zone);
    const starts = Array.from({ length: 30 }, (_, ahead) => addDays(first, ahead)).flatMap((date) =>
      Array.from({ length: 10 }, (_, nth) => (instantOf(date, "08:00", zone) ?? 0) + nth * hour),
    );
    await seedSlots(app, therapist, starts);
    therapists.push({ name: therapist.name, starts });
  }
  const supervisor = await seedUser(app, ["supervisor"]);
  const open = (opening: Parameters<typeof openSession>[1]) =>
    app.db.transaction().execute((trx) => openSession(trx, opening, { now, address: null, agent: null }));
  const crowd: Person[] = [];
  for (let number = 0; number < people; number++) {
    const order = await seedOrder(app, { phone: `+1919${5_550_000 + number}` });
    await agree(app, order.phone ?? "");
    crowd.push({ order, token: await open({ kind: "link", orderId: order.id }), visit: null });
  }
  return { therapists, crowd, staff: await open({ kind: "staff", userId: supervisor.id }) };
}

type Crowd = Awaited<ReturnType<typeof seedCrowd>>;

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("The list is empty.");
  return item;
};

const shownIn = ({ json }: Reply) =>
  `${json.appointment.status} ${json.appointment.datetime} ${json.appointment.therapist}`;

/**
 * Eight parallel workers book, move, cancel, and confirm visits and send texts until stopped. Adds acknowledged changes
 * to `acknowledged`. Each worker pauses for `pause` milliseconds after an action.
 */
export function keepBusy(
  url: string,
  { therapists, crowd, staff }: Crowd,
  acknowledged: Acknowledged[],
  mark: () => number,
  pause = 0,
) {
  let stopped = false;
  const client = (token: string) => {
    const browser = new Client(url);
    browser.cookies.set("firstnight", token);
    return browser;
  };

  function acknowledge(person: Person, reply: Reply): void {
    const { id, version, status } = reply.json.appointment;
    person.visit = status === "cancelled" ? null : { id, version, status };
    acknowledged.push({ at: mark(), visit: { id, version, shown: shownIn(reply) } });
  }

  async function performAction(person: Person): Promise<void> {
    const patient = client(person.token);
    const supervisor = client(staff);
    const { name, starts } = pick(therapists);
    const datetime = iso(pick(starts));
    const chance = Math.random();
    if (chance < 0.2) {
      const body = `words ${randomUUID()}`;
      const reply = await supervisor.post("/api/sms/thread/start", {
        phone: person.order.phone,
        first_message: body,
        patient_id: person.order.patient_id,
        brightree_db: person.order.brightree_db,
      });
      if (reply.status < 300) acknowledged.push({ at: mark(), text: body });
      return;
    }
    if (!person.visit) {
      const { patient_id, brightree_db } = person.order;
      const key = { "idempotency-key": randomUUID() };
      const body = { patient_id, brightree_db, therapist: name, datetime, sms_consent: true };
      const reply = await patient.post("/api/schedule-appointment", body, key);
      if (reply.status === 201) acknowledge(person, reply);
      // The response to an earlier booking was lost.
      else if (reply.json.appointment_id)
        person.visit = { id: reply.json.appointment_id, version: 0, status: "?" };
      return;
    }
    const reply =
      chance < 0.5
        ? await patient.patch("/api/my-appointment", { datetime, therapist: name })
        : chance < 0.7
          ? await patient.post("/api/my-appointment/cancel")
          : await supervisor.post("/api/appointments/confirm", {
              appointment_id: person.visit.id,
              meeting_link: "https://meet.example/abc",
            });
    if (reply.status < 300) acknowledge(person, reply);
    else if (reply.status === 404) person.visit = null;
  }

  const results = { requests: 0, faults: [] as string[] };
  async function work(own: Person[]): Promise<void> {
    while (!stopped) {
      try {
        await performAction(pick(own));
        results.requests += 1;
        await new Promise((resolve) => setTimeout(resolve, pause));
      } catch (error) {
        // The server exited or a response was lost.
        if (!/fetch failed|terminated|other side closed|ECONN/.test(String(error)))
          results.faults.push(String(error));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  }
  // Each worker has its own patients, so other workers don't change the expected state.
  const workers = Array.from({ length: 8 }, (_, nth) =>
    work(crowd.filter((_, number) => number % 8 === nth)),
  );
  return {
    results,
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

export const between = (least: number, most: number) => least + Math.random() * (most - least);
