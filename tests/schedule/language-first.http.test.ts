import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
const starts = morningStarts(app, 4);
const seed = async (name: string, languages = "[]") => {
  const therapist = await seedTherapist(app, { name, languages });
  await seedSlots(app, therapist, starts);
  return therapist;
};
await seed("Ann English");
await seed("Ben English");
const busy = await seed("Ana Busy", '["es"]');
await seed("Zoe Free", '["es"]');
const other = await seedOrder(app);
await seedVisit(app, {
  order_id: other.id,
  therapist_id: busy.id,
  start_at: (starts[0] ?? 0) + 6 * 60 * minute,
});

async function scheduleFor(language: string): Promise<PlainPage> {
  const order = await seedOrder(app, { language });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return PlainPage.open(client, "/schedule");
}

test("a patient who speaks Spanish first sees the therapist who speaks it and has the fewest visits that week", async () => {
  const page = await scheduleFor("es");
  expect(page.text).toContain("Zoe Free");
  expect(page.text).toContain("(habla español)");
  for (const name of ["Ana Busy", "Ann English", "Ben English"]) expect(page.text).not.toContain(name);
  const inEnglish = await (await page.open("/language?to=en")).open("/schedule");
  expect(inEnglish.status).toBe(200);
});

test("times with a therapist who speaks Spanish come first, even if they are days later", async () => {
  const own = await startServer();
  const starts = morningStarts(own.app, 4);
  const english = await seedTherapist(own.app, { name: "Ann English" });
  await seedSlots(own.app, english, starts);
  const spanish = await seedTherapist(own.app, { name: "Zoe Free", languages: '["es"]' });
  await seedSlots(own.app, spanish, starts.slice(-2));
  const scheduleIn = async (language: string) => {
    const order = await seedOrder(own.app, { language });
    const client = new Client(own.url);
    await signInPatient(own.app, client, order.id);
    return PlainPage.open(client, "/schedule");
  };
  const page = await scheduleIn("es");
  const order = [
    "Primeros horarios con un terapeuta que habla español",
    "Zoe Free y otros (habla español)",
    "Todos los horarios disponibles",
    "Ann English",
  ].map((text) => page.text.indexOf(text));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(page.text.match(/Zoe Free y otros \(habla español\)/g)).toHaveLength(2);
  const ids = [...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const [chosen] = page.links(/^Elegir/);
  expect((await page.open(chosen ?? "")).text).toContain("Zoe Free");
  expect((await scheduleIn("en")).text).not.toContain("speaks Spanish");
});

test("a patient who speaks English sees therapists as before", async () => {
  const page = await scheduleFor("en");
  expect(page.text).toContain("Ann English");
  expect(page.text).not.toContain("speaks Spanish");
});

test("an admin notes that a therapist speaks Spanish", async () => {
  const admin = await staffClient(server, "admin");
  const therapist = await seedTherapist(app, { name: "Lia New" });
  const page = await PlainPage.open(admin, `/therapists/${therapist.id}/edit`);
  await page.press("Save", { languages: ["es"] });
  expect((await PlainPage.open(admin, `/therapists/${therapist.id}/edit`)).values("languages")).toContain(
    "es",
  );
  const all = (await admin.get("/api/therapists")).json as { id: number; languages: string[] }[];
  expect(all.find(({ id }) => id === therapist.id)?.languages).toEqual(["es"]);
  const changed = await admin.patch(`/api/admin/therapists/${therapist.id}`, { languages: [] });
  expect(changed.json.languages).toEqual([]);
  const wrong = await admin.patch(`/api/admin/therapists/${therapist.id}`, { languages: ["xx"] });
  expect([wrong.status, wrong.json.error]).toEqual([422, "Choose from es."]);
});
