import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { findZoneAtBooking } from "~/visits/patient-zone.server";
import { reassignVisit } from "~/visits/reassign/reassign-visits.server";
import { findVisit } from "~/visits/visits.server";
import { aClinic, aVisit } from "../support/clinic";
import { seedOrder, seedTherapist } from "../support/seed";
import { patientOf } from "../support/users";

const chicago = "America/Chicago";
const denver = "America/Denver";
const newYork = "America/New_York";

async function clinic(state: string | null = "NC") {
  const { app, therapist, starts } = await aClinic();
  const order = await seedOrder(app, { state });
  const start = starts[6] ?? 0;
  const who = patientOf(order.id);
  const booking = {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: start,
    sms_consent: true,
  };
  const storedZone = async (id: number) =>
    (await app.db.selectFrom("visits").select("patient_zone").where("id", "=", id).executeTakeFirstOrThrow())
      .patient_zone;
  return { app, therapist, order, start, starts, who, booking, storedZone };
}

test("a visit stores the time zone that the patient's page sent", async () => {
  const { app, who, booking, storedZone } = await clinic();
  const visit = await bookVisit(app, who, booking, chicago);
  expect(visit.patient_zone).toBe(chicago);
  expect(await storedZone(visit.id)).toBe(chicago);
});

test.each([
  ["AL", chicago],
  ["hawaii", "Pacific/Honolulu"],
  ["FL", null],
  ["Ontario", null],
  [null, null],
])("without a time zone from the page, an order in %s uses %s", async (state, zone) => {
  const { app, order, who, booking, storedZone } = await clinic(state);
  expect(await findZoneAtBooking(app.db, order.id, null)).toBe(zone);
  const visit = await bookVisit(app, who, booking);
  expect(await storedZone(visit.id)).toBe(zone);
  expect(visit.patient_zone).toBe(zone ?? newYork);
});

test("a query session never uses the order's time zone", async () => {
  const { app, order, booking } = await clinic("AL");
  const who = patientOf(order.id, "query");
  const unknown = await bookVisit(app, who, booking);
  expect(unknown.patient_zone).toBe(newYork);
  await cancelVisit(app, operator, unknown.id, null);
  expect((await bookVisit(app, who, booking, denver)).patient_zone).toBe(denver);
});

test("an unknown time zone is ignored", async () => {
  const { app, order } = await clinic();
  expect(await findZoneAtBooking(app.db, order.id, "Mars/Olympus")).toBe(newYork);
});

test("a staff browser's time zone is ignored", async () => {
  const { app, booking } = await clinic("AL");
  expect((await bookVisit(app, operator, booking, denver)).patient_zone).toBe(chicago);
});

test("an order's next visit uses the time zone of the previous visit", async () => {
  const { app, order, who, booking } = await clinic();
  const first = await bookVisit(app, who, booking, denver);
  await cancelVisit(app, operator, first.id, null);
  expect(await findZoneAtBooking(app.db, order.id, null)).toBe(denver);
  expect((await bookVisit(app, operator, booking)).patient_zone).toBe(denver);
});

test("a visit moved by the patient gets the time zone of their page; a move by staff keeps it", async () => {
  const { app, start, starts, who, booking } = await clinic();
  const { id } = await bookVisit(app, who, booking, denver);
  const other = starts[7] ?? 0;
  expect((await moveMyVisit(app, who, { datetime: other }, chicago)).patient_zone).toBe(chicago);
  expect((await moveMyVisit(app, who, { datetime: start })).patient_zone).toBe(chicago);
  expect((await moveVisit(app, operator, { id, datetime: start + 3 * hour })).patient_zone).toBe(chicago);
});

test("a therapist in another time zone doesn't change the patient's time zone", async () => {
  const { app, who, booking, storedZone } = await clinic(null);
  const { id } = await bookVisit(app, who, booking);
  const visit = await findVisit(app.db, id);
  const therapist = await seedTherapist(app, { timezone: "PST" });
  if (!visit) throw new Error("The visit is missing.");
  await app.db
    .transaction()
    .execute((trx) => reassignVisit({ trx, app, who: operator }, visit, { therapist }));
  expect(await storedZone(id)).toBe(newYork);
});

test.each([
  ["the state's zone", "AL", chicago],
  ["the therapist's zone if the state has two", "FL", newYork],
])("a visit booked before time zones were stored uses %s", async (_, state, zone) => {
  const { app, order, therapist, start } = await clinic(state);
  const { id } = await aVisit(app, therapist, start, { order_id: order.id });
  expect((await findVisit(app.db, id))?.patient_zone).toBe(zone);
});
