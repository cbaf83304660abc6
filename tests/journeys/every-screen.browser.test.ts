import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { checkInToken } from "~/check-ins/check-in-link.server";
import { addDays, day, hour, iso, localDate, minute } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { newOfferCode } from "~/orders/access/send-code.server";
import {
  axeSource,
  boxOf,
  desktop,
  expectAccessible,
  expectNoProblems,
  expectNoSidewaysScroll,
  openBrowser,
  phone,
  show,
  type Visitor,
} from "../support/browser";
import { hasAllCases } from "../support/cases";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { PlainPage } from "../support/plain-page";
import {
  seedOrder,
  seedPasskey,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { builtServer } from "../support/server";
import { aSetUpPatient, followNights } from "../support/set-up-patients";
import { expectTablesToFit } from "../support/tables";
import { messagesTo, openClinic } from "./journey-clinic";

const clinic = await openClinic();
const { app, url } = clinic;
const now = app.clock.now();

// These names are longer than a line on a phone.
await app.db
  .updateTable("therapists")
  .set({ name: "Wolfeschlegelsteinhausenbergerdorff" })
  .where("id", "=", clinic.therapist.id)
  .execute();
await app.db
  .updateTable("users")
  .set({ name: "Wilhelmina Featherstonehaugh-Cholmondeley" })
  .where("id", "=", clinic.admin.id)
  .execute();
const colleague = await seedUser(app, ["supervisor", "therapist"], {
  email: "a.very.long.address.of.somebody.who.works.here@a-long-name-of-a-clinic.example",
});
const western = await seedTherapist(app, {
  user_id: colleague.id,
  name: "Marguerite Featherstonehaugh-Castellanos de la Vega",
  timezone: "PST",
  region: "CA",
});
await seedSlots(
  app,
  western,
  Array.from({ length: 300 }, (_, index) => now + day + index * hour),
);

const unbooked = await seedOrder(app);
const link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, unbooked.id));
const waiting = await seedVisit(app, {
  order_id: (await seedOrder(app)).id,
  therapist_id: clinic.therapist.id,
  start_at: now + 3 * day,
});
const confirmed = await seedVisit(app, {
  order_id: (await seedOrder(app, { patient_name: "Wilhelmina Featherstonehaugh-Cholmondeley" })).id,
  therapist_id: clinic.therapist.id,
  start_at: now + 4 * day,
  status: "confirmed",
  confirmed_at: now,
  meeting_link: "https://meet.example/room",
});
const ended = await seedVisit(app, {
  order_id: (await seedOrder(app, { patient_name: "Ruth Avery" })).id,
  therapist_id: clinic.therapist.id,
  start_at: now - 2 * hour,
  status: "confirmed",
  confirmed_at: now - day,
});
const offer = newOfferCode(app);
const earlier = { therapist_id: clinic.therapist.id, start_at: now + 2 * day + 5 * minute };
await seedSlots(app, clinic.therapist, [earlier.start_at]);
await app.db
  .insertInto("offers")
  .values({
    ...offer.columns,
    ...earlier,
    order_id: confirmed.order_id,
    visit_id: confirmed.id,
    visit_start: confirmed.start_at,
    wave: 1,
    sent_at: now,
    expires_at: now + day,
  })
  .execute();
const wish = { parts: '["morning"]', weekdays: "[1,2,3,4,5]", notice_hours: 24, asked_at: now };
await app.db
  .insertInto("earlier_wishes")
  .values([waiting, confirmed].map(({ order_id }) => ({ ...wish, order_id })))
  .execute();
const waits = await seedOrder(app);
await app.db
  .insertInto("waits")
  .values({
    ...wish,
    order_id: waits.id,
    standby: 1,
    until_at: now + 30 * day,
    zone: "America/New_York",
  })
  .execute();
const firstOffer = newOfferCode(app);
await app.db
  .insertInto("offers")
  .values({
    ...firstOffer.columns,
    ...earlier,
    order_id: waits.id,
    wave: 1,
    sent_at: now,
    expires_at: now + day,
  })
  .execute();
const free = { therapist_id: clinic.therapist.id, start_at: now + 2 * day + 2 * hour };
await seedSlots(app, clinic.therapist, [free.start_at]);
await app.db
  .insertInto("freed_times")
  .values({ ...free, freed_at: now, next_wave_at: now + hour })
  .execute();
