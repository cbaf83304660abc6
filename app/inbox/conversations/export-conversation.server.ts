import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { printConversation, requirePlace } from "../pdf/print-conversation.server";
import { type ExportProgress, type PrintedMessage, stamp, type Transcript } from "../pdf/transcript";
import { type Conversation, factsOf, shownTitle } from "./conversation";
import { findConversation } from "./list-conversations.server";

interface Export {
  id: number;
  from: number | null;
  to: number | null;
  notes: boolean;
  zone: string;
  /** Aborts when the client leaves. */
  gone: AbortSignal;
}

const mostMessages = 20_000;
const batchSize = 100;

const runningExports = new WeakMap<App, Map<string, ExportProgress>>();
const exportKey = (userId: number, conversationId: number) => `${userId}:${conversationId}`;

export const findExportProgress = (app: App, userId: number, conversationId: number): ExportProgress | null =>
  runningExports.get(app)?.get(exportKey(userId, conversationId)) ?? null;

/** Exports a conversation as a PDF. Writes the audit entry first. @throws Refusal "missing", "invalid", "too-many" */
export async function exportConversation(
  app: App,
  who: Staff,
  input: Export,
): Promise<Uint8Array<ArrayBuffer>> {
  requirePlace(who.userId);
  const conversation = await findConversation(app.reads, input.id);
  const { count, last } = await messagesWithin(app.reads, input)
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("id").as("last")])
    .executeTakeFirstOrThrow();
  if (count > mostMessages) {
    const [found, most] = [count, mostMessages].map((number) => number.toLocaleString("en-US"));
    throw new Refusal(
      "invalid",
      `This date range has ${found} messages. A PDF can have at most ${most}. Choose a shorter range.`,
    );
  }
  await app.db.transaction().execute((trx) =>
    logAudit({ trx, app, who }, "conversation.exported", `thread ${input.id}`, {
      from: input.from,
      to: input.to,
      notes: input.notes,
      messages: count,
    }),
  );
  const running = runningExports.get(app) ?? new Map<string, ExportProgress>();
  runningExports.set(app, running);
  const key = exportKey(who.userId, input.id);
  try {
    return await printConversation({
      transcript: transcriptOf(conversation, who, input, app.clock.now()),
      batches: readBatches(app.reads, input, last ?? 0),
      userId: who.userId,
      gone: input.gone,
      report: (progress) => running.set(key, progress),
    });
  } finally {
    running.delete(key);
  }
}

function transcriptOf(conversation: Conversation, who: Staff, input: Export, now: number): Transcript {
  const { zone, from, to } = input;
  const limits = [
    from === null ? null : `from ${stamp(from, zone)}`,
    to === null ? null : `until ${stamp(to - 1, zone)}`,
  ];
  return {
    title: shownTitle(conversation),
    phone: formatPhone(conversation.phone),
    facts: factsOf(conversation, conversation.phone),
    zone,
    notes: input.notes ? conversation.notes : null,
    exportedBy: who.name,
    exportedAt: now,
    range: from === null && to === null ? null : `Messages ${limits.filter(Boolean).join(" ")}`,
  };
}

function messagesWithin(db: Db, { id, from, to }: Export) {
  let query = db.selectFrom("messages").where("thread_id", "=", id);
  if (from !== null) query = query.where("created_at", ">=", from);
  if (to !== null) query = query.where("created_at", "<", to);
  return query;
}

async function* readBatches(db: Db, input: Export, last: number): AsyncGenerator<PrintedMessage[]> {
  let after = 0;
  while (after < last) {
    const rows = await messagesWithin(db, input)
      .select(["id", "direction", "body", "status", "error", "created_at", "released_at", "media_count"])
      .where("id", ">", after)
      .where("id", "<=", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    after = rows.at(-1)?.id ?? last;
    yield rows;
    await yieldToEventLoop();
  }
}
