import { sortedByName } from "~/core/by-name";
import { invalidField } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { whereOrderOf } from "~/messages/conversations/orders-of-conversation.server";

export type Sender = Pick<Row<"companies">, "id" | "name">;

/** All companies if there are several; otherwise none, because there is nothing to choose. */
export async function listSenders(db: Db): Promise<Sender[]> {
  const companies = await db
    .selectFrom("companies")
    .select(["id", "name"])
    .orderBy("name")
    .limit(500)
    .execute();
  return companies.length > 1 ? sortedByName(companies) : [];
}

type Unknown = Pick<Row<"threads">, "phone" | "patient_id" | "brightree_db" | "company_id">;

/** The companies that staff choose from before the first text to a number without an order or a database. */
export async function listSendersFor(db: Db, conversation: Unknown): Promise<Sender[]> {
  if (conversation.brightree_db !== null || conversation.company_id !== null) return [];
  const senders = await listSenders(db);
  if (senders.length === 0) return [];
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where(whereOrderOf(conversation))
    .limit(1)
    .executeTakeFirst();
  return order ? [] : senders;
}

/**
 * Saves the company that texts an unknown number.
 * @param companyId null if the user was asked but chose none; undefined if the caller doesn't ask
 * @throws Refusal "invalid" if a company must be chosen
 */
export async function chooseSender(
  trx: Db,
  conversation: Unknown & { id: number },
  companyId: number | null | undefined,
): Promise<void> {
  if (companyId === undefined) return;
  const senders = await listSendersFor(trx, conversation);
  if (senders.length === 0) return;
  if (!senders.some(({ id }) => id === companyId)) {
    throw invalidField("company_id", "Choose the company that the text comes from.");
  }
  await trx.updateTable("threads").set({ company_id: companyId }).where("id", "=", conversation.id).execute();
}