// Between two zones, My visit and the booking dialog show a second hour.
const zones = { state: "TN", visit_zone: "America/Chicago", other_zone: "Pacific/Honolulu" };
const traveling = await seedOrder(app, zones);
const called = await seedVisit(app, {
  order_id: (await seedOrder(app, zones)).id,
  therapist_id: clinic.therapist.id,
  start_at: now + hour,
  status: "confirmed",
  confirmed_at: now,
  meeting_link: "https://meet.example/room",
  patient_zone: zones.visit_zone,
  call_me: 1,
});
const conversation = await app.db
  .insertInto("threads")
  .values({ phone: "+19195550142", patient_name: "Ruth Avery", created_at: now })
  .returning("id")
  .executeTakeFirstOrThrow();

await followNights(app);
const { order: followed } = await aSetUpPatient(app, {
  database: "QHMS",
  therapistId: clinic.therapist.id,
});
await app.db
  .updateTable("plan_steps")
  .set({ state: "done", settled_at: now })
  .where("order_id", "=", followed.id)
  .where("day", "<=", 3)
  .execute();
const asked = await app.db
  .selectFrom("plan_steps")
  .select(["id", "day"])
  .where("order_id", "=", followed.id)
  .where("state", "=", "done")
  .orderBy("day")
  .execute();
const checkIns = asked.map(({ id }) => `/check-in/${checkInToken(app, id)}`);
await app.db
  .updateTable("plan_steps")
  .set({ answer: "trouble", answered_at: now, troubles: '["leak","noise"]' })
  .where("id", "=", asked[0]?.id ?? 0)
  .execute();
await app.db
  .insertInto("readings")
  .values({
    order_id: followed.id,
    read_on: "2026-01-05",
    nights_used: 18,
    nights_counted: 15,
    minutes: 312,
    source: "patient",
    entered_by: "the patient",
    entered_at: now,
  })
  .execute();

const signIns = {
  "a stranger": async () => {},
  "a patient": (client: Client) => signInPatient(app, client, unbooked.id),
  "a patient who is waiting": (client: Client) => signInPatient(app, client, waiting.order_id),
  "a patient with a visit": (client: Client) => signInPatient(app, client, confirmed.order_id),
  "a patient without a visit who waits": (client: Client) => signInPatient(app, client, waits.id),
  "a patient in the first 90 nights": (client: Client) => signInPatient(app, client, followed.id),
  "a patient who travels": (client: Client) => signInPatient(app, client, traveling.id),
  "a patient who wants a call": (client: Client) => signInPatient(app, client, called.order_id),
  "a therapist": (client: Client) => signInStaff(app, client, clinic.user.id),
  "an admin": (client: Client) => signInStaff(app, client, clinic.admin.id),
};
type Person = keyof typeof signIns;
const people = Object.keys(signIns) as Person[];

async function clientOf(person: Person): Promise<Client> {
  const client = new Client(url);
  await signIns[person](client);
  return client;
}

const admin = await clientOf("an admin");
expect((await admin.submit("/admin/keys", { name: "Nightly export" })).status).toBe(200);
const csv = "brightree_db,patient_id,sales_order_no\nQHMS,invalid,1\n";
expect((await admin.upload("/admin/import", "orders.csv", csv)).location).toBe("/admin/import/1");
await eventually(
  async () => (await admin.get("/admin/import/1")).text,
  (page) => !page.includes("data-working"),
);

const nights = "Client,Evening,Blower\n20404,2026-01-04,412\n";
expect((await admin.upload("/nights/import", "nights.csv", nights)).location).toBe(
  "/nights/import/1/columns",
);

const companyName = "Shenandoah Respiratory and Home Care LLC";
await app.db.updateTable("companies").set({ name: companyName }).where("id", "=", 1).execute();
const logo = new FormData();
logo.set("company", companyName);
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
logo.set("logo", new Blob([Buffer.from(dot, "base64")], { type: "image/png" }), "logo.png");
const packed = new Response(logo);
const savedLogo = await admin.send("/admin/company/logo", {
  method: "POST",
  body: new Uint8Array(await packed.arrayBuffer()),
  headers: { "content-type": packed.headers.get("content-type") ?? "" },
});
expect(savedLogo.status).toBe(303);

const bulk = await app.db
  .insertInto("bulk_changes")
  .values({ act: "reassign", user_id: clinic.admin.id, created_at: now })
  .returning("id")
  .executeTakeFirstOrThrow();
