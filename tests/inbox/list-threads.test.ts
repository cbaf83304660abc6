import { beforeAll, expect, test } from "vitest";
import { day } from "~/core/time";
import type { Staff } from "~/core/who";
import { finishConversation } from "~/inbox/conversations/change-conversation.server";
import type { Folder } from "~/inbox/conversations/conversation";
import { readCursor } from "~/inbox/conversations/conversation-cursor";
import { countFolders, listConversations } from "~/inbox/conversations/list-conversations.server";
import { touchConversation } from "~/messages/conversations/touch-conversation.server";
import { countUnanswered } from "~/messages/conversations/unanswered.server";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder } from "../support/seed";
import { seedStaff } from "../support/users";

const app = scratchApp();
let me = 0;
let supervisor: Staff;
const id: Record<string, number> = {};

beforeAll(async () => {
  supervisor = await seedStaff(app, ["supervisor"]);
  me = supervisor.userId;
  await seedDatabase(app);
  await seedOrder(app, { patient_id: 40012, dob: "1926-01-31", phone: "+19195550123" });
  const maria = await seedConversation(app, {
    phone: "+19195550123",
    patient_id: 40012,
    patient_name: "María Núñez",
    brightree_db: "QHMS",
  });
  const stranger = await seedConversation(app, { phone: "+13365550177" });
  const li = await seedConversation(app, { phone: "+17045550150", patient_name: "Jo Li", star_color: "red" });
  const empty = await seedConversation(app, {
    patient_id: 7,
    assignee_user_id: me,
    created_at: app.clock.now() - day,
  });
  Object.assign(id, { maria: maria.id, stranger: stranger.id, li: li.id, empty: empty.id });
  await seedMessage(app, maria.id, "Does the mask fit with a beard?");
  await seedMessage(app, maria.id, "It does, with the small cushion.", { direction: "out" });
  await seedMessage(app, stranger.id, "Is this the clinic? My mask is loose");
  await seedMessage(app, li.id, "See you on Tuesday", { direction: "out" });
});

const list = async (q?: string, folder: Folder = "all") =>
  (await listConversations(app.reads, { folder, userId: me, q, limit: 50 })).threads.map(
    (conversation) => conversation.id,
  );

test("threads are sorted by newest message, and empty threads by creation time", async () => {
  expect(await list()).toEqual([id.li, id.stranger, id.maria, id.empty]);
});

test("each folder lists its own threads", async () => {
  expect(await list(undefined, "patients")).toEqual([id.li, id.maria, id.empty]);
  expect(await list(undefined, "starred")).toEqual([id.li]);
  expect(await list(undefined, "assigned")).toEqual([id.empty]);
});

test("All Chats shows the number of threads whose last message is inbound", async () => {
  expect(await countFolders(app.reads, me)).toEqual({ all: 1, patients: 3, starred: 1, assigned: 1 });
});

test("a thread marked as done doesn't count as unanswered until the patient texts again", async () => {
  const conversation = await seedConversation(app, { brightree_db: "QHMS" });
  await seedMessage(app, conversation.id, "Thank you!");
  const unanswered = async () => {
    const { threads: conversations } = await listConversations(app.reads, {
      folder: "all",
      filter: "unanswered",
      userId: me,
      limit: 50,
    });
    expect(await countUnanswered(app.reads)).toBe(conversations.length);
    expect(await countUnanswered(app.reads, "QHMS")).toBe(
      conversations.some(({ id }) => id === conversation.id) ? 1 : 0,
    );
    return conversations.map(({ id }) => id);
  };
  expect(await unanswered()).toContain(conversation.id);
  const { all } = await countFolders(app.reads, me);
  await finishConversation(app, supervisor, { id: conversation.id, isDone: true });
  expect(await unanswered()).not.toContain(conversation.id);
  // All Chats counts the threads whose last message is inbound, whether done or not.
  expect((await countFolders(app.reads, me)).all).toBe(all);
  await finishConversation(app, supervisor, { id: conversation.id, isDone: false });
  expect(await unanswered()).toContain(conversation.id);
  await finishConversation(app, supervisor, { id: conversation.id, isDone: true });
  await touchConversation(app.db, conversation.id, {
    body: "One more thing",
    direction: "in",
    at: app.clock.now(),
  });
  expect(await unanswered()).toContain(conversation.id);
  await app.db.deleteFrom("messages").where("thread_id", "=", conversation.id).execute();
  await app.db.deleteFrom("threads").where("id", "=", conversation.id).execute();
  expect(await unanswered()).not.toContain(conversation.id);
});

