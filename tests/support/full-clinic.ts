import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "./client";
import { agree, openConversation, say, write } from "./http-actions";
import { seedClinic, seedOrder, seedUser, seedVisit, signInPatient, signInStaff } from "./seed";

export const visitors = ["staff", "patient", "newcomer", "anonymous"] as const;
export type Visitor = (typeof visitors)[number];

type Server = { app: Parameters<typeof seedClinic>[0] & App; url: string };

/** Seeds a clinic with every kind of data. Also returns values for each path parameter. */
export async function seedFullClinic({ app, url }: Server) {
  const clinic = await seedClinic(app);
  const { therapist, order, starts, database } = clinic;
  const booked = await seedOrder(app, { brightree_db: database });
  const visit = await seedVisit(app, {
    order_id: booked.id,
    therapist_id: therapist.id,
    start_at: starts[12] ?? 0,
    note: "gate code 4711",
  });
  const past = await seedOrder(app, { brightree_db: database });
  await seedVisit(app, {
    order_id: past.id,
    therapist_id: therapist.id,
    start_at: (starts[0] ?? 0) - 7 * day,
    status: "no show",
  });
  const phone = booked.phone ?? "";
  await agree(app, phone);
  await say(app, phone, "When will you come?");
  await write(app, phone, "Tomorrow.");
  const conversation = await openConversation(app, phone);
  await app.db
    .updateTable("threads")
    .set({ notes: "calls back in the evening", patient_name: "Ann Shown" })
    .where("id", "=", conversation.id)
    .execute();
  await app.db.insertInto("thread_tags").values({ thread_id: conversation.id, tag: "later" }).execute();
  const user = await seedUser(app, ["admin", "supervisor", "therapist"]);
  await app.db
    .updateTable("therapists")
    .set({ user_id: user.id, review_link: "https://review.example/a" })
    .where("id", "=", therapist.id)
    .execute();
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, booked.id));
  /** Opens a new session for each call, because some requests end the session. */
  const enter = async (who: Visitor): Promise<Client> => {
    const client = new Client(url);
    if (who === "staff") await signInStaff(app, client, user.id);
    // The patient has a visit; the newcomer has none yet.
    if (who === "patient") await signInPatient(app, client, booked.id, "link");
    if (who === "newcomer") await signInPatient(app, client, order.id, "code");
    return client;
  };
  const idIn: [RegExp, string | number][] = [
    [/^\/visits/, visit.id],
    [/^\/therapists/, therapist.id],
    [/^\/admin\/users/, user.id],
    [/./, 1],
  ];
  /** Fills in the parameters of a path. */
  const addressOf = (path: string) =>
    path
      .replace("/:conversationId?", `/${conversation.id}`)
      .replace(":conversationId", String(conversation.id))
      .replace(":id", String(idIn.find(([pattern]) => pattern.test(path))?.[1]))
      .replace(":name", database)
      .replace(":step", "6")
      .replace(":code", link)
      .replace(":token", "x".repeat(43));
  return { ...clinic, booked, visit, thread: conversation, user, link, enter, addressOf };
}

/** Lists the forms of a page with their method, action, and field names. */
export function formsIn(html: string, address: string) {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = "", body = ""]) => ({
    post: /method="post"/i.test(head),
    action: (/action="([^"]*)"/.exec(head)?.[1] ?? address).replaceAll("&amp;", "&"),
    names: [...new Set([...body.matchAll(/\sname="([^"]+)"/g)].map(([, name = ""]) => name))],
  }));
}