await app.db
  .insertInto("bulk_change_visits")
  .values([
    { change_id: bulk.id, visit_id: waiting.id, position: 0, outcome: "done", message: "Reassigned." },
    { change_id: bulk.id, visit_id: confirmed.id, position: 1, outcome: "refused", message: "Taken." },
  ])
  .execute();

const reply = await app.db
  .insertInto("saved_replies")
  .values({ company_id: 1, name: "Call us", text_en: "Please call {company}.", position: 1 })
  .returning("id")
  .executeTakeFirstOrThrow();

const view = await app.db
  .insertInto("saved_views")
  .values({
    user_id: clinic.admin.id,
    name: "To confirm today",
    list: "appointments",
    filters: "status=submitted",
    created_at: now,
  })
  .returning("id")
  .executeTakeFirstOrThrow();
await app.db
  .insertInto("order_follow_ups")
  .values({
    order_id: unbooked.id,
    owner_user_id: clinic.admin.id,
    next_action: "Call the insurance about the pre-authorization",
    due_on: "2026-01-05",
  })
  .execute();
await app.db
  .insertInto("order_notes")
  .values({ order_id: unbooked.id, user_id: clinic.admin.id, created_at: now, body: "Left a voicemail." })
  .execute();

const call = await app.db
  .insertInto("call_tasks")
  .values({ order_id: unbooked.id, reason: "no_visit", created_at: now, due_at: now })
  .returning("id")
  .executeTakeFirstOrThrow();

const webhook = await app.db
  .insertInto("webhook_endpoints")
  .values({
    company_id: 1,
    url: "https://hooks.example.com/firstnight",
    events: '["visit.confirmed"]',
    secret_sealed: app.secrets.seal("whsec_x"),
    created_at: now,
  })
  .returning("id")
  .executeTakeFirstOrThrow();
const branch = await app.db
  .insertInto("places")
  .values({
    company_id: 1,
    name: "Shenandoah Respiratory, Harrisonburg branch",
    address: "1251 Virginia Avenue, Harrisonburg, VA 22802",
    timezone: "America/New_York",
  })
  .returning("id")
  .executeTakeFirstOrThrow();
const branchKind = await app.db
  .insertInto("visit_kinds")
  .values({
    company_id: 1,
    name: "Setup at our branch in Harrisonburg",
    name_es: "Configuración en nuestra oficina",
    mode: "branch",
    place_id: branch.id,
    booked_by: "staff",
  })
  .returning("id")
  .executeTakeFirstOrThrow();
const classKind = await seedClassKind(app, 1, { name: "Mask fitting class", booked_by: "staff" });
const session = await seedClass(app, clinic.therapist, now + 10 * day, { kind_id: classKind.id });
await app.db.updateTable("companies").set({ equipment: "inform" }).where("id", "=", 1).execute();
await seedPasskey(app, clinic.user.id, colleague.id);
await app.db
  .insertInto("single_sign_on")
  .values({
    id: 1,
    issuer: "https://login.clinic.example",
    client_id: "firstnight",
    client_secret_sealed: "",
    roles_claim: "groups",
    domains: '["clinic.example"]',
    role_values: '{"admin":["firstnight-admins"],"supervisor":[],"therapist":[],"staff":[]}',
  })
  .execute();

