import { expect, test } from "vitest";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { calendarFeed } from "~/therapists/calendars/api/feed-to-icalendar.server";
import { createFeed } from "~/therapists/calendars/feed-address.server";
import { findFeed } from "~/therapists/calendars/feed-contents.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { aClinic, aTherapist } from "../../support/clinic";
import { rowsTo } from "../../support/http-actions";
import { seedVisit } from "../../support/seed";

async function confirmed(replyTo: string | null) {
  const clinic = await aClinic();
  const { app, order } = clinic;
  const { therapist, who } = await aTherapist(app);
  await app.db.updateTable("companies").set({ name: "Blue Ridge", reply_to: replyTo }).execute();
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  const start_at = app.clock.now() + 2 * day;
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  await confirmVisit(app, operator, { appointment_id: visit.id, meeting_link: "https://meet.example/a" });
  const entriesOf = async (email: string | null) =>
    (await rowsTo(app, email ?? ""))
      .map(({ calendar }) => calendar?.replaceAll("\r\n ", "") ?? "")
      .filter(Boolean);
  return { ...clinic, therapist, who, visit, link, entriesOf };
}

test("the organizer is the company with its reply-to address, and the cancellation names the same one", async () => {
  const { app, order, therapist, visit, entriesOf } = await confirmed("help@blueridge.example");
  await cancelVisit(app, operator, visit.id, null);
  for (const email of [order.email, therapist.email]) {
    const entries = await entriesOf(email);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(entry).toMatch(/^ORGANIZER;CN="Blue Ridge":mailto:help@blueridge\.example\r$/im);
      expect(entry).toMatch(/^LOCATION:\S/m);
    }
  }
});

test("without a reply-to address, the organizer has the address that emails come from", async () => {
  const { app, order, entriesOf } = await confirmed(null);
  const [entry] = await entriesOf(order.email);
  expect(entry).toContain(`ORGANIZER;CN="Blue Ridge":mailto:${app.config.mail.address}`);
});

test("an entry that a patient may share doesn't contain their link", async () => {
  const { order, link, entriesOf } = await confirmed(null);
  const [entry] = await entriesOf(order.email);
  expect(entry).toContain("LOCATION:https://meet.example/a");
  expect(entry).not.toContain(link);
  expect(entry).not.toMatch(/\/(schedule|track|offer)\//);
});

test("each visit in a therapist's feed has a location", async () => {
  const { app, therapist, who, visit } = await confirmed(null);
  await app.db.updateTable("visits").set({ meeting_link: null }).where("id", "=", visit.id).execute();
  const { url } = await createFeed(app, who, { id: therapist.id });
  const token = /calendar\/([\w-]+)\.ics/.exec(url)?.[1] ?? "";
  const read = async () => {
    const feed = await findFeed(app.reads, token, app.clock.now());
    return feed ? calendarFeed(feed, app.config.publicUrl) : "";
  };
  expect(await read()).toContain("LOCATION:Video visit");
  await app.db.updateTable("visits").set({ call_me: 1 }).where("id", "=", visit.id).execute();
  expect(await read()).toContain("LOCATION:Phone call");
});
