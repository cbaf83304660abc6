import { expect, test } from "vitest";
import { day } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { listWaitFacts } from "~/orders/list-wait-facts.server";
import { whyWaiting } from "~/orders/why-waiting";
import { aTherapist } from "../support/clinic";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedVisit } from "../support/seed";

const zone = "America/New_York";
const app = scratchApp();
const { therapist } = await aTherapist(app, { name: "Ana Ruiz" });

const sentence = async (id: number) => {
  const facts = (await listWaitFacts(app.db, [id])).get(id);
  return facts && whyWaiting(facts, zone);
};

async function withLink(opened: number | null) {
  const { id } = await seedOrder(app, { step: 5 });
  await app.db
    .insertInto("link_codes")
    .values({
      order_id: id,
      code_hash: `hash ${id}`,
      code_sealed: "",
      created_at: monday,
      sent_at: monday,
      opened_at: opened,
      last_opened_at: opened,
    })
    .execute();
  return id;
}

test("an order before step 4 waits for staff, or for the order system if its database has one", async () => {
  const { id, brightree_db } = await seedOrder(app, { step: 3, source_step: 3 });
  const own = "Waits until staff finish Obtaining Pre-Auth and send a link.";
  expect(await sentence(id)).toBe(own);
  const settings = { database_name: brightree_db, kind: "local" } as const;
  await app.db.insertInto("order_systems").values(settings).execute();
  expect(await sentence(id)).toBe(own);
  await app.db.updateTable("order_systems").set({ kind: "brightree" }).execute();
  expect(await sentence(id)).toBe("Waits for the order system to finish Obtaining Pre-Auth.");
});

test("an order in step 4 waits until staff send a link", async () => {
  expect(await sentence((await seedOrder(app, { step: 4 })).id)).toBe("Waits until staff send a link.");
});

test("a link that wasn't opened and one that was say so", async () => {
  expect(await sentence(await withLink(null))).toBe(
    "The link was sent on Mon, Mar 2. Waits for the patient to open it.",
  );
  expect(await sentence(await withLink(monday + day))).toBe(
    "Opened the link on Tue, Mar 3. Waits for the patient to choose a time.",
  );
});

test("a number without consent and a call to make come before the link", async () => {
  const id = await withLink(null);
  const phone = "+19195550177";
  await app.db.updateTable("orders").set({ phone }).where("id", "=", id).execute();
  await app.db.insertInto("threads").values({ phone, created_at: monday }).execute();
  expect(await sentence(id)).toBe("Waits for the patient to reply YES to texts.");
  await app.db
    .insertInto("call_tasks")
    .values({ order_id: id, reason: "no_visit", created_at: monday, due_at: monday })
    .execute();
  expect(await sentence(id)).toBe("Waits for a call to the patient.");
});

test("an active visit says whom or what the order waits for", async () => {
  for (const status of activeStatuses.filter((each) => each !== "pending")) {
    const { id } = await seedOrder(app, { step: status === "confirmed" ? 7 : 6 });
    const confirmed = status === "confirmed" && {
      confirmed_at: monday,
      meeting_link: "https://meet.example/a",
    };
    const start_at = monday + (status === "confirmed" ? day : 2 * day);
    await seedVisit(app, { order_id: id, therapist_id: therapist.id, start_at, status, ...confirmed });
    expect(await sentence(id)).toBe(
      status === "confirmed"
        ? "Waits for the visit on Tue, Mar 3, 10:00 AM EST."
        : "Waits until Ana Ruiz confirms the visit on Wed, Mar 4, 10:00 AM EST.",
    );
  }
});