/** Returns the addresses of a route with its parameters filled in. */
function addressesOf(path: string): string[] {
  if (path === "orders/close") return [`/orders/close?order=${unbooked.id}`];
  if (path === "views/new") return ["/views/new?list=appointments&filters=status%3Dsubmitted"];
  if (path.startsWith("views/:id")) return [`/${path.replace(":id", String(view.id))}`];
  if (path === "visits/bulk/:id") return [`/visits/bulk/${bulk.id}`];
  if (path.startsWith("call-tasks/")) return [`/${path.replace(":id", String(call.id))}`];
  if (path.startsWith("admin/webhooks/:id")) return [`/${path.replace(":id", String(webhook.id))}`];
  if (path.startsWith("classes/:id")) return [`/${path.replace(":id", String(session.id))}`];
  if (path.startsWith("admin/company/kinds/:id")) return [`/${path.replace(":id", String(branchKind.id))}`];
  if (path.startsWith("admin/company/places/:id")) return [`/${path.replace(":id", String(branch.id))}`];
  if (path.startsWith("messages/replies/:id"))
    return [path.replace("messages", "/messages").replace(":id", String(reply.id))];
  const ids = path.startsWith("visits/")
    ? [waiting.id, confirmed.id, ended.id]
    : path.startsWith("orders/")
      ? [unbooked.id]
      : path.startsWith("therapists/")
        ? [clinic.therapist.id]
        : [/^(admin\/(import|keys)|nights\/import)\//.test(path) ? 1 : colleague.id];
  return ids.map((id) =>
    (path.startsWith("/") ? path : `/${path}`)
      .replace(/:id\b/, String(id))
      .replace(/:code\b/, link)
      .replace(/:token\b/, "x".repeat(43))
      .replace(/:name\b/, "QHMS")
      .replace(/:step\b/, "5")
      .replace(/:line\b/, "2")
      .replace(/:conversationId\??/, String(conversation.id)),
  );
}

const isForPatients = (path: string) =>
  /^\/(login|schedule|my-visit|offer|check-in|track|reset-password|setup|terms|privacy|languages)?(\/|\?|$)/.test(
    path,
  );

/** Checks that a page opens at its address or shows that its link has expired. */
function opens(path: string, { path: landed, status }: { path: string; status: number }): boolean {
  const isOver = path.endsWith("xxx") && [404, 410].includes(status);
  const short = path.replace(/^\/(schedule|track)\/.*/, "/$1");
  return [path, short].includes(landed) && (status === 200 || isOver);
}

async function openFor(path: string): Promise<{ person: Person; html: string } | undefined> {
  for (const person of isForPatients(path) ? people : people.toReversed()) {
    const page = await PlainPage.open(await clientOf(person), path);
    if (opens(path.replace(/\?.*/, ""), page)) return { person, html: page.html };
  }
}

/** Removes numbers and codes, so pages that differ only in them are equal. */
const markupOf = (html: string) => html.slice(html.indexOf("<body")).replace(/\d+|[\w-]{20,}/g, "");

type Screen = [path: string, person: Person];

// Pages that are only shown after another step.
const afterOtherSteps = new Set([
  "/account/two-step/confirm",
  "/account/recovery-codes",
  "/refused",
  // Only the answer to a refused deletion.
  "/views/1/delete",
  "/sso",
  "/sso/callback",
]);
const build = (await builtServer()).build as unknown as ServerBuild;
const addresses = Object.values(build.routes)
  .filter((route) => route?.module.default && route.id !== "root")
  .flatMap((route) => addressesOf(route?.path ?? ""))
  .filter((path) => !afterOtherSteps.has(path));
const unopened: string[] = [];
const opened = new Map<string, Screen>();
for (const path of new Set(addresses)) {
  const page = await openFor(path);
  if (!page) unopened.push(path);
  else if (!opened.has(markupOf(page.html))) opened.set(markupOf(page.html), [path, page.person]);
}
const screens = [...opened.values()];
screens.push(
  ["/login?as=staff", "a stranger"],
  ["/track/unknown", "a stranger"],
  ["/schedule?region=NC&part=evening", "a patient"],
  ["/my-visit", "a patient who is waiting"],
  ["/track", "a patient who is waiting"],
  ["/", "a patient with a visit"],
  ["/schedule", "a patient with a visit"],
  ["/my-visit", "a patient with a visit"],
  ["/my-visit/helper", "a patient with a visit"],
  ["/my-visit/earlier", "a patient with a visit"],
  ["/my-wait", "a patient without a visit who waits"],
  ["/my-wait?change=1", "a patient without a visit who waits"],
  ["/schedule", "a patient without a visit who waits"],
  [`/offer/${firstOffer.code}`, "a stranger"],
  [`/offer/${offer.code}`, "a stranger"],
  ...checkIns.map((path): Screen => [path, "a stranger"]),
  ["/my-visit", "a patient in the first 90 nights"],
  [`/orders/${followed.id}/plan`, "an admin"],
  [`/orders/${followed.id}/nights`, "an admin"],
  ["/schedule?where=ask", "a patient who travels"],
  [
    `/schedule?at=${encodeURIComponent(iso(free.start_at))}&with=${free.therapist_id}`,
    "a patient who travels",
  ],
  ["/my-visit", "a patient who wants a call"],
  ["/track", "a patient with a visit"],
  [`/admin?edit=${colleague.id}`, "an admin"],
  [`/therapists/${clinic.therapist.id}/out?date=${confirmed.local_date}`, "an admin"],
  [`/visits/bulk?act=reassign&visit=${waiting.id}&visit=${confirmed.id}&to=${western.id}`, "an admin"],
  [`/orders/${waits.id}/wait`, "an admin"],
  ["/offers?who=ended", "an admin"],
  ["/offers?tab=sent", "an admin"],
  ["/offers?tab=times", "an admin"],
  [`/offers/new?therapist=${free.therapist_id}`, "an admin"],
  [`/offers/new?therapist=${free.therapist_id}&start=${free.start_at}`, "an admin"],
  ["/calendars?tab=worklist&select=needs", "an admin"],
  ["/calendars?tab=worklist&select=ended", "an admin"],
  [`/visits/bulk?act=no_show&visit=${ended.id}`, "a therapist"],
);

async function enter(person: Person): Promise<Visitor> {
  const visitor = await openBrowser(url);
  await visitor.context.addInitScript(axeSource);
  const { cookies } = await clientOf(person);
  await visitor.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  return visitor;
}
const visitors = Object.fromEntries(
  await Promise.all(people.map(async (person) => [person, await enter(person)] as const)),
) as Record<Person, Visitor>;

test("every page of the build opens for at least one user", () => {
  expect(unopened).toEqual([]);
});

/** Lists touch targets smaller than 44 px, except links in sentences. */
const smallTargets = ({ page }: Visitor) =>
  page.$$eval("button, .button, .chip, .days a, .tabs a, .month-bar a", (targets) =>
    targets
      .filter((target) => target.getClientRects().length > 0)
      .filter((target) => Math.min(target.clientHeight + 2, target.clientWidth + 2) < 44)
      .map((target) => target.outerHTML),
  );

async function expectToFit({ page }: Visitor, screen: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty("font-size", value), size);
  await setSize("200%");
  await expectNoSidewaysScroll(page, `${screen} with text at 200%`);
  await setSize("");
  for (const size of [{ width: 320, height: 640 }, desktop]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page, `${screen} at ${size.width}`);
  }
}

