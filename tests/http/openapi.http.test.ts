import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { day, hour, iso, localDate, minute, second } from "~/core/time";
import { operator, roles } from "~/core/who";
import { openApiOf } from "~/http/openapi.server";
import { newOfferCode } from "~/orders/access/send-code.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { rejectedOf } from "~/orders/import/imports.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { Client, type Reply, type Sending } from "../support/client";
import { contractTools, lintContract, startContractProxy } from "../support/contract-proxy";
import { signatureOf, startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { type ApiCall, apiCalls } from "../support/routes";
import {
  seedClinic,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";
import { clientId, clientSecret, startProvider } from "../support/sign-on-provider";
import { softPasskey } from "../support/soft-passkey";

type Content = Record<string, { schema: object; example?: unknown }>;

interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  security: object[];
}

/** Starts a server. In `npm run test:contract`, the returned URL is a proxy that validates every call. */
async function startChecked(environment: Record<string, string> = {}) {
  if (!contractTools) {
    const { app, url } = await startServer(environment);
    return { app, url, direct: url };
  }
  const [port, proxyPort] = [await freePort(), await freePort()];
  const [direct, url] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${proxyPort}`];
  const { app } = await startServer({ ...environment, PORT: String(port), PUBLIC_URL: url });
  const admin = new Client(direct);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  await startContractProxy((await admin.get("/api/openapi.json")).json, proxyPort, direct);
  return { app, url, direct };
}

/** Whether the request of a reply had a session. */
const withSession = new WeakMap<Reply, boolean>();
class RecordedClient extends Client {
  override async send(path: string, sending: Sending = {}): Promise<Reply> {
    const hasSession = this.cookies.size > 0 || new Headers(sending.headers).has("authorization");
    const reply = await super.send(path, sending);
    withSession.set(reply, hasSession);
    return reply;
  }
}

const { app, url, direct } = await startChecked();
const clinic = await seedClinic(app);
const person = await seedUser(app, ["admin", "supervisor", "therapist"]);
await app.db
  .updateTable("therapists")
  .set({ user_id: person.id })
  .where("id", "=", clinic.therapist.id)
  .execute();
const staff = new RecordedClient(url);
await signInStaff(app, staff, person.id);
/** Bypasses the proxy for calls that it doesn't support. */
const staffDirect = new RecordedClient(direct);
await signInStaff(app, staffDirect, (await seedUser(app, ["admin"])).id);
const anonymous = () => new RecordedClient(url);
const document = (await staff.get("/api/openapi.json")).json;

const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      ...operation,
    })),
);

const operationOf = (verb: string, path: string): Operation => document.paths[path]?.[verb.toLowerCase()];
const pathOf = (path: string) => path.replace(/:(\w+)/g, "{$1}");

/** Fails if a response doesn't match the contract. */
function expectPromised(verb: string, path: string, reply: Reply): void {
  const promised = operationOf(verb, path).responses[reply.status];
  expect(promised, `${verb} ${path} returned ${reply.status}: ${reply.text.slice(0, 300)}`).toBeDefined();
  if (reply.status === 204) expect(reply.text).toBe("");
  const [type, content] = Object.entries(promised?.content ?? {})[0] ?? [];
  expect(reply.headers.get("content-type")?.split(";")[0], `${verb} ${path}`).toBe(type);
  if (type !== "application/json" || !content) return;
  const parsed = z.fromJSONSchema(content.schema as never).safeParse(reply.json);
  expect(parsed.success, `${verb} ${path}: ${parsed.error}\n${reply.text.slice(0, 500)}`).toBe(true);
}

const refusal = z.looseObject({
  error: z.string().min(1),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  success: z.literal(false).optional(),
  ok: z.literal(false).optional(),
});

test("the contract lists exactly the API calls in the build", async () => {
  const built = (await apiCalls()).map(({ verb, path }) => `${verb} ${pathOf(path)}`);
  const written = Object.entries(document.paths as Record<string, object>).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(written.sort()).toEqual(built.sort());
});

test("staff can read the contract, and admins can read it on a page that loads no external files", async () => {
  expect((await anonymous().get("/api/openapi.json")).status).toBe(401);
  expect(document.openapi).toBe("3.1.0");
  const page = await staffDirect.get("/api/docs");
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(page.text).toContain("/api/schedule-appointment");
  expect(page.text).not.toMatch(/(src|href)="https?:/);
});

const securityOf = ({ allow, sessions }: Pick<ApiCall, "allow" | "sessions">) => {
  const accepted = allow === "anyone" ? sessions : allow;
  return [
    ...(accepted.includes("no session") ? [{}] : []),
    ...(accepted.length > 0 ? [{ bearer: [] }] : []),
    ...(roles.some((role) => accepted.includes(role)) ? [{ cookie: [] }] : []),
    ...(accepted.some((kind) => kind.startsWith("patient")) ? [{ patientCookie: [] }] : []),
  ];
};

const isOpen = ({ security }: Operation) =>
  security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0);

// The proxy would respond to these requests instead of the server.
test.skipIf(contractTools)(
  "the contract documents each call that needs a session, and the call fails without one",
  async () => {
    for (const { verb, path, allow, sessions } of await apiCalls()) {
      const operation = operationOf(verb, pathOf(path));
      expect(operation.security, path).toEqual(securityOf({ allow, sessions }));
      if (isOpen(operation)) continue;
      const required = (operation.parameters ?? []).filter((one) => one.in === "query" && one.required);
      const query = new URLSearchParams(required.map(({ name, example }) => [name, String(example)]));
      const reply = await anonymous().send(`${path.replace(/:\w+/g, "1")}?${query}`, {
        method: verb,
        ...(verb !== "GET" && { json: {} }),
      });
      expect(reply.status, `${verb} ${path}`).toBe(401);
      expect(refusal.safeParse(reply.json).success, reply.text).toBe(true);
    }
  },
);

const fits = (schema: object, value: unknown) => z.fromJSONSchema(schema as never).safeParse(value);

describe("the examples of every operation", () => {
  test("match their schemas", () => {
    const mismatches = operations.flatMap(({ name, parameters = [], requestBody, responses }) => {
      const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      const described = [
        ...parameters.filter(({ required }) => required),
        ...bodies.flatMap((content) => Object.values(content ?? {})),
      ];
      return described.flatMap(({ schema, example }) => {
        const { error } = fits(schema, example);
        return example === undefined || error ? [`${name}: ${JSON.stringify(example)} ${error}`] : [];
      });
    });
    expect(mismatches).toEqual([]);
  });

  test("pass the server's validation", async () => {
    const refused = (await apiCalls()).flatMap(({ verb, path, input }) => {
      const { parameters = [], requestBody } = operationOf(verb, pathOf(path));
      const given = parameters.filter(({ required }) => required).map(({ name, example }) => [name, example]);
      const body = requestBody?.content["application/json"]?.example;
      const { error } = input.safeParse({ ...Object.fromEntries(given), ...(body as object) });
      return error ? [`${verb} ${path}: ${error}`] : [];
    });
    expect(refused).toEqual([]);
  });
});

test("only expected media types are used", () => {
  const types = operations.flatMap(({ requestBody, responses }) => [
    ...Object.keys(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {})),
  ]);
  expect([...new Set(types)].sort()).toEqual([
    "application/json",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/x-www-form-urlencoded",
    "text/calendar",
    "text/csv",
    "text/event-stream",
    "text/plain",
    "text/xml",
  ]);
});

test("the contract describes the SMS provider's signed forms", () => {
  for (const path of ["/api/sms/inbound", "/api/sms/status"]) {
    const { parameters, requestBody } = operationOf("POST", path);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(["application/x-www-form-urlencoded"]);
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "X-Twilio-Signature", in: "header", required: true }),
    );
  }
});

test("the contract shows the cookie name that the server uses for its public URL", async () => {
  const cookieIn = (contract: object) => z.object({ components: z.any() }).parse(contract).components;
  const secure = openApiOf([], { publicUrl: "https://clinic.example", https: true });
  expect(cookieIn(secure).securitySchemes.cookie.name).toBe("__Host-firstnight");
  expect(cookieIn(document).securitySchemes.cookie.name).toBe([...staff.cookies.keys()][0]);
});

let hours = 0;
/** Adds an order with a signed-in patient and an open time that no other example books. */
async function patient() {
  const order = await seedOrder(app);
  const client = new RecordedClient(url);
  await signInPatient(app, client, order.id);
  const start = (clinic.starts.at(-1) ?? 0) + ++hours * hour;
  await seedSlots(app, clinic.therapist, [start, start + 100 * 24 * hour]);
  const book = () =>
    client.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: clinic.therapist.name,
      datetime: iso(start),
      sms_consent: true,
    });
  return { order, client, start, book };
}

/** Returns the client of a patient with a visit. */
async function booked() {
  const { client, book } = await patient();
  await book();
  return client;
}

/** A patient with a visit and a question to answer. */
async function asked() {
  const { client, order } = await patient();
  const start_at = (clinic.starts.at(-1) ?? 0) + (200 * 24 + ++hours) * hour;
  await seedVisit(app, { order_id: order.id, therapist_id: clinic.therapist.id, start_at });
  const { id: kind_id } = await app.db
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", clinic.therapist.company_id)
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const { id } = await app.db
    .insertInto("questions")
    .values({ kind_id, position: 0, type: "short", text: "Which mask?", text_es: "¿Cuál mascarilla?" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { client, question: id };
}

/** Adds an open offer and returns its code. */
async function offerCode(): Promise<string> {
  const { id: visit_id, order_id, start_at: visit_start } = await visit();
  const time = { therapist_id: clinic.therapist.id, start_at: visit_start + 50 * 24 * hour };
  await seedSlots(app, clinic.therapist, [time.start_at]);
  const { code, columns } = newOfferCode(app);
  const now = app.clock.now();
  const offer = { order_id, visit_id, visit_start, ...time, wave: 1, sent_at: now, expires_at: now + hour };
  await app.db
    .insertInto("offers")
    .values({ ...columns, ...offer })
    .execute();
  return code;
}

/** Makes a call as a patient who has a visit. */
async function ofBooked(call: (client: Client) => Promise<Reply>): Promise<Reply> {
  const client = new RecordedClient(url);
  await signInPatient(app, client, (await visit()).order_id);
  return call(client);
}

/** Adds a visit for a new order, one hour after the previous visit. */
async function visit(status: "submitted" | "confirmed" = "submitted") {
  const order = await seedOrder(app);
  const start_at = (clinic.starts.at(-1) ?? 0) + ++hours * hour;
  return seedVisit(app, { order_id: order.id, therapist_id: clinic.therapist.id, start_at, status });
}

async function endedVisit() {
  const order = await seedOrder(app);
  const start_at = app.clock.now() - ++hours * hour;
  return seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - hour,
  });
}

async function conversation() {
  const row = await app.db
    .insertInto("threads")
    .values({ phone: `+1919555${2000 + ++hours}`, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const newUser = () =>
  staff.post("/api/admin/users", { email: `u${++hours}@clinic.example`, phone: "9195550123" });
const range = () => `start=${iso(app.clock.now())}&end=${iso(app.clock.now() + 30 * 24 * hour)}`;

async function callTask(): Promise<number> {
  const { id: orderId } = await seedOrder(app, { brightree_db: clinic.database });
  return app.db
    .transaction()
    .execute((trx) => openCallTask({ trx, app, who: operator }, { orderId, reason: "no_visit" }));
}

/** Passkeys need a host name, but the test server's URL has an IP address. */
const named = await startServer({ PUBLIC_URL: "https://clinic.example" });
const onOwnHost = {
  app: named.app,
  anonymous: () => new RecordedClient(named.url),
  async signedIn() {
    const user = await seedUser(named.app, ["staff"]);
    const client = new RecordedClient(named.url);
    client.cookies.set("__Host-firstnight", await signInStaff(named.app, client, user.id));
    return { user, client };
  },
};

/** A successful call for each path that needs more than a signed-in admin. */
const examples: Record<string, () => Promise<Reply>> = {
  "POST /api/activity/ui": () => anonymous().post("/api/activity/ui", { action: "UI_SCHEDULE_VIEW" }),
  "POST /api/login": () => anonymous().post("/api/login", { email: person.email, password: person.password }),
  "POST /api/login/verify": async () => {
    const user = await seedUser(app, ["staff"], { two_step: "email" });
    const client = anonymous();
    const first = await client.post("/api/login", { email: user.email, password: user.password });
    expectPromised("POST", "/api/login", first);
    const sent = await app.reads
      .selectFrom("outbox")
      .select("body_sealed")
      .where("recipient", "=", user.email)
      .executeTakeFirstOrThrow();
    const code = /\b\d{6}\b/.exec(app.secrets.open(sent.body_sealed))?.[0];
    return client.post("/api/login/verify", { challenge: first.json.challenge, code });
  },
  "POST /api/login/passkey/options": () => onOwnHost.anonymous().post("/api/login/passkey/options"),
  "POST /api/passkeys/options": async () => (await onOwnHost.signedIn()).client.post("/api/passkeys/options"),
  "POST /api/login/passkey": async () => {
    const { user, client } = await onOwnHost.signedIn();
    const passkey = softPasskey(onOwnHost.app.config.publicUrl);
    const created = passkey.make((await client.post("/api/passkeys/options")).json);
    const form = { name: "Laptop", response: JSON.stringify(created) };
    expect((await client.submit("/account/passkeys/new", form)).status).toBe(200);
    const signedOut = onOwnHost.anonymous();
    const options = (await signedOut.post("/api/login/passkey/options")).json;
    const reply = await signedOut.post("/api/login/passkey", { response: passkey.sign(options) });
    expect(reply.json.user_id).toBe(user.id);
    return reply;
  },
  "POST /api/sso/backchannel-logout": async () => {
    const { issuer, sign } = await startProvider(named.url);
    const secret = named.app.secrets.seal(clientSecret);
    const settings = { issuer, client_id: clientId, client_secret_sealed: secret, roles_claim: "groups" };
    await named.app.db
      .insertInto("single_sign_on")
      .values({ id: 1, ...settings, role_values: "{}", domains: "[]" })
      .execute();
    const now = Math.floor(named.clock.now() / second);
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const claims = { iss: issuer, aud: clientId, sub: "1", jti: "1", iat: now, exp: now + 60, events };
    const logout_token = await sign(claims, "logout+jwt");
    return new RecordedClient(named.url).post("/api/sso/backchannel-logout", { logout_token });
  },
  "POST /api/logout": () => anonymous().post("/api/logout"),
  "POST /api/request-password-reset": () =>
    anonymous().post("/api/request-password-reset", { email: "who@clinic.example" }),
  "POST /api/reset-password/{token}": async () => {
    const user = await seedUser(app, ["staff"]);
    await anonymous().post("/api/request-password-reset", { email: user.email });
    const sent = await app.reads
      .selectFrom("outbox")
      .select("body_sealed")
      .where("recipient", "=", user.email)
      .executeTakeFirstOrThrow();
    const token = /reset-password\/([\w-]{43})/.exec(app.secrets.open(sent.body_sealed))?.[1];
    return anonymous().post(`/api/reset-password/${token}`, { password: "a better password" });
  },
  "POST /api/session": () => staff.post("/api/session"),
  "DELETE /api/sessions": async () => {
    const client = anonymous();
    await signInStaff(app, client, (await seedUser(app, ["staff"])).id);
    return client.delete("/api/sessions");
  },
  "DELETE /api/sessions/{id}": async () => {
    await signInStaff(app, anonymous(), person.id);
    const sessions: { id: number; current: boolean }[] = (await staff.get("/api/sessions")).json;
    return staff.delete(`/api/sessions/${sessions.find((session) => !session.current)?.id}`);
  },
  "POST /api/admin/users": newUser,
  "GET /api/admin/users/{id}": () => staff.get(`/api/admin/users/${person.id}`),
  "PATCH /api/admin/users/{id}": async () =>
    staff.patch(`/api/admin/users/${(await newUser()).json.id}`, { roles: ["staff", "supervisor"] }),
  "DELETE /api/admin/users/{id}": async () => staff.delete(`/api/admin/users/${(await newUser()).json.id}`),
  "POST /api/admin/users/{id}/reset-password": async () =>
    staff.post(`/api/admin/users/${(await newUser()).json.id}/reset-password`),
  "POST /api/admin/users/{id}/hand-over": async () =>
    staff.post(`/api/admin/users/${(await newUser()).json.id}/hand-over`, { to: person.id }),
  "GET /api/appointments/{id}": async () => {
    await visit();
    return staff.get(`/api/appointments/${encodeURIComponent(clinic.therapist.name)}`);
  },
  "PATCH /api/appointments/{id}": async () => {
    const { id } = await visit();
    const start = (clinic.starts.at(-1) ?? 0) + ++hours * hour;
    return staff.patch(`/api/appointments/${id}`, { datetime: iso(start) });
  },
  "POST /api/appointments/{id}/cancel": async () =>
    staff.post(`/api/appointments/${(await visit()).id}/cancel`),
  "GET /api/call-tasks": async () => {
    await callTask();
    return staff.get("/api/call-tasks");
  },
  "POST /api/call-tasks/{id}": async () =>
    staff.post(`/api/call-tasks/${await callTask()}`, { outcome: "left_message", note: "Call after 5 PM" }),
  "POST /api/appointments/{id}/complete": async () =>
    staff.post(`/api/appointments/${(await visit("confirmed")).id}/complete`),
  "POST /api/appointments/{id}/no-show": async () =>
    staff.post(`/api/appointments/${(await endedVisit()).id}/no-show`, { reason: "patient_absent" }),
  "POST /api/appointments/{id}/undo-outcome": async () => {
    const { id } = await endedVisit();
    await staff.post(`/api/appointments/${id}/complete`);
    return staff.post(`/api/appointments/${id}/undo-outcome`);
  },
  "POST /api/appointments/{id}/undo-move": async () => {
    const { id } = await visit();
    const start = (clinic.starts.at(-1) ?? 0) + ++hours * hour;
    await staff.patch(`/api/appointments/${id}`, { datetime: iso(start), hold: true });
    return staff.post(`/api/appointments/${id}/undo-move`, {});
  },
  "POST /api/appointments/{id}/running-late": async () => {
    const { id } = await visit("confirmed");
    const start_at = app.clock.now() + 30 * minute;
    await app.db
      .updateTable("visits")
      .set({ start_at, end_at: start_at + minute })
      .where("id", "=", id)
      .execute();
    return staff.post(`/api/appointments/${id}/running-late`, {});
  },
  "POST /api/appointments/confirm": async () =>
    staff.post("/api/appointments/confirm", {
      appointment_id: (await visit()).id,
      meeting_link: "https://meet.example/abc",
    }),
  "DELETE /api/availability": async () => {
    const { start } = await patient();
    return staff.delete("/api/availability", { therapist: clinic.therapist.name, datetime: iso(start) });
  },
  "POST /api/availability/bulk": () => staff.post("/api/availability/bulk", bulk()),
  "POST /api/availability/bulk/delete": () => staff.post("/api/availability/bulk/delete", bulk()),
  "POST /api/schedule-appointment": async () => (await patient()).book(),
  "GET /api/my-appointment": async () => {
    const { client, book } = await patient();
    await book();
    return client.get("/api/my-appointment");
  },
  "PUT /api/my-language": () => anonymous().put("/api/my-language", { language: "es" }),
  "PATCH /api/my-appointment": async () => {
    const { client, book } = await patient();
    await book();
    const { start } = await patient();
    return client.patch("/api/my-appointment", { datetime: iso(start) });
  },
  "POST /api/my-appointment/cancel": async () => {
    const { client, book } = await patient();
    await book();
    return client.post("/api/my-appointment/cancel");
  },
  "POST /api/my-appointment/late": () => ofBooked((client) => client.post("/api/my-appointment/late", {})),
  "DELETE /api/my-appointment/late": () => ofBooked((client) => client.delete("/api/my-appointment/late")),
  "POST /api/my-appointment/call-me": () => ofBooked((client) => client.post("/api/my-appointment/call-me")),
  "DELETE /api/my-appointment/call-me": () =>
    ofBooked((client) => client.delete("/api/my-appointment/call-me")),
  "PUT /api/my-appointment/texts": async () => {
    const { client } = await patient();
    return client.put("/api/my-appointment/texts", { on: true });
  },
  "GET /api/my-appointment/answers": async () => {
    const { client } = await asked();
    return client.get("/api/my-appointment/answers");
  },
  "PUT /api/my-appointment/answers": async () => {
    const { client, question } = await asked();
    return client.put("/api/my-appointment/answers", { answers: { [question]: "Nasal" } });
  },
  "GET /api/my-appointment/earlier": async () => (await booked()).get("/api/my-appointment/earlier"),
  "PUT /api/my-appointment/earlier": async () =>
    (await booked()).put("/api/my-appointment/earlier", { weekdays: [1], notice_hours: 48 }),
  "DELETE /api/my-appointment/earlier": async () => (await booked()).delete("/api/my-appointment/earlier"),
  "GET /api/my-wait": async () => (await patient()).client.get("/api/my-wait"),
  "PUT /api/my-wait": async () =>
    (await patient()).client.put("/api/my-wait", { parts: ["evening"], standby: true }),
  "DELETE /api/my-wait": async () => (await patient()).client.delete("/api/my-wait"),
  "GET /api/waiting": () => staff.get("/api/waiting"),
  "POST /api/offers": async () => {
    const { order } = await patient();
    const start = (clinic.starts.at(-1) ?? 0) + 30 * 24 * hour;
    await seedSlots(app, clinic.therapist, [start]);
    const { patient_id, brightree_db } = order;
    const body = {
      therapist: clinic.therapist.name,
      start: iso(start),
      patient_ids: [{ patient_id, brightree_db }],
    };
    return staff.post("/api/offers", body);
  },
  "POST /api/offers/{token}/accept": async () => anonymous().post(`/api/offers/${await offerCode()}/accept`),
  "POST /api/offers/{token}/decline": async () =>
    anonymous().post(`/api/offers/${await offerCode()}/decline`),
  "GET /api/code-info": async () => {
    const { client, order } = await patient();
    return client.get(`/api/code-info?patient_id=${order.patient_id}`);
  },
  "POST /api/generate-code": () =>
    staff.post("/api/generate-code", {
      patient_id: 77_000 + ++hours,
      brightree_db: clinic.database,
      phone: "9195550123",
    }),
  "POST /api/resend-code/{id}": async () => {
    await examples["POST /api/generate-code"]?.();
    const codes: { id: number }[] = (await staff.get("/api/pending-access-codes")).json;
    return staff.post(`/api/resend-code/${codes[0]?.id}`);
  },
  "POST /api/validate-code": async () => {
    await examples["POST /api/generate-code"]?.();
    const codes: { code: string }[] = (await staff.get("/api/pending-access-codes")).json;
    return anonymous().post("/api/validate-code", { code: codes[0]?.code });
  },
  "GET /api/composite-appointments": async () => {
    await visit();
    return staff.get(`/api/composite-appointments?${range()}`);
  },
  "GET /api/kpi/step-orders": () => staff.get("/api/kpi/step-orders?step=4"),
  "GET /api/sms/messages": async () => staff.get(`/api/sms/messages?thread_id=${await conversation()}`),
  "PUT /api/sms/thread/{id}/star": async () =>
    staff.put(`/api/sms/thread/${await conversation()}/star`, { color: "blue" }),
  "POST /api/sms/thread/{id}/replying": async () =>
    staff.post(`/api/sms/thread/${await conversation()}/replying`),
  "DELETE /api/sms/thread/{id}/star": async () =>
    staff.delete(`/api/sms/thread/${await conversation()}/star`),
  "GET /api/sms/thread/{id}/notes": async () => staff.get(`/api/sms/thread/${await conversation()}/notes`),
  "PUT /api/sms/thread/{id}/notes": async () =>
    staff.put(`/api/sms/thread/${await conversation()}/notes`, { notes: "Calls back on Monday." }),
  "GET /api/sms/thread/{id}/tags": async () => staff.get(`/api/sms/thread/${await conversation()}/tags`),
  "POST /api/sms/thread/{id}/tags": async () =>
    staff.post(`/api/sms/thread/${await conversation()}/tags`, { tag: "Night shift" }),
  "DELETE /api/sms/thread/{id}/tags": async () =>
    staff.delete(`/api/sms/thread/${await conversation()}/tags`, { tag: "Night shift" }),
  "PUT /api/sms/thread/{id}/assign": async () =>
    staff.put(`/api/sms/thread/${await conversation()}/assign`, { user_id: person.id, name: person.name }),
  "PUT /api/sms/thread/{id}/unassign": async () =>
    staff.put(`/api/sms/thread/${await conversation()}/unassign`),
};

function bulk() {
  return {
    therapist: clinic.therapist.name,
    fromDate: iso(app.clock.now() + 200 * 24 * hour).slice(0, 10),
    toDate: iso(app.clock.now() + 202 * 24 * hour).slice(0, 10),
    startTime: "08:00",
    endTime: "10:00",
    interval: 30,
    days: [0, 1, 2, 3, 4, 5, 6],
    removeExisting: true,
  };
}

const linkOf = async () => {
  const { order } = await patient();
  await staff.post("/api/generate-code", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no,
    phone: "9195550123",
  });
  const row = await app.reads
    .selectFrom("link_codes")
    .select("code_sealed")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  return app.secrets.open(row.code_sealed);
};
examples["GET /api/shortlink/bootstrap-schedule/{code}"] = async () =>
  anonymous().get(`/api/shortlink/bootstrap-schedule/${await linkOf()}`);
examples["PUT /api/orders"] = async () =>
  anonymous().put(
    "/api/orders",
    { orders: [{ brightree_db: clinic.database, sales_order_no: "900001", patient_id: 90_001 }] },
    { authorization: `Bearer ${await makeIntegrationKey(app, operator, { name: "orders" })}` },
  );
const followedOrder = async () => {
  const followed = await seedOrder(app, { brightree_db: clinic.database });
  const started_on = localDate(app.clock.now() - 3 * day, "America/New_York");
  await app.db
    .insertInto("first_nights")
    .values({ order_id: followed.id, started_on, zone: "America/New_York", created_at: app.clock.now() })
    .execute();
  return { ...followed, started_on };
};
examples["PUT /api/usage"] = async () => {
  const { patient_id, brightree_db, started_on } = await followedOrder();
  return anonymous().put(
    "/api/usage",
    { brightree_db, patient_id, nights: [{ date: started_on, minutes: 412 }] },
    { authorization: `Bearer ${await makeIntegrationKey(app, operator, { name: "usage" })}` },
  );
};
examples["GET /api/orders/{id}/nights-evidence"] = async () =>
  staff.get(`/api/orders/${(await followedOrder()).id}/nights-evidence`);
examples["GET /nights/report.csv"] = () => staff.get("/nights/report.csv");
const openOrder = () => seedOrder(app, { brightree_db: clinic.database });
examples["POST /api/orders/{id}/close"] = async () =>
  staff.post(`/api/orders/${(await openOrder()).id}/close`, { reason: "moved_away" });
examples["POST /api/orders/{id}/reopen"] = async () => {
  const { id } = await openOrder();
  await staff.post(`/api/orders/${id}/close`, { reason: "other" });
  return staff.post(`/api/orders/${id}/reopen`);
};
examples["GET /api/order-meta"] = async () => {
  const { order } = await patient();
  return staff.get(`/api/order-meta?db=${clinic.database}&pid=${order.patient_id}`);
};
examples["POST /api/brightree/save-org"] = () =>
  staff.post("/api/brightree/save-org", { db: clinic.database, bt_org: "00123" });
examples["GET /api/brightree/patient-link"] = async () => {
  const { order } = await patient();
  return staff.get(`/api/brightree/patient-link?db=${clinic.database}&patient_id=${order.patient_id}`);
};
const addedCalendar = () =>
  staff.post(`/api/therapists/${clinic.therapist.id}/calendars`, {
    kind: "ics",
    url: "http://127.0.0.1:1/busy.ics",
  });
examples["GET /api/therapists/{id}/calendars"] = async () => {
  await addedCalendar();
  return staff.get(`/api/therapists/${clinic.therapist.id}/calendars`);
};
examples["POST /api/therapists/{id}/calendars"] = addedCalendar;
examples["DELETE /api/therapists/{id}/calendars/{calendar_id}"] = async () =>
  staff.delete(`/api/therapists/${clinic.therapist.id}/calendars/${(await addedCalendar()).json.id}`);
examples["POST /api/therapists/{id}/feed"] = () => staff.post(`/api/therapists/${clinic.therapist.id}/feed`);
examples["GET /calendar/{file}"] = async () => {
  const { url } = (await staff.post(`/api/therapists/${clinic.therapist.id}/feed`)).json;
  return anonymous().get(new URL(url).pathname);
};
examples["DELETE /api/therapists/{id}/feed"] = () =>
  staff.delete(`/api/therapists/${clinic.therapist.id}/feed`);
examples["PATCH /api/therapists/{id}"] = () =>
  staff.patch(`/api/therapists/${clinic.therapist.id}`, { review_link: "https://review.example/me" });
examples["PATCH /api/admin/therapists/{id}"] = () =>
  staff.patch(`/api/admin/therapists/${clinic.therapist.id}`, { daily_capacity: 7 });
examples["GET /api/admin/therapists/{id}/other-links"] = () =>
  staff.get(`/api/admin/therapists/${clinic.therapist.id}/other-links`);
examples["POST /api/admin/therapists/{id}/other-links"] = async () => {
  await staff.patch(`/api/admin/therapists/${clinic.therapist.id}`, {
    zoom_link: "https://meet.example/new",
  });
  return staff.post(`/api/admin/therapists/${clinic.therapist.id}/other-links`, {
    instead_of: "https://meet.example/old",
  });
};
examples["POST /api/therapists"] = async () =>
  staff.post("/api/therapists", {
    name: "New Here",
    email: "new.here@clinic.example",
    phone: "9195550147",
    company_name: (await staff.get("/api/therapists")).json[0].company_name,
    region: "NC",
    timezone: "EST",
  });

const newText = {
  phone: "",
  patient_id: null,
  brightree_db: null,
  patient_name: null,
  first_message: "Hello.",
};
const conversationRows = async () =>
  (await staff.post("/api/sms/thread/start", { ...newText, phone: `919555${3000 + ++hours}` })).json.thread
    .id;
examples["POST /api/sms/thread/start"] = () =>
  staff.post("/api/sms/thread/start", { ...newText, phone: "9195550199" });
examples["POST /api/sms/send"] = async () =>
  staff.post("/api/sms/send", { thread_id: await conversationRows(), body: "Until Monday." });
examples["POST /api/sms/thread/{id}/retry"] = async () => {
  const id = await conversationRows();
  const message = await app.db
    .selectFrom("messages")
    .select("id")
    .where("thread_id", "=", id)
    .executeTakeFirstOrThrow();
  await app.db.updateTable("outbox").set({ status: "failed" }).where("message_id", "=", message.id).execute();
  return staff.post(`/api/sms/thread/${id}/retry`, { message_id: message.id });
};
examples["GET /api/shortlink/timeline"] = async () =>
  anonymous().get(`/api/shortlink/timeline?code=${await linkOf()}`);
examples["GET /api/shortlink/timeline/{code}"] = async () =>
  anonymous().get(`/api/shortlink/timeline/${await linkOf()}`);

examples["POST /api/admin/outbox/reply"] = () =>
  staff.post("/api/admin/outbox/reply", { from: "9195550188", body: "When do you come?" });
examples["POST /api/admin/deliveries/{id}/retry"] = async () => {
  await conversationRows();
  const { id } = await app.db
    .selectFrom("outbox")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await app.db.updateTable("outbox").set({ status: "failed" }).where("id", "=", id).execute();
  return staff.post(`/api/admin/deliveries/${id}/retry`);
};

const twilio = await startFakeTwilio();
const { PUBLIC_URL: _, ...twilioSettings } = twilio.environment;
const texting = await startChecked(twilioSettings);
const fromTwilio = (path: string, form: Record<string, string>) =>
  new RecordedClient(texting.url).send(path, {
    method: "POST",
    form,
    headers: { "x-twilio-signature": signatureOf(twilio.authToken, `${texting.url}${path}`, form) },
  });
examples["POST /api/sms/inbound"] = () =>
  fromTwilio("/api/sms/inbound", { MessageSid: "SM1", From: "+19195550142", Body: "YES" });
examples["POST /api/sms/status"] = () =>
  fromTwilio("/api/sms/status?reference=1", { MessageSid: "SM2", MessageStatus: "delivered" });

for (const file of ["consent", "consent.csv", "consent.pdf"]) {
  examples[`GET /api/sms/thread/{id}/${file}`] = async () =>
    staff.get(`/api/sms/thread/${await conversationRows()}/${file}`);
}
examples["POST /api/sms/thread/{id}/consent"] = async () =>
  staff.post(`/api/sms/thread/${await conversationRows()}/consent`, { granted: true, channel: "phone" });
examples["GET /api/sms/thread/{id}/export.pdf"] = async () =>
  staff.get(`/api/sms/thread/${await conversationRows()}/export.pdf`);
examples["GET /admin/import/template.csv"] = () => staff.get("/admin/import/template.csv");
examples["GET /admin/import/template.xlsx"] = () => staff.get("/admin/import/template.xlsx");
examples["GET /admin/import/{id}/rejected.csv"] = async () => {
  const rejected = rejectedOf(app.config.dataDir, "orders");
  mkdirSync(dirname(rejected), { recursive: true });
  writeFileSync(rejected, "brightree_db,problem\r\nNOSUCH,Database not found.\r\n");
  const { id } = await app.db
    .insertInto("imports")
    .values({
      user_id: person.id,
      file_name: "orders.csv",
      stored_as: "orders",
      bytes: 100,
      status: "done",
      created_at: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return staff.get(`/admin/import/${id}/rejected.csv`);
};

const company = async () => {
  const { name } = await app.reads
    .selectFrom("companies")
    .select("name")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return name;
};
examples["GET /api/company"] = async () =>
  staff.get(`/api/company?company=${encodeURIComponent(await company())}`);
examples["PATCH /api/company"] = async () =>
  staff.patch("/api/company", { company: await company(), support_hours: "Weekdays, 8 AM to 5 PM" });

const place = async (name = `Branch ${crypto.randomUUID()}`) =>
  staff.post("/api/places", {
    company: await company(),
    name,
    address: "12 Oak Street, Peoria, IL 61602",
    timezone: "America/Chicago",
  });
const kind = async () =>
  staff.post("/api/kinds", {
    company: await company(),
    name: `Phone setup ${crypto.randomUUID()}`,
    name_es: "Por teléfono",
    mode: "phone",
    length: 30,
    booked_by: "staff",
  });
examples["GET /api/places"] = async () =>
  staff.get(`/api/places?company=${encodeURIComponent(await company())}`);
examples["POST /api/places"] = () => place();
examples["PATCH /api/places/{id}"] = async () =>
  staff.patch(`/api/places/${(await place()).json.id}`, { rooms: 2 });
examples["GET /api/kinds"] = async () =>
  staff.get(`/api/kinds?company=${encodeURIComponent(await company())}`);
examples["POST /api/kinds"] = () => kind();
examples["PATCH /api/kinds/{id}"] = async () =>
  staff.patch(`/api/kinds/${(await kind()).json.id}`, { length: 45 });

/** Each class is a day after the one before. */
let classDays = 0;
async function scheduledClass() {
  const kind = await staff.post("/api/kinds", {
    company: await company(),
    name: `Class ${crypto.randomUUID()}`,
    name_es: "Clase",
    mode: "class",
    length: 60,
    seats: 6,
    booked_by: "staff",
  });
  const therapist = await seedTherapist(app, { company_id: clinic.therapist.company_id });
  const start = iso((clinic.starts.at(-1) ?? 0) + (300 + ++classDays) * 24 * hour);
  return staff.post("/api/classes", {
    kind: kind.json.id,
    therapist: [therapist.name],
    start,
    meeting_link: "https://meet.example/class",
    accept: true,
  });
}
const classId = async () => {
  const { json } = await scheduledClass();
  return (json.classes ?? [json])[0].id as number;
};
examples["POST /api/classes"] = () => scheduledClass();
examples["PATCH /api/classes/{id}"] = async () =>
  staff.patch(`/api/classes/${await classId()}`, { seats: 8 });
examples["POST /api/classes/{id}/cancel"] = async () => staff.post(`/api/classes/${await classId()}/cancel`);

const webhookUrl = "http://127.0.0.1:9/events";
const webhook = async (): Promise<number> =>
  (
    await staff.post("/api/admin/webhooks", {
      company: await company(),
      url: webhookUrl,
      events: ["visit.moved"],
    })
  ).json.id;
examples["GET /api/admin/webhooks"] = async () =>
  staff.get(`/api/admin/webhooks?company=${encodeURIComponent(await company())}`);
examples["POST /api/admin/webhooks"] = async () =>
  staff.post("/api/admin/webhooks", {
    company: await company(),
    url: webhookUrl,
    events: ["visit.moved"],
  });
examples["DELETE /api/admin/webhooks/{id}"] = async () =>
  staff.delete(`/api/admin/webhooks/${await webhook()}`);
examples["POST /api/admin/webhooks/{id}/test"] = async () =>
  staff.post(`/api/admin/webhooks/${await webhook()}/test`);

// Event streams never end, so a proxy that validates whole responses would wait forever.
examples["GET /api/changes"] = () => staffDirect.send("/api/changes", { method: "HEAD" });
examples["GET /api/sms/stream"] = () => staffDirect.send("/api/sms/stream", { method: "HEAD" });

for (const { verb, path } of await apiCalls()) {
  const written = pathOf(path);
  test(`${verb} ${written} returns what the contract describes`, async () => {
    const isForAnyone = isOpen(operationOf(verb, written));
    const client = isForAnyone ? anonymous() : staff;
    const example = examples[`${verb} ${written}`] ?? (verb === "GET" ? () => client.get(path) : null);
    expect(example, "Add an example of this call to this file.").not.toBeNull();
    if (!example) return;
    const reply = await example();
    expectPromised(verb, written, reply);
    if (isForAnyone) {
      expect(withSession.get(reply), "An example of an open call must not have a session.").toBe(false);
    }
  });
}

test("a patient's session is enough for the timeline, and without a session or a code it returns 401", async () => {
  const { client, book } = await patient();
  await book();
  expectPromised("GET", "/api/shortlink/timeline", await client.get("/api/shortlink/timeline"));
  if (!contractTools) expect((await anonymous().get("/api/shortlink/timeline")).status).toBe(401);
});

test.runIf(contractTools)("the contract passes Redocly's recommended rules", async () => {
  const { code, output } = await lintContract(document);
  expect(code, output).toBe(0);
});

test("every path in the specification is in the contract", () => {
  const missing = specified.filter((line) => {
    const [verb = "", path = ""] = line.split(" ");
    return !operationOf(verb, path);
  });
  expect(missing).toEqual([]);
});

// Part 1, section 7; part 2, section 7; part 3, sections 7, 11 and 14.
const specified = [
  "POST /api/validate-code",
  "POST /api/login",
  "POST /api/request-password-reset",
  "POST /api/reset-password/{token}",
  "GET /api/shortlink/bootstrap-schedule/{code}",
  "GET /api/code-info",
  "GET /api/availability",
  "POST /api/schedule-appointment",
  "GET /api/shortlink/timeline/{code}",
  "GET /api/shortlink/timeline",
  "POST /api/activity/ui",
  "GET /api/therapists",
  "GET /api/appointments/{id}",
  "GET /api/unconfirmed-appointments",
  "PATCH /api/appointments/{id}",
  "POST /api/appointments/confirm",
  "POST /api/appointments/{id}/cancel",
  "POST /api/appointments/{id}/complete",
  "POST /api/appointments/{id}/no-show",
  "POST /api/appointments/{id}/undo-outcome",
  "POST /api/appointments/{id}/undo-move",
  "GET /api/order-meta",
  "GET /api/brightree/patient-link",
  "POST /api/brightree/save-org",
  "GET /api/admin/users",
  "POST /api/admin/users",
  "PATCH /api/admin/users/{id}",
  "DELETE /api/admin/users/{id}",
  "POST /api/admin/users/{id}/reset-password",
  "GET /api/admin/audit-log",
  "GET /api/composite-appointments",
  "DELETE /api/availability",
  "POST /api/availability/bulk",
  "POST /api/availability/bulk/delete",
  "GET /api/therapists/{id}/calendars",
  "POST /api/therapists/{id}/calendars",
  "DELETE /api/therapists/{id}/calendars/{calendar_id}",
  "POST /api/therapists/{id}/feed",
  "DELETE /api/therapists/{id}/feed",
  "PATCH /api/therapists/{id}",
  "GET /api/kpi/step-counts",
  "GET /api/kpi/step-orders",
  "GET /api/pending-access-codes",
  "POST /api/resend-code/{id}",
  "POST /api/generate-code",
  "GET /api/sms/threads",
  "GET /api/sms/messages",
  "POST /api/sms/send",
  "PUT /api/sms/thread/{id}/star",
  "DELETE /api/sms/thread/{id}/star",
  "GET /api/sms/thread/{id}/notes",
  "PUT /api/sms/thread/{id}/notes",
  "GET /api/sms/thread/{id}/tags",
  "POST /api/sms/thread/{id}/tags",
  "DELETE /api/sms/thread/{id}/tags",
  "PUT /api/sms/thread/{id}/assign",
  "PUT /api/sms/thread/{id}/unassign",
  "POST /api/sms/thread/start",
  "GET /api/appointments",
  "GET /api/supervisor/appointments",
  "GET /api/calendar/appointments",
  "GET /api/users",
  "GET /api/supervisor/users",
  "PUT /api/orders",
  "POST /api/logout",
  "POST /api/login/verify",
  "PATCH /api/my-appointment",
  "POST /api/my-appointment/cancel",
  // Part 4, section L.
  "POST /api/my-appointment/late",
  "POST /api/my-appointment/call-me",
  "GET /api/admin/outbox",
];