test.each([
  ["a name without its accents", "maria nunez", "maria"],
  ["part of a name", "arí", "maria"],
  ["a two-letter name", "li", "li"],
  ["a phone number in national format", "(919) 555-0123", "maria"],
  ["the last digits of a phone number", "5550177", "stranger"],
  ["a patient ID", "40012", "maria"],
  ["a date of birth", "1/31/1926", "maria"],
  ["an eight-digit date of birth", "01311926", "maria"],
  ["words from a message in any order", "cushion small", "maria"],
  ["the beginning of a word", "Tues", "li"],
])("a search finds a thread by %s", async (_what, q, whom) => {
  expect(await list(q)).toEqual([id[whom]]);
});

test("a search for a word lists the thread with the newest matching message first", async () => {
  expect(await list("mask")).toEqual([id.stranger, id.maria]);
});

test("a search covers only the current folder", async () => {
  expect(await list("mask", "patients")).toEqual([id.maria]);
});

test.each(['"', "*", "' or 1=1 --", "%", "_", "NEAR(", "🙂", "\\"])("a search for %s works", async (q) => {
  expect(await list(q)).toEqual([]);
});

test("the pages of a list or search contain every thread exactly once", async () => {
  for (const q of [undefined, "the"]) {
    for (let nth = 0; q && nth < 5; nth++) {
      const { id: conversation } = await seedConversation(app, {
        patient_name: nth < 2 ? "Theodora the Great" : null,
      });
      await seedMessage(app, conversation, `Call number ${nth} about the visit`);
      await seedMessage(app, conversation, `Call number ${nth} again, about the visit`);
    }
    const whole = await list(q);
    const paged: number[] = [];
    for (let next: string | null = "start"; next && paged.length < 50; ) {
      const page = await listConversations(app.reads, {
        folder: "all",
        userId: me,
        q,
        limit: 2,
        cursor: readCursor(next) ?? undefined,
      });
      paged.push(...page.threads.map((conversation) => conversation.id));
      next = page.next;
    }
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
  }
});

test("a search finds older threads even if a newer one has thousands of matches", async () => {
  const say = async (count: number) => {
    const { id: conversation } = await seedConversation(app);
    const rows = Array.from({ length: count }, (_, nth) => ({
      thread_id: conversation,
      direction: "in" as const,
      body: `Humidifier ${nth}`,
      status: "received" as const,
      created_at: app.clock.now(),
    }));
    for (let at = 0; at < count; at += 1000) {
      await app.db
        .insertInto("messages")
        .values(rows.slice(at, at + 1000))
        .execute();
    }
    return conversation;
  };
  const [early, middle, talkative] = [await say(1), await say(2), await say(7000)];
  await seedMessage(app, middle, "My humidifier again");
  const found: number[] = [];
  let pages = 0;
  for (let next: string | null = "start"; next && pages < 20; pages++) {
    const page = await listConversations(app.reads, {
      folder: "all",
      userId: me,
      q: "humidifier",
      limit: 2,
      cursor: readCursor(next) ?? undefined,
    });
    found.push(...page.threads.map((conversation) => conversation.id));
    next = page.next;
  }
  expect(found).toEqual([middle, talkative, early]);
});
