import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { findCompany } from "~/company/company.server";
import { inLanguage } from "~/core/language/language-scope.server";
import type { Language } from "~/core/language/languages";
import { formatPhone } from "~/core/phone";
import { invalidField, Refusal } from "~/core/refusal";
import { firstName } from "~/core/short-name";
import type { Staff } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConversationLanguage } from "~/messages/conversations/find-conversation-language.server";
import { findSendingCompany } from "~/messages/conversations/find-sending-company.server";
import { whenInText } from "~/visits/visit-times";
import type { Conversation } from "../conversations/conversation";
import type { Work } from "../conversations/find-work.server";
import { defaultReplies } from "./default-replies-strings";
import {
  type FilledReplies,
  type FilledReply,
  fillPlaceholders,
  mostReplies,
  type Values,
} from "./saved-reply";
import type { AddDefaults, AddReply, ChangeReply } from "./saved-reply-schema";

const texts = ["name", "text_en", "text_es"] as const;

const nameTaken = (error: unknown): Refusal | null =>
  isDuplicate(error, "saved_replies.company_id, saved_replies.name")
    ? invalidField("name", "Another saved reply has this name.")
    : null;

export type SavedReply = Row<"saved_replies">;

export function listSavedReplies(db: Db, companyId: number): Promise<SavedReply[]> {
  return db
    .selectFrom("saved_replies")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function findSavedReply(db: Db, id: number) {
  const reply = await db
    .selectFrom("saved_replies")
    .innerJoin("companies", "companies.id", "saved_replies.company_id")
    .selectAll("saved_replies")
    .select("companies.name as company")
    .where("saved_replies.id", "=", id)
    .executeTakeFirst();
  if (!reply) throw new Refusal("missing", "Saved reply not found.");
  return reply;
}

type NewReply = Omit<AddReply, "company">;

export async function addReply(app: App, who: Staff, { company, ...reply }: AddReply): Promise<void> {
  try {
    await app.db.transaction().execute(async (trx) => {
      const { id } = await findCompany(trx, company);
      await insertReply({ trx, app, who }, id, reply);
    });
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}

/** Adds the default replies whose names the company doesn't use yet. */
export function addDefaultReplies(app: App, who: Staff, { company }: AddDefaults): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { id } = await findCompany(trx, company);
    const names = new Set((await listSavedReplies(trx, id)).map(({ name }) => name.toLowerCase()));
    for (const reply of defaultReplies) {
      if (!names.has(reply.name.toLowerCase())) await insertReply({ trx, app, who }, id, reply);
    }
  });
}

async function insertReply({ trx, app, who }: Tx<Staff>, companyId: number, reply: NewReply): Promise<void> {
  const replies = await listSavedReplies(trx, companyId);
  if (replies.length >= mostReplies) {
    throw new Refusal("conflict", `A company can have ${mostReplies} saved replies. Delete one first.`);
  }
  const { id } = await trx
    .insertInto("saved_replies")
    .values({ ...reply, company_id: companyId, position: (replies.at(-1)?.position ?? 0) + 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logAudit({ trx, app, who }, "saved-reply.added", `saved reply ${id}`, {
    company: companyId,
    name: reply.name,
  });
}

/** @returns the company's name */
export async function changeReply(app: App, who: Staff, input: ChangeReply): Promise<string> {
  const { id, version, position, ...fields } = input;
  try {
    return await app.db.transaction().execute(async (trx) => {
      const before = await findSavedReply(trx, id);
      if (version !== undefined && version !== before.version) {
        throw new Refusal(
          "conflict",
          "Another user changed this reply. Copy what you need, then reload the page.",
        );
      }
      const changed: string[] = texts.filter((field) => fields[field] !== before[field]);
      if (position !== undefined && (await moveReply(trx, before, position))) changed.push("position");
      if (changed.length === 0) return before.company;
      await trx
        .updateTable("saved_replies")
        .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await logAudit({ trx, app, who }, "saved-reply.changed", `saved reply ${id}`, {
        company: before.company_id,
        name: fields.name,
        fields: changed,
      });
      return before.company;
    });
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}

/** Renumbers the company's replies from 1. @returns whether this one moved */
async function moveReply(trx: Db, reply: SavedReply, position: number): Promise<boolean> {
  const replies = await listSavedReplies(trx, reply.company_id);
  const from = replies.findIndex(({ id }) => id === reply.id);
  const to = Math.min(position, replies.length) - 1;
  if (from === to) return false;
  const inOrder = replies.toSpliced(from, 1).toSpliced(to, 0, reply);
  for (const [index, { id }] of inOrder.entries()) {
    await trx
      .updateTable("saved_replies")
      .set({ position: index + 1 })
      .where("id", "=", id)
      .execute();
  }
  return true;
}

/** @returns the company's name */
export function deleteReply(app: App, who: Staff, id: number): Promise<string> {
  return app.db.transaction().execute(async (trx) => {
    const { company, company_id: companyId, name } = await findSavedReply(trx, id);
    await trx.deleteFrom("saved_replies").where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "saved-reply.deleted", `saved reply ${id}`, {
      company: companyId,
      name,
    });
    return company;
  });
}

export async function fillReplies(
  app: Pick<App, "reads" | "clock">,
  { thread: conversation, work }: { thread: Conversation; work: Work },
): Promise<FilledReplies> {
  const company = await findSendingCompany(app.reads, conversation, work?.orderId);
  const replies = company.id === null ? [] : await listSavedReplies(app.reads, company.id);
  const { language } = await findConversationLanguage(app.reads, conversation, work?.orderId);
  const visit = work?.visit && work.visit.end_at > app.clock.now() ? work.visit : null;
  const valuesIn = (shown: Language): Values => ({
    first_name: firstName(work?.patientName ?? conversation.patient_name),
    therapist: visit?.therapist ?? null,
    visit_time: visit && inLanguage({ language: shown }, () => whenInText(visit)),
    company: company.name,
    phone: company.phone && formatPhone(company.phone),
  });
  const values = { en: valuesIn("en"), es: valuesIn("es") };
  const filled = replies.map((reply) => ({
    id: reply.id,
    name: reply.name,
    texts: textsOf(reply, language).map((text) => ({
      ...text,
      text: fillPlaceholders(text.text, values[text.language]),
    })),
    lacksSpanish: reply.text_es === null,
  }));
  return { company: company.name, replies: filled };
}

function textsOf({ text_en: english, text_es: spanish }: SavedReply, first: Language) {
  const texts: FilledReply["texts"] = [{ language: "en", text: english }];
  if (spanish !== null) texts.push({ language: "es", text: spanish });
  return first === "en" ? texts : texts.toReversed();
}
