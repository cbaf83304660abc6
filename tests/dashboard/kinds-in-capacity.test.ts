import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { findCapacity } from "~/dashboard/calendars/count-capacity.server";
import { ShowDayBoard } from "~/dashboard/day-board/day-board-schema";
import { findDayBoard } from "~/dashboard/day-board/find-day-board.server";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { seedStaff } from "../support/users";

const at = (minutes: number) => monday + 24 * hour + minutes * minute;

/** A therapist with slots every 30 minutes for three and a half hours on a Tuesday. */
async function tuesday(kind: { length: number; buffer_before: number; buffer_after: number }) {
  const app = scratchApp();
  const therapist = await seedTherapist(app, { daily_capacity: 8 });
  await app.db
    .updateTable("visit_kinds")
    .set(kind)
    .where("company_id", "=", therapist.company_id)
    .where("is_default", "=", 1)
    .execute();
  await seedSlots(
    app,
    therapist,
    [0, 30, 60, 90, 120, 150, 180].map((minutes) => at(minutes)),
  );
  const staff = await seedStaff(app, ["supervisor"]);
  const date = "2026-03-03";
  return {
    app,
    therapist,
    openSpans: async () => {
      const board = await findDayBoard(app, staff, ShowDayBoard.parse({ day: date }), "America/New_York");
      return board.regions
        .flatMap(({ columns }) => columns.flatMap(({ blocks }) => blocks))
        .filter((block) => block.kind === "open")
        .map(({ start, end }) => [(start - at(0)) / minute, (end - at(0)) / minute]);
    },
    countOpen: async () => {
      const input = { now: app.clock.now(), date, filters: {}, page: 1 };
      return (await findCapacity(app.reads, app.config, input)).rows[0]?.cells[2]?.open;
    },
  };
}

test("the day board and the capacity know the length of the company's default kind", async () => {
  const { openSpans, countOpen } = await tuesday({ length: 90 * minute, buffer_before: 0, buffer_after: 0 });
  expect(await openSpans()).toEqual([[0, 270]]);
  expect(await countOpen()).toBe(3);
});

test("the day board and the capacity keep the buffers of booked visits and of the default kind free", async () => {
  const { app, therapist, openSpans, countOpen } = await tuesday({
    length: 45 * minute,
    buffer_before: 0,
    buffer_after: 15 * minute,
  });
  expect(await countOpen()).toBe(4);
  const order = await seedOrder(app);
  const visit = { order_id: order.id, therapist_id: therapist.id, buffer_before: 15 * minute };
  await seedVisit(app, { ...visit, buffer_after: 30 * minute, start_at: at(75) });
  expect(await openSpans()).toEqual([
    [0, 45],
    [150, 225],
  ]);
  expect(await countOpen()).toBe(2);
});
