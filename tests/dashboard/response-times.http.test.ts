import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { findResponseTimes } from "~/dashboard/recovery/response-times.server";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();

test("a reply is timed from the patient's first unanswered text and counts for the person who wrote it", async () => {
  await seedDatabase(app);
  const samuel = await seedUser(app, ["supervisor"], { name: "Samuel Ridley" });
  const ruth = await seedUser(app, ["supervisor"], { name: "Ruth Sinclair" });
  const { id } = await seedConversation(app);
  const start = clock.now() - 5 * hour;
  const say = (after: number, author: number | null, direction: "in" | "out") =>
    seedMessage(app, id, "Text", {
      created_at: start + after,
      direction,
      author_user_id: author,
    });
  // Our own text first: not a reply.
  await say(0, samuel.id, "out");
  await say(10 * minute, null, "in");
  await say(15 * minute, null, "in");
  // An automated text doesn't answer.
  await say(20 * minute, null, "out");
  await say(40 * minute, samuel.id, "out");
  // A second text in a row isn't a reply.
  await say(41 * minute, ruth.id, "out");
  await say(60 * minute, null, "in");
  await say(180 * minute, ruth.id, "out");
  expect(await findResponseTimes(app, 4, "America/New_York")).toEqual([
    { id: ruth.id, name: "Ruth Sinclair", replies: 1, median: 2 * hour, withinHour: 0 },
    { id: samuel.id, name: "Samuel Ridley", replies: 1, median: 30 * minute, withinHour: 1 },
  ]);
  const client = new Client(url);
  await signInStaff(app, client, samuel.id);
  const { text } = await PlainPage.open(client, "/recovery");
  expect(text).toMatch(/Ruth Sinclair 1 2 h 0.0% .*Samuel Ridley 1 30 min 100.0%/);
});
