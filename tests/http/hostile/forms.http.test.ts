import fc from "fast-check";
import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { cases } from "../../support/cases";
import type { Client } from "../../support/client";
import { formsIn, seedFullClinic, type Visitor, visitors } from "../../support/full-clinic";
import { pageRoutes } from "../../support/routes";
import { startServer } from "../../support/server";
import { hostileTexts } from "./texts";

const server = await startServer({ TRUST_PROXY: "1" });
const { app } = server;
const clinic = await seedFullClinic(server);
const { visit, order, therapist, starts, user } = clinic;

const fitting = [
  String(visit.id),
  String(order.id),
  String(therapist.id),
  String(user.id),
  therapist.name,
  order.brightree_db,
  order.phone ?? "",
  iso(starts[3] ?? 0),
  `${iso(starts[3] ?? 0)}|${therapist.name}`,
  "2026-03-04",
  "09:30",
  "30",
  "on",
  "1",
  "https://meet.example/room",
  "somebody@clinic.example",
  "a key of the page",
  ...[
    "preview",
    "add",
    "remove",
    "apply",
    "keep",
    "drop",
    "undo",
    "import",
    "confirm",
    "cancel",
    "reassign",
    "save",
  ],
];
const value = fc.oneof(
  fc.constantFrom(...fitting),
  fc.constantFrom(...hostileTexts),
  fc.string({ maxLength: 20 }),
);

async function findForms() {
  const found = new Map<string, { who: Visitor; action: string; names: string[]; post: boolean }>();
  for (const { path, acceptsForms } of await pageRoutes()) {
    const address = clinic.addressOf(path);
    for (const who of visitors) {
      const page = await (await clinic.enter(who)).get(address);
      for (const { action, names, post } of formsIn(page.text, address)) {
        found.set(`${who} ${post} ${action.split("?")[0]} ${names.join()}`, { who, action, names, post });
      }
      // A page may accept forms that it doesn't show in its current state.
      if (acceptsForms && page.status === 200) {
        found.set(`${who} ${path}`, { who, action: address, names: ["act", "intent", "id"], post: true });
      }
    }
  }
  return [...found.values()];
}

const forms = await findForms();

test("the test covers forms", () => {
  expect(forms.length).toBeGreaterThan(60);
});

function send(client: Client, form: (typeof forms)[number], fields: Record<string, string>, from: string) {
  const headers = { "x-forwarded-for": from };
  if (form.post) return client.send(form.action, { method: "POST", form: fields, headers });
  const query = new URLSearchParams(fields);
  return client.get(`${form.action.split("?")[0]}?${query}`, headers);
}

test("submitting any text in any form returns a valid page and never redirects to another site", async () => {
  let run = 0;
  for (const form of forms) {
    const fields = fc.record(Object.fromEntries(form.names.map((name) => [name, value])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, async (filled) => {
        run += 1;
        await app.db.deleteFrom("sessions").execute();
        const client = await clinic.enter(form.who);
        const reply = await send(
          client,
          form,
          filled as Record<string, string>,
          `203.0.${run >> 8}.${run & 255}`,
        );
        expect(reply.status).toBeLessThan(500);
        expect(reply.text).not.toMatch(/<script>alert|SQLITE_|node_modules|\n\s+at \w+ \(/);
        const location = reply.headers.get("location");
        if (location) expect(new URL(location, server.url).origin).toBe(server.url);
      }),
      { seed: Number(process.env.SEED ?? 2026), numRuns: Number(process.env.RUNS ?? cases(1, 4)) },
    );
  }
}, 240_000);
