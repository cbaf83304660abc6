import type { App } from "~/boot/app.server";
import { minute } from "~/core/time";
import type { NewRow } from "~/db/tables";

let serial = 0;

/** Adds a thread without messages for a new phone number. */
export function seedConversation(app: Pick<App, "db" | "clock">, fields: Partial<NewRow<"threads">> = {}) {
  serial += 1;
  return app.db
    .insertInto("threads")
    .values({ phone: `+1919556${String(serial).padStart(4, "0")}`, created_at: app.clock.now(), ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a message and updates the thread's last message. */
export async function seedMessage(
  app: Pick<App, "db" | "clock">,
  conversationId: number,
  body: string,
  fields: Partial<NewRow<"messages">> = {},
) {
  serial += 1;
  const direction = fields.direction ?? "in";
  const at = fields.created_at ?? app.clock.now() + serial * minute;
  const message = await app.db
    .insertInto("messages")
    .values({
      thread_id: conversationId,
      direction,
      body,
      status: direction === "in" ? "received" : "sent",
      created_at: at,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable("threads")
    .set({ last_body: body, last_dir: direction, last_msg_at: at })
    .where("id", "=", conversationId)
    .execute();
  return message;
}