/** Opens menus and lists, and shows the line of an offline copy, so that they are checked with the page. */
const showEverything = ({ page }: Visitor) =>
  page.evaluate(() => {
    for (const list of document.querySelectorAll("details")) list.open = true;
    document.getElementById("offline-status")?.removeAttribute("hidden");
  });

/** Looks whose contrast was measured on an earlier screen. With all cases, each screen is measured as a whole. */
const measured = hasAllCases ? undefined : new Set<number>();

/** Checks a patient's page in Spanish. The test has checked its layout in English. */
async function expectSpanishAccessible(visitor: Visitor, path: string): Promise<void> {
  await visitor.context.addCookies([{ name: "language", value: "es", url }]);
  await visitor.page.setViewportSize(phone);
  await visitor.page.goto(path);
  expect(await visitor.page.getAttribute("html", "lang"), path).toBe("es");
  await showEverything(visitor);
  await expectAccessible(visitor, `${path} in Spanish`, ["light", "dark"], measured);
  await visitor.context.clearCookies({ name: "language" });
}

/** Pages that staff use on both phones and desktops. */
const onBoth = /^\/(admin|admin\?.*|admin\/(audit|users\/.*)|account(\/.*)?|api\/docs)$/;

test.each(screens)("%s is accessible to %s and fits every screen size", async (path, person) => {
  const visitor = visitors[person];
  const { page } = visitor;
  await page.setViewportSize(phone);
  const response = await page.goto(path);
  const { pathname, search } = new URL(page.url());
  if (path !== "/track/unknown") {
    const landed = {
      path: path.includes("?") ? pathname + search : pathname,
      status: response?.status() ?? 0,
    };
    expect(opens(path, landed), `${path} led to ${pathname}`).toBe(true);
  }
  if (isForPatients(path)) {
    await showEverything(visitor);
    await expectAccessible(visitor, path, ["light", "dark"], measured);
    if (["/", "/schedule", "/my-visit"].includes(path)) expect(await smallTargets(visitor), path).toEqual([]);
    await expectToFit(visitor, path);
    if (await page.locator("form[action='/language']").count()) await expectSpanishAccessible(visitor, path);
  } else {
    if (onBoth.test(path)) await expectAccessible(visitor, `${path} on a phone`, ["light"], measured);
    else await expectNoSidewaysScroll(page, `${path} on a phone`);
    await expectToFit(visitor, path);
    await expectTablesToFit(page, path);
    await expectAccessible(visitor, path, ["light", "dark"], measured);
  }
  expectNoProblems(visitor);
  if (person === "a stranger") await visitor.context.clearCookies();
});

