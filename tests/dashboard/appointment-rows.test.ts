import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { appointmentRow, listAppointments } from "~/dashboard/appointment-rows.server";
import { ListAppointments } from "~/dashboard/schema";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedVisit } from "../support/seed";

async function rows() {
  const app = scratchApp();
  const { order, therapist, starts } = await seedClinic(app);
  const west = await seedTherapist(app, { name: "Wes West", timezone: "PST", region: "OR" });
  const second = await seedOrder(app, { sales_order_no: "SO_55%" });
  const start = starts[0] ?? 0;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
  await seedVisit(app, {
    order_id: second.id,
    therapist_id: west.id,
    start_at: start + day + hour,
    status: "no show",
  });
  const list = async (query: Record<string, unknown>) =>
    (await listAppointments(app.reads, ListAppointments.parse(query))).map(appointmentRow);
  return { list, order, second };
}

test("a row shows the day and time of the therapist's clock", async () => {
  const { list } = await rows();
  expect((await list({})).map((row) => [row.date, row.start_time])).toEqual([
    ["2026-03-03", "9:00 AM"],
    ["2026-03-04", "7:00 AM"],
  ]);
});

test("filters, search, sorting and paging work together", async () => {
  const { list, second, order } = await rows();
  const ids = async (query: Record<string, unknown>) => (await list(query)).map((row) => row.patient_id);
  expect(await ids({ status: "no show" })).toEqual([second.patient_id]);
  expect(await ids({ db: "ALL", step: "6" })).toEqual([order.patient_id]);
  expect(await ids({ search: "so_55%" })).toEqual([second.patient_id]);
  expect(await ids({ search: "_" })).toEqual([second.patient_id]);
  expect(await ids({ search: "2026-03-04" })).toEqual([second.patient_id]);
  expect(await ids({ sort: "date", direction: "desc" })).toEqual([second.patient_id, order.patient_id]);
  expect(await ids({ sort: "no such column", direction: "sideways" })).toHaveLength(2);
  expect(await ids({ limit: 1, cursor: "1" })).toEqual([second.patient_id]);
});
