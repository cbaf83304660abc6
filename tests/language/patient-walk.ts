import type { App } from "~/boot/app.server";
import type { Language } from "~/core/language/languages";
import { hour, iso, minute } from "~/core/time";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
} from "../support/seed";
import { startServer } from "../support/server";
import { walkEarlierTimes } from "./walk-earlier-times";

export async function spanishClinic() {
  const { app, url, clock } = await startServer();
  await seedDatabase(app);
  await app.db.updateTable("companies").set({ phone: "+19195550100" }).execute();
  const therapist = await seedTherapist(app, { name: "Hannah Whitfield" });
  const starts = morningStarts(app, 30).filter((_, index) => index % 2 === 0);
  await seedSlots(app, therapist, starts);
  return { app: app as App, url, clock, therapist, starts };
}

type Clinic = Awaited<ReturnType<typeof spanishClinic>>;

export interface SeenPage {
  name: string;
  html: string;
}

/** Visits every page and error that a patient with this language can see without JavaScript. */
export async function walkAsPatient(
  { app, url, clock, therapist, starts }: Clinic,
  language: Language = "es",
): Promise<SeenPage[]> {
  const seen: SeenPage[] = [];
  const order = await seedOrder(app, {
    language,
    patient_name: "Ruth Avery",
    interpreter: "Spanish",
  });
  const client = new Client(url);
  const open = async (name: string, address: string, by = client) => {
    const page = await PlainPage.open(by, address);
    seen.push({ name, html: page.html });
    return page;
  };
  const send = async (name: string, address: string, fields: Record<string, string>) => {
    const { hidden } = await PlainPage.open(client, address);
    const reply = await client.submit(address.split("?")[0] ?? "", { ...hidden, ...fields });
    if (reply.location) return open(name, reply.location);
    seen.push({ name, html: reply.text });
  };
  const time = (path: string, start = 0) =>
    `${path}?at=${encodeURIComponent(iso(start))}&with=${therapist.id}`;

  const stranger = new Client(url);
  stranger.cookies.set("language", language);
  for (const path of [
    "/",
    "/terms",
    "/privacy",
    "/languages",
    "/track",
    "/track/unknown",
    "/schedule/unknown",
  ]) {
    await open(`stranger ${path}`, path, stranger);
  }
  const page = "https://clinic.example";
  const own = { privacy_notice: page, terms: page, privacy_practices: page };
  await app.db.updateTable("companies").set(own).execute();
  await open("link to the company's privacy notice", "/privacy", stranger);
  await open("link to the company's terms", "/terms", stranger);
  const typed: Record<string, string>[] = [
    { code: "12" },
    { code: "000000" },
    { code: "000000", dob: "x" },
    { old_code: "1" },
  ];
  for (const form of typed) {
    const reply = await stranger.submit("/login", form);
    if (reply.location) await open("new link", reply.location, stranger);
    else seen.push({ name: `login ${Object.keys(form)}`, html: reply.text });
  }

  await signInPatient(app, client, order.id);
  await open("order before a visit", "/track");
  await open("times", "/schedule");
  await open("afternoons", "/schedule?part=evening");
  await app.db.updateTable("companies").set({ sms_optional: 1 }).execute();
  await open("booking dialog with a choice of updates", time("/schedule", starts[6]));
  await send("texts without consent", time("/schedule", starts[6]), { updates: "text" });
  await app.db.updateTable("companies").set({ sms_optional: 0 }).execute();
  await open("booking dialog", time("/schedule", starts[6]));
  await open("no visit", "/my-visit");
  await open("nothing to cancel", "/my-visit/cancel");
  await send("without consent", time("/schedule", starts[6]), {});
  await send("a past time", time("/schedule", starts[6]), {
    sms_consent: "on",
    datetime: iso(clock.now() - hour),
  });
  await send("booked", time("/schedule", starts[6]), { sms_consent: "on" });
  await open("start page", "/");
  await open("my visit", "/my-visit");
  await send("texts off", "/my-visit", { on: "false" });
  await send("texts on", "/my-visit", { on: "true" });
  await open("order with a visit", "/track");
  await walkEarlierTimes(
    { app, url, clock, therapist, starts },
    { orderId: order.id, language, open, send, seen },
  );
  const helper = { name: "Tom Baker", relation: "hijo", phone: "(336) 555-0142", email: "tom@mail.example" };
  const invalid = {
    "no name": { name: "" },
    "own number": { phone: order.phone ?? "" },
    "own email": { email: order.email ?? "" },
    "no contact": { phone: "", email: "" },
  };
  await open("naming a helper", "/my-visit/helper");
  for (const [name, fields] of Object.entries(invalid))
    await send(`helper with ${name}`, "/my-visit/helper", { ...helper, ...fields });
  await send("helper added", "/my-visit/helper", helper);
  await open("named helper", "/my-visit/helper");
  await send("second helper", "/my-visit/helper", helper);
  const [mail] = await app.db
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", helper.email)
    .execute();
  const [link = ""] = /\/schedule\/\w{20}/.exec(app.secrets.open(mail?.body_sealed ?? "")) ?? [];
  const byHelper = new Client(url);
  await open("helper's visit", link, byHelper);
  await open("helper's own page", "/my-visit/helper", byHelper);
  await send("helper removed", "/my-visit/helper", { remove: "yes" });
  const other = await seedOrder(app, { language, patient_name: "Ana Cruz" });
  const shared = new Client(url);
  for (const { id } of [other, order]) {
    await shared.get(
      `/schedule/${await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, id))}`,
    );
  }
  await open("two orders on one phone", "/my-visit", shared);
  byHelper.cookies.clear();
  byHelper.cookies.set("language", language);
  await open("a removed helper's link", link, byHelper);
  await open("other times", "/my-visit/move");
  await open("dialog to confirm a move", time("/my-visit/move", starts[9]));
  await send("another patient's page", time("/my-visit/move", starts[9]), { page_token: "another" });
  await send("moved", time("/my-visit/move", starts[9]), {});
  await app.db
    .updateTable("visits")
    .set({
      status: "confirmed",
      confirmed_at: clock.now(),
      meeting_link: "https://meet.example/a",
      patient_confirmed_at: clock.now(),
      interpreter_arranged: 1,
    })
    .where("order_id", "=", order.id)
    .execute();
  await open("confirmed", "/my-visit");
  await open("device check", "/my-visit/check");
  await send("call requested", "/my-visit", { call: "true" });
  await send("call request withdrawn", "/my-visit", { call: "false" });
  await open("order with a confirmed visit", "/track");
  await open("cancel", "/my-visit/cancel");
  await send("canceled", "/my-visit/cancel", {});
  await open("times after a cancellation", "/schedule");
  const status = (status: string) =>
    app.db.updateTable("visits").set({ status }).where("order_id", "=", order.id).execute();
  await status("no show");
  for (const path of ["/my-visit", "/schedule", "/track"]) await open(`missed visit ${path}`, path);
  await status("cancelled");
  await send("booked again", time("/schedule", starts[9]), { sms_consent: "on" });
  await app.db.updateTable("orders").set({ updates: "phone" }).where("id", "=", order.id).execute();
  await open("waiting for a call", "/my-visit");
  await app.db
    .updateTable("orders")
    .set({ updates: "text", email: null, phone: null })
    .where("id", "=", order.id)
    .execute();
  await open("waiting without messages", "/my-visit");
  const joinable = { status: "confirmed", confirmed_at: clock.now(), therapist_late_minutes: 10 };
  await app.db
    .updateTable("visits")
    .set(joinable)
    .where("order_id", "=", order.id)
    .where("status", "=", "submitted")
    .execute();
  clock.set((starts[9] ?? 0) - hour);
  await signInPatient(app, client, order.id);
  await open("visit without a link to join", "/my-visit");
  const meeting_link = "https://meet.example/a";
  await app.db.updateTable("visits").set({ meeting_link }).where("status", "=", "confirmed").execute();
  await open("too late", "/my-visit");
  await send("running late", "/my-visit", { late: "10" });
  await send("call requested without a number", "/my-visit", { call: "true" });
  await send("not late anymore", "/my-visit", { late: "no" });
  await open("too late to cancel", "/my-visit/cancel");
  await send("too late to move", time("/my-visit/move", starts[12]), {});
  for (const [name, from] of Object.entries({ "join open": -5, "visit in progress": 5 })) {
    clock.set((starts[9] ?? 0) + from * minute);
    await signInPatient(app, client, order.id);
    await open(name, "/my-visit");
  }
  clock.set((starts[9] ?? 0) + hour);
  await signInPatient(app, client, order.id);
  await send("late report after the visit", "/my-visit", { late: "10" });
  clock.set((starts[9] ?? 0) + 2 * hour);
  await signInPatient(app, client, order.id);
  await open("over", "/my-visit");
  await app.db.updateTable("visits").set({ status: "completed" }).where("order_id", "=", order.id).execute();
  await open("done", "/my-visit");
  await app.db
    .updateTable("orders")
    .set({ closed_at: clock.now(), stopped_at: clock.now() })
    .where("id", "=", order.id)
    .execute();
  await app.db.updateTable("visits").set({ status: "cancelled" }).where("order_id", "=", order.id).execute();
  await open("closed", "/my-visit");
  await open("closed order", "/track");
  await send("booking for a closed order", time("/schedule", starts[15]), { sms_consent: "on" });
  return seen;
}

/** The visible text of a page, except text marked as another language. */
export function textsOf(html: string): string[] {
  const body = html
    .slice(html.indexOf("<body"))
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, "")
    .replace(/<(\w+)\b[^>]*\slang="[^"]*"[^>]*>.*?<\/\1>/gs, "");
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? "";
  const labels = [...body.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]+)"/g)].map(
    ([, text = ""]) => text,
  );
  return [title, ...labels, ...body.split(/<[^>]+>/)]
    .map((text) =>
      text
        .replace(/&#x27;/g, "'")
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, "&")
        .trim(),
    )
    .filter((text) => /\p{L}{2}/u.test(text));
}
