import { expect, test } from "vitest";
import { day, localDate } from "~/core/time";
import { seedOrder, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const now = app.clock.now();
const colleague = await seedTherapist(app, { name: "Marcus Okafor" });
const client = await staffClient(server, "supervisor");

test("if two supervisors edit the same therapist, the second one sees an error and the saved values", async () => {
  const at = `/therapists/${colleague.id}`;
  const form = { act: "save", name: "Marcus Okafor", email: "new@clinic.example", version: "1" };
  expect((await client.submit(at, form)).status).toBe(303);
  expect((await client.get(at)).text).toContain("Saved.");
  const second = await client.submit(at, { ...form, email: "other@clinic.example" });
  expect(second.status).toBe(409);
  expect(second.text).toContain(
    "Failed to save. Another user changed this therapist. Check the changes and try again.",
  );
  expect(second.text).toContain("Email: new@clinic.example");
  expect(second.text).toContain('value="other@clinic.example"');
  expect((await client.get("/therapists/987654")).status).toBe(404);
  expect((await client.submit("/therapists/987654", form)).status).toBe(404);
  expect((await client.get("/calendars?tab=x&month=2026-99&day=never&therapist=%25&page=-1")).status).toBe(
    200,
  );
});

test("the composite appointments API limits its page size and rejects invalid ranges", async () => {
  for (const days of [1, 2, 3]) {
    const order = await seedOrder(app);
    await seedVisit(app, { order_id: order.id, therapist_id: colleague.id, start_at: now + days * day });
  }
  const range = `start=${localDate(now - 30 * day, "UTC")}&end=${localDate(now + 30 * day, "UTC")}`;
  const first = await client.get(`/api/composite-appointments?${range}&limit=2`);
  expect(first.json).toHaveLength(2);
  const next = /<([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await client.get(next);
  expect(second.json[0].id).not.toBe(first.json[0].id);
  expect((await client.get(`/api/composite-appointments?${range}`)).headers.get("link")).toBeNull();
  for (const wrong of ["limit=0", "limit=5001", "cursor=-1", "start=2026-01-01&end=2027-06-01", "start=x"]) {
    expect([wrong, (await client.get(`/api/composite-appointments?${wrong}`)).status]).toEqual([wrong, 422]);
  }
});
