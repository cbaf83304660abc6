import { expect, test } from "vitest";
import { findAvailability } from "~/availability/availability.server";
import { ChangeAvailability } from "~/availability/availability-schema";
import { changeAvailability } from "~/availability/changes/change-slots.server";
import { listBatches } from "~/availability/changes/slot-batches.server";
import { slotsAdded, slotsRemoved, slotsRestored } from "~/availability/flash";
import { isSlotOffered, listSlots } from "~/availability/slots.server";
import { hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedUser, seedVisit } from "../support/seed";
import { staffOf } from "../support/users";

const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");
const minutes = (count: number) => Array.from({ length: count }, (_, nth) => tuesdayNine + nth * minute);

async function clinic() {
  const app = scratchApp();
  const therapist = await seedTherapist(app);
  const card = {
    id: therapist.id,
    fromDate: "2026-03-03",
    toDate: "2026-03-04",
    startTime: "09:00",
    endTime: "11:00",
    interval: 30,
    days: [1, 2, 3, 4, 5],
  };
  const change = (over: object, who: Parameters<typeof changeAvailability>[1] = operator) =>
    changeAvailability(app, who, ChangeAvailability.parse({ ...card, ...over }));
  const slots = () => listSlots(app.db, { therapistId: therapist.id });
  return { app, therapist, change, slots };
}

test("each button on the card works, and each change can be undone", async () => {
  const { app, therapist, change, slots } = await clinic();
  const added = await change({ act: "add" });
  expect(added).toEqual(slotsAdded({ generated: 8, inserted: 8, skipped: 0, removed: 0, batch_id: 1 }));
  expect(await slots()).toHaveLength(8);
  expect(await change({ act: "remove-slot", datetime: "2026-03-03T14:00:00Z" })).toEqual(
    slotsRemoved({ removed: 1, batch_id: 2 }),
  );
  const removed = await change({ act: "remove", toDate: "2026-03-03" });
  expect(removed).toEqual(slotsRemoved({ removed: 3, batch_id: 3 }));
  expect(await slots()).toHaveLength(4);
  const [latest] = await listBatches(app.db, therapist.id);
  expect(await change({ act: "undo", batch: latest?.id })).toEqual(
    slotsRestored({ removed: 0, restored: 3 }),
  );
  expect(await slots()).toHaveLength(7);
});

test("a preview shows what adding and removing would change, and saves nothing", async () => {
  const { app, change, slots } = await clinic();
  await change({ act: "add", toDate: "2026-03-03" });
  expect(await change({ act: "preview", removeExisting: "on" })).toEqual({
    sentences: ["Will add 8. Removes 4 free slots first.", "“Remove in Range” will remove 4 free slots."],
  });
  expect(await slots()).toHaveLength(4);
  expect(await app.db.selectFrom("slot_batches").select("id").execute()).toHaveLength(1);
});

test("a therapist can't change another therapist's availability", async () => {
  const { change, slots, therapist } = await clinic();
  const other = staffOf({ roles: ["therapist"], therapistId: therapist.id + 1 });
  await expect(change({ act: "add" }, other)).rejects.toMatchObject({ code: "missing" });
  expect(await slots()).toEqual([]);
});

test("the card shows upcoming slots, booked or free, and the last change", async () => {
  const { app, therapist, change } = await clinic();
  await seedSlots(app, therapist, [monday - 1, monday, tuesdayNine, tuesdayNine + hour]);
  const order = await seedOrder(app);
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: tuesdayNine });
  await seedSlots(app, await seedTherapist(app), [tuesdayNine]);
  expect(await findAvailability(app, therapist, { message: { text: "🗑️ Removed: 1", batch: null } })).toEqual({
    therapist: { id: therapist.id, name: therapist.name, zone: "America/New_York" },
    total: 3,
    shown: 200,
    slots: [
      { start: monday, booked: false },
      { start: tuesdayNine, booked: true },
      { start: tuesdayNine + hour, booked: false },
    ],
    message: { text: "🗑️ Removed: 1", batch: null },
    outsideVisits: [],
    kinds: [],
  });
  await change({ act: "remove" });
  const { message, outsideVisits: leftOut } = await findAvailability(app, therapist);
  expect(message).toBeNull();
  expect(leftOut).toMatchObject([{ start: tuesdayNine, patient_id: order.patient_id }]);
});

test("a list of more than 150 slots is hidden until the user asks for it", async () => {
  const { app, therapist } = await clinic();
  const countSlots = async (options?: { slots?: number }) => {
    const { total, shown, slots } = await findAvailability(app, therapist, options);
    return [total, shown, slots.length];
  };
  await seedSlots(app, therapist, minutes(150));
  expect(await countSlots()).toEqual([150, 200, 150]);
  await seedSlots(app, therapist, [monday]);
  expect(await countSlots()).toEqual([151, 0, 0]);
  expect(await countSlots({ slots: 100 })).toEqual([151, 100, 100]);
  expect(await countSlots({ slots: 0 })).toEqual([151, 0, 0]);
});

test("each therapist's changes are listed newest first, with the user who made them", async () => {
  const { app, therapist, change } = await clinic();
  const { id: userId, name } = await seedUser(app, ["supervisor"]);
  await change({ act: "add" }, staffOf({ userId }));
  await change({ act: "remove" });
  const other = await seedTherapist(app);
  await change({ act: "add", id: other.id });
  expect(await listBatches(app.db, therapist.id)).toMatchObject([
    { id: 2, kind: "removed", added: 0, removed: 8, by: null, undone_at: null },
    {
      id: 1,
      kind: "added",
      from_date: "2026-03-03",
      to_date: "2026-03-04",
      added: 8,
      removed: 0,
      created_at: monday,
      by: name,
    },
  ]);
  expect(await listBatches(app.db, therapist.id, 1)).toMatchObject([{ id: 2 }]);
});

test("therapist names are matched regardless of case, and slots are sorted by time", async () => {
  const { app, therapist } = await clinic();
  const found = ownTherapist(app.db, operator, therapist.name.toUpperCase());
  expect(await found).toMatchObject({ id: therapist.id });
  await expect(ownTherapist(app.db, operator, "Unknown")).rejects.toMatchObject({ code: "missing" });
  await seedSlots(app, therapist, minutes(3).reverse());
  const therapistId = therapist.id;
  expect(await isSlotOffered(app.db, therapistId, tuesdayNine)).toBe(true);
  expect(await isSlotOffered(app.db, therapistId, tuesdayNine + 1)).toBe(false);
  expect(await isSlotOffered(app.db, therapistId + 1, tuesdayNine)).toBe(false);
  expect(await listSlots(app.db, { therapistId })).toEqual(minutes(3));
  expect(
    await listSlots(app.db, { therapistId, from: tuesdayNine + minute, to: tuesdayNine + 2 * minute }),
  ).toEqual([tuesdayNine + minute]);
  expect(await listSlots(app.db, { therapistId, limit: 2 })).toEqual(minutes(2));
});
