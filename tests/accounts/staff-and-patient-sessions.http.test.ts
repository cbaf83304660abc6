import { beforeEach, expect, test } from "vitest";
import { hour, iso } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer({ STAFF_IDLE_MINUTES: "30" });
const user = await seedUser(app, ["supervisor"]);
const therapist = await seedTherapist(app);
const starts = morningStarts(app).filter((_, index) => index % 2 === 0);
await seedSlots(app, therapist, starts);

type Order = Awaited<ReturnType<typeof seedOrder>>;
let order: Order;
let link: string;
let browser: Client;

beforeEach(async () => {
  order = await seedOrder(app);
  link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, order.id));
  browser = new Client(url);
});

const byQuery = ({ patient_id, brightree_db }: Order) => `/schedule?pid=${patient_id}&db=${brightree_db}`;
/** Request headers that a browser sends when the user follows a link from another site. */
const crossSite = { "sec-fetch-site": "cross-site", referer: "https://elsewhere.example/" };
const kindOf = async (client: Client) => (await client.get("/api/session")).json.kind;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const aliveAt = async (path: string, token: string) =>
  (await new Client(url).get(path, bearer(token))).status === 200;

test("a link that opens a patient session doesn't end the browser's staff session", async () => {
  const token = await signInStaff(app, browser, user.id);
  for (const path of [
    byQuery(order),
    "/schedule?pid=1&db=NOWHERE",
    `/schedule/${link}`,
    `/schedule?code=${link}`,
    `/api/shortlink/bootstrap-schedule/${link}`,
  ]) {
    await browser.get(path, crossSite);
    expect([path, (await browser.get("/supervisordashboard")).status]).toEqual([path, 200]);
    expect(browser.cookies.get("firstnight")).toBe(token);
    expect((await browser.get("/schedule")).status).toBe(200);
  }
  expect(await kindOf(browser)).toBe("staff");
});

test("opening a link doesn't end another patient session on the server", async () => {
  for (const path of [byQuery(order), `/schedule/${link}`]) {
    const other = await seedOrder(app);
    const token = await signInPatient(app, browser, other.id);
    await browser.get(path, crossSite);
    expect([path, await aliveAt("/api/shortlink/timeline", token)]).toEqual([path, true]);
  }
});

test("patient pages use the patient session and staff pages use the staff session, no matter which is newer", async () => {
  for (const staffFirst of [true, false]) {
    browser = new Client(url);
    order = await seedOrder(app);
    if (staffFirst) await signInStaff(app, browser, user.id);
    await signInPatient(app, browser, order.id);
    if (!staffFirst) await signInStaff(app, browser, user.id);
    const booked = await browser.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime: iso(starts.pop() ?? 0),
      sms_consent: true,
    });
    expect(booked.status).toBe(201);
    const { source } = await app.db
      .selectFrom("consents")
      .select("source")
      .where("phone", "=", order.phone ?? "")
      .executeTakeFirstOrThrow();
    expect(source).toBe("booking");
    expect((await browser.get("/my-visit")).status).toBe(200);
    expect((await browser.get("/api/therapists")).status).toBe(200);
    expect((await browser.get("/")).text).toContain(user.name);
  }
});

test("each kind of session opens only its own pages", async () => {
  await signInPatient(app, browser, order.id);
  expect((await browser.get("/api/therapists")).status).toBe(403);
  expect((await browser.get("/supervisordashboard")).location).toBe("/login");
  await signInStaff(app, browser, user.id);
  browser.cookies.delete("firstnight-patient");
  expect((await browser.get("/api/my-appointment")).status).toBe(403);
  expect((await browser.get("/my-visit")).location).toBe("/login");
});

