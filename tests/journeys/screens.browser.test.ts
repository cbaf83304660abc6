import type { ServerBuild } from "@remix-run/node";
import { beforeAll, expect, test } from "vitest";
import {
  desktop,
  expectAccessible,
  expectCalm,
  expectNoSidewaysScroll,
  phone,
  type Visitor,
  visit,
} from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedOrder, seedVisit, signInPatient, signInStaff } from "../support/seed";
import { builtServer } from "../support/server";
import { openClinic, signedIn } from "./clinic";

const clinic = await openClinic();
const { app, url } = clinic;
const now = app.clock.now();

// A name that no line of a phone holds.
const name = "Wolfeschlegelsteinhausenbergerdorff";
await app.db.updateTable("therapists").set({ name }).where("id", "=", clinic.therapist.id).execute();
const order = await seedOrder(app);
const supervisor = await signedIn(url, clinic.supervisor);
await supervisor.post("/api/generate-code", {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  sales_order_no: order.sales_order_no,
  phone: order.phone,
});
const sealed = await app.db.selectFrom("link_codes").select("code_sealed").executeTakeFirstOrThrow();
const booked = await seedVisit(app, {
  order_id: order.id,
  therapist_id: clinic.therapist.id,
  start_at: now + 3 * 86_400_000,
});
const confirmed = await seedVisit(app, {
  order_id: (await seedOrder(app, { patient_name: "Wilhelmina Featherstonehaugh-Cholmondeley" })).id,
  therapist_id: clinic.therapist.id,
  start_at: now + 4 * 86_400_000,
  status: "confirmed",
  confirmed_at: now,
  meeting_link: "https://meet.example/room",
});
await seedOrder(app);
const thread = await app.db
  .insertInto("threads")
  .values({ phone: "+19195550142", patient_name: "Ruth Avery", created_at: now })
  .returning("id")
  .executeTakeFirstOrThrow();
/** A file of orders that the admin uploaded, checked. */
beforeAll(async () => {
  const admin = new Client(url);
  await signInStaff(app, admin, clinic.admin.id);
  expect((await admin.submit("/admin/keys", { name: "Nightly export" })).status).toBe(200);
  const file = "brightree_db,patient_id,sales_order_no\nQHMS,nobody,1\n";
  const sent = await admin.upload("/admin/import", "orders.csv", file);
  expect(sent.location).toBe("/admin/import/1");
  await eventually(
    async () => (await admin.get("/admin/import/1")).text,
    (page) => !page.includes("data-working"),
  );
});

/** What stands for the parameters of an address. */
function fillIn(path: string): string[] {
  const ids = path.startsWith("visits/")
    ? [booked.id, confirmed.id]
    : path.startsWith("therapists/")
      ? [clinic.therapist.id]
      : [/^admin\/(import|keys)\//.test(path) ? 1 : clinic.user.id];
  return ids.map((id) =>
    (path.startsWith("/") ? path : `/${path}`)
      .replace(/:id\b/, String(id))
      .replace(/:code\b/, app.secrets.open(sealed.code_sealed))
      .replace(/:token\b/, "x".repeat(43))
      .replace(/:name\b/, "QHMS")
      .replace(/:step\b/, "5")
      .replace(/:threadId\??/, String(thread.id)),
  );
}

/** Every page of the build: a new one is looked at from its first day. */
const build = (await builtServer()).build as unknown as ServerBuild;
const pages = Object.values(build.routes)
  .filter((route) => route?.module.default && route.id !== "root")
  .flatMap((route) => fillIn(route?.path ?? ""));
// Pages that are there for a moment only: they show themselves after another step.
const passing = new Set(["/account/two-step/confirm", "/account/recovery-codes"]);

type SignIn = (client: Client) => Promise<string>;

/** A browser each: nobody, a patient, a therapist, an admin. */
const signIns: (SignIn | null)[] = [
  null,
  (client) => signInPatient(app, client, order.id),
  (client) => signInStaff(app, client, clinic.user.id),
  (client) => signInStaff(app, client, clinic.admin.id),
];
const people = await Promise.all(
  signIns.map(async (signIn) => {
    const visitor = await visit(url);
    if (signIn) {
      await visitor.context.addCookies([{ name: "firstnight", value: await signIn(new Client(url)), url }]);
    }
    return visitor;
  }),
);

const isForPatients = (path: string) =>
  /^\/(login|schedule|my-visit|track|reset-password|setup|terms|privacy)?(\/|$)/.test(path);

/** Opens a page as one of the people whom it lets in; the likeliest are asked first. */
async function open(path: string): Promise<Visitor | undefined> {
  const short = path.replace(/^\/(schedule|track)\/.*/, "/$1");
  for (const visitor of isForPatients(path) ? people : people.toReversed()) {
    await visitor.page.setViewportSize(phone);
    const response = await visitor.page.goto(path);
    const landed = new URL(visitor.page.url()).pathname;
    // A link that is over says so with a status of its own, on a page that must be readable too.
    const over = path.endsWith("xxx") && [404, 410].includes(response?.status() ?? 0);
    if ([path, short].includes(landed) && (response?.ok() || over)) return visitor;
  }
}

test.each([...new Set(pages)].filter((path) => !passing.has(path)))(
  "%s is for everybody, in both themes",
  async (path) => {
    const visitor = await open(path);
    if (!visitor) throw new Error(`Nobody gets to see ${path}.`);
    await expectNoSidewaysScroll(visitor.page, path);
    if (!isForPatients(path)) await visitor.page.setViewportSize(desktop);
    await expectAccessible(visitor, path);
    expectCalm(visitor);
    visitor.troubles.length = 0;
  },
  120_000,
);