const zone = "America/New_York";
const nextMonth = addDays(localDate(now, zone), 140);
const clockTime = (at: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(at);

/** Form responses without scripts. Each continues from the person's previous page. */
const formResponses: [name: string, person: Person, open: (page: PlainPage) => Promise<PlainPage>][] = [
  [
    "the times of one day",
    "a patient",
    (page) => page.open(page.links(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) /)[2] ?? ""),
  ],
  ["the booking dialog", "a patient", (page) => page.follow(/^Select/)],
  ["the booking dialog without the box checked", "a patient", (page) => page.press("Confirm")],
  [
    "the booking dialog after the time was taken",
    "a patient",
    async (page) => {
      await take(page);
      return page.press("Confirm", { sms_consent: "on" });
    },
  ],
  ["the booked visit", "a patient", (page) => page.press(/^Book /)],
  [
    "the canceled visit",
    "a patient",
    async (page) => (await page.follow("Cancel visit")).press(/^Cancel visit on/),
  ],
  [
    "a new password with an error",
    "a stranger",
    async (page) => (await page.open(await resetLink())).press("Reset Password", bothPasswords("short")),
  ],
  ["a therapist's calendar", "a therapist", (page) => page.open("/therapist")],
  [
    "a confirmation with an error",
    "a therapist",
    async (page) =>
      (await page.follow(/^Confirm/)).press(/^Confirm/, { meeting_link: "javascript:alert(1)" }),
  ],
  [
    "the preview of a month",
    "a therapist",
    async (page) =>
      (await page.open(`/therapists/${clinic.therapist.id}/availability`)).press("Preview", {
        fromDate: nextMonth,
        toDate: addDays(nextMonth, 27),
      }),
  ],
  [
    "an appointment that overlaps a visit",
    "a therapist",
    async (page) => {
      const times = await page.open(`/new-appointment?order=${(await seedOrder(app)).id}`);
      const form = await times.press("Show times", { date: localDate(waiting.start_at, zone) });
      return form.press("Book visit", { slot: "other", time: clockTime(waiting.start_at) });
    },
  ],
  [
    "a refused export",
    "an admin",
    async (page) => {
      const { location } = await page.client.get("/api/sms/thread/999999/consent.csv", {
        accept: "text/html",
      });
      expect(location).toBe("/refused");
      const refused = await page.open("/refused");
      expect(refused.text).toContain("Conversation not found.");
      return refused;
    },
  ],
];

async function take(question: PlainPage): Promise<void> {
  const order_id = (await seedOrder(app)).id;
  const start_at = Date.parse(question.values("datetime")[0] ?? "");
  const { id } = await app.db
    .selectFrom("therapists")
    .select("id")
    .where("name", "=", question.values("therapist")[0] ?? "")
    .executeTakeFirstOrThrow();
  await seedVisit(app, { order_id, therapist_id: id, start_at });
}

const bothPasswords = (password: string) => ({ password, confirm_password: password });

async function resetLink(): Promise<string> {
  const page = await PlainPage.open(new Client(url), "/reset-password");
  await page.press("Send reset link", { email: clinic.user.email });
  const [mail] = await messagesTo(clinic, clinic.user.email);
  return /\/reset-password\/[\w-]{43}/.exec(mail?.body ?? "")?.[0] ?? "";
}

const plainPages = new Map<Person, PlainPage>();

test.each(formResponses)("%s is accessible without scripts", async (name, person, open) => {
  const before = plainPages.get(person) ?? (await PlainPage.open(await clientOf(person), "/schedule"));
  const page = await open(before);
  plainPages.set(person, page);
  const visitor = visitors["a stranger"];
  await visitor.page.setViewportSize(phone);
  await show(visitor, page);
  await expectAccessible(visitor, name, ["light", "dark"], measured);
});

test("each time is a button at least 52 px high", async () => {
  const { page } = visitors["a patient"];
  await page.setViewportSize(phone);
  await page.goto("/schedule");
  const row = page.locator(".slots tbody tr").first();
  // In another time zone, the list is loaded again and laid out when it is first shown.
  await expect.poll(async () => (await boxOf(row)).height, { timeout: 10_000 }).toBeGreaterThanOrEqual(52);
  await row.click({ position: { x: 20, y: 45 } });
  await page.locator("#confirm[open]").waitFor();
});