test("when only the staff session ends, staff have to sign in again but don't lose the text they entered", async () => {
  const token = await signInStaff(app, browser, user.id);
  clock.advance(hour);
  await signInPatient(app, browser, order.id);
  expect(browser.cookies.get("firstnight")).toBe(token);
  expect((await browser.get("/api/therapists")).status).toBe(401);
  const sent = await browser.submit("/messages/start", { phone: "+19195550177", name: "Typed Before" });
  expect([sent.status, sent.text.includes("Typed Before")]).toEqual([401, true]);
  expect(await kindOf(browser)).toBe("patient");
});

test("signing in ends the browser's previous session of the same kind and keeps the other kind", async () => {
  const former = await signInStaff(app, browser, user.id);
  const patient = await signInPatient(app, browser, order.id);
  await browser.post("/api/login", { email: user.email, password: user.password });
  expect(await aliveAt("/api/therapists", former)).toBe(false);
  expect(await aliveAt("/api/shortlink/timeline", patient)).toBe(true);
});

test("logging out ends both sessions in the browser", async () => {
  for (const path of ["/logout", "/api/logout"]) {
    const staff = await signInStaff(app, browser, user.id);
    const patient = await signInPatient(app, browser, order.id);
    await browser.post(path);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith("firstnight"))).toEqual([]);
    expect(await aliveAt("/api/therapists", staff)).toBe(false);
    expect(await aliveAt("/api/shortlink/timeline", patient)).toBe(false);
  }
});

test("logging out with a bearer token ends only that session", async () => {
  const staff = await signInStaff(app, browser, user.id);
  const patient = await signInPatient(app, browser, order.id);
  await browser.send("/api/logout", { method: "POST", headers: bearer(patient) });
  expect(await aliveAt("/api/shortlink/timeline", patient)).toBe(false);
  expect(await aliveAt("/api/therapists", staff)).toBe(true);
});

test("cookies are ignored when a bearer token is sent", async () => {
  await signInStaff(app, browser, user.id);
  const patient = await signInPatient(app, new Client(url), order.id);
  expect((await browser.get("/api/therapists", bearer(patient))).status).toBe(403);
});

test("signing out everywhere keeps the browser's patient session", async () => {
  await signInStaff(app, browser, user.id);
  const patient = await signInPatient(app, browser, order.id);
  await browser.submit("/account/sign-out-everywhere", {});
  expect([...browser.cookies.keys()].filter((name) => name.startsWith("firstnight"))).toEqual([
    "firstnight-patient",
  ]);
  expect(await aliveAt("/api/shortlink/timeline", patient)).toBe(true);
});

test("a request that changes data with a patient's cookie must prove that it comes from our own pages", async () => {
  const token = await signInPatient(app, new Client(url), order.id);
  const sent = await fetch(new URL("/api/my-appointment/cancel", url), {
    method: "POST",
    headers: { cookie: `firstnight-patient=${token}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(sent.status).toBe(403);
  expect(await sent.json()).toMatchObject({ error: expect.stringContaining("own pages") });
});

test("over HTTPS, both cookies are bound to the host, and the API contract names them", async () => {
  const secure = await startServer({ PUBLIC_URL: "https://clinic.example" });
  const person = await seedUser(secure.app, ["admin"]);
  const patient = await seedOrder(secure.app);
  const client = new Client(secure.url);
  const headers = { origin: "https://clinic.example" };
  const login = { email: person.email, password: person.password };
  const { json } = await client.send("/api/login", { method: "POST", json: login, headers });
  await client.get(byQuery(patient));
  const names = [...client.cookies.keys()].filter((name) => name.includes("firstnight"));
  expect(names).toEqual(["__Host-firstnight", "__Host-firstnight-patient"]);
  expect((await client.get("/api/therapists")).status).toBe(200);
  const { components, paths } = (await client.get("/api/openapi.json", bearer(json.token))).json;
  expect([components.securitySchemes.cookie.name, components.securitySchemes.patientCookie.name]).toEqual(
    names,
  );
  expect(paths["/api/my-appointment"].get.security).toEqual([{ bearer: [] }, { patientCookie: [] }]);
  expect(paths["/api/therapists"].get.security).toEqual([{ bearer: [] }, { cookie: [] }]);
});
