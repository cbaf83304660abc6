import { beforeAll, expect, test } from "vitest";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const supervisor = new Client(url);
const ids: number[] = [];

beforeAll(async () => {
  await seedDatabase(app);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  for (const name of ["Ann Oldest", "Ben Middle", "Cleo Newest"]) {
    const { id } = await seedConversation(app, { patient_name: name, brightree_db: "QHMS", sms_consent: 1 });
    clock.set(clock.now() + 60_000);
    await seedMessage(app, id, `Question from ${name}`, { created_at: clock.now() });
    ids.push(id);
  }
});

const listed = async (query: string) => {
  const { json } = await supervisor.get(`/api/sms/threads?${query}`);
  return json.map(({ id }: { id: number }) => id);
};

test("Unanswered lists the patient who has waited the longest first, across pages", async () => {
  expect(await listed("filter=unanswered")).toEqual(ids);
  const first = await supervisor.get("/api/sms/threads?filter=unanswered&limit=2");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  expect(await listed(new URL(next, url).search.slice(1))).toEqual(ids.slice(2));
  expect(await listed("folder=all")).toEqual(ids.toReversed());
});

test("in the Unanswered list, Send opens the next conversation; the user can turn this off", async () => {
  const [oldest, middle] = ids;
  const account = await PlainPage.open(supervisor, "/account");
  const off = await account.press("Save messaging settings", { send_opens_next: null });
  const stays = await PlainPage.open(supervisor, `/messages/${oldest}?filter=unanswered`);
  expect((await stays.press("Send", { body: "Hello Ann" })).address).toBe(
    `/messages/${oldest}?filter=unanswered`,
  );
  await off.press("Save messaging settings", { send_opens_next: "on" });
  await seedMessage(app, oldest ?? 0, "One more question", { created_at: clock.now() - 3_600_000 });
  const page = await PlainPage.open(supervisor, `/messages/${oldest}?filter=unanswered`);
  const next = await page.press("Send", { body: "Hello again" });
  expect(next.address).toBe(`/messages/${middle}?filter=unanswered`);
  expect(next.text).not.toContain("Ann Oldest");
});

test("from All Chats, Send stays in the conversation", async () => {
  const page = await PlainPage.open(supervisor, `/messages/${ids[1]}`);
  expect((await page.press("Send", { body: "Hello Ben" })).address).toBe(`/messages/${ids[1]}`);
});

test("with several companies, the first text to an unknown number asks which one it comes from", async () => {
  const other = await seedCompany(app, "Carolina Sleep");
  const first = { phone: "3365550155", brightree_db: "", first_message: "Hello, is this Ada?" };
  const start = await PlainPage.open(supervisor, "/messages/start");
  const asked = await start.press("Send", { ...first, company_id: "" });
  expect(asked.status).toBe(422);
  expect(asked.text).toContain("Choose the company that the text comes from.");
  const sent = await asked.press("Send", {
    ...first,
    company_id: String(other),
  });
  expect(sent.text).toContain("Carolina Sleep: May we text you");
  // It is asked once.
  expect(sent.html).not.toContain('name="company_id"');

  const stranger = await seedConversation(app, { sms_consent: 1 });
  await seedMessage(app, stranger.id, "Who is this?");
  const open = await PlainPage.open(supervisor, `/messages/${stranger.id}`);
  const replied = await open.press("Send", { body: "The sleep clinic", company_id: String(other) });
  expect(replied.text).toContain("The sleep clinic");
  expect(replied.html).not.toContain('name="company_id"');

  const order = await seedOrder(app, { phone: "+13365550156" });
  const known = await PlainPage.open(supervisor, "/messages/start");
  const started = await known.press("Send", { phone: String(order.phone), first_message: "Hello" });
  expect(started.address).toMatch(/^\/messages\/\d+$/);
});
