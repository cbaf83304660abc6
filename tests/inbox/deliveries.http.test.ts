import { expect, test } from "vitest";
import { messageKinds } from "~/messages/message-kinds";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
await seedDatabase(app);

test("Deliveries names every kind of text in words", async () => {
  const kinds = Object.keys(messageKinds);
  const now = app.clock.now();
  await app.db
    .insertInto("outbox")
    .values(
      kinds.map((kind) => ({
        kind,
        channel: "sms" as const,
        recipient: "+19195550123",
        body_sealed: app.secrets.seal("Hello"),
        status: "failed" as const,
        created_at: now,
        not_before: now,
      })),
    )
    .execute();
  const page = (await (await staffClient(server, "admin")).get("/admin/deliveries")).text;
  const shown = page.replaceAll("&#x27;", "'");
  for (const [kind, { label: name }] of Object.entries(messageKinds)) {
    expect(shown).toContain(`>${name}<`);
    expect(shown).not.toContain(`>${kind}<`);
  }
});
