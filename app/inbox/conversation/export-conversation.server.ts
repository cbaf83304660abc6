import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { formatPhone, isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { printConversation } from "../pdf/print-conversation.server";
import { type PrintedMessage, stamp, type Transcript } from "../pdf/transcript";
import { strings } from "../strings";
import { findThread } from "../threads/list-threads.server";
import { shownTitle, type Thread } from "../threads/thread";

/** What of a conversation is exported. Instants are milliseconds UTC, `to` is the first one left out. */
export interface Export {
  id: number;
  from: number | null;
  to: number | null;
  notes: boolean;
  /** IANA name of the clock on which the times are printed. */
  zone: string;
}

/** More would take minutes to print; nobody reads them in one piece. */
const mostMessages = 20_000;
const batchSize = 100;

/**
 * A conversation as PDF; the export is on record before it is printed.
 *
 * @throws Refusal "missing"; "invalid" where the messages are too many for one file
 */
export async function exportConversation(
  app: App,
  who: Staff,
  wanted: Export,
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = await findThread(app.reads, wanted.id);
  const { count, last } = await extentOf(app.reads, wanted);
  if (count > mostMessages) {
    throw new Refusal(
      "invalid",
      `These are ${count.toLocaleString("en-US")} messages. At most ${mostMessages.toLocaleString("en-US")} fit into one file: choose fewer days.`,
    );
  }
  await app.db.transaction().execute((trx) =>
    logAudit(trx, app, who, {
      action: "conversation.exported",
      subject: `thread ${wanted.id}`,
      details: { from: wanted.from, to: wanted.to, notes: wanted.notes, messages: count },
    }),
  );
  const transcript = transcriptOf(thread, who, wanted, app.clock.now());
  return printConversation(transcript, batchesOf(app.reads, wanted, last));
}

function transcriptOf(thread: Thread, who: Staff, wanted: Export, now: number): Transcript {
  const { zone, from, to } = wanted;
  const limits = [
    from === null ? null : `from ${stamp(from, zone)}`,
    to === null ? null : `until ${stamp(to - 1, zone)}`,
  ];
  return {
    title: shownTitle(thread),
    phone: formatPhone(thread.phone),
    facts: [
      [isPhoneNumber(thread.phone) ? strings.mobile : strings.sender, thread.phone],
      [strings.id, thread.patient_id === null ? "–" : String(thread.patient_id)],
      [strings.db, thread.brightree_db ?? "–"],
    ],
    zone,
    notes: wanted.notes ? thread.notes : null,
    exportedBy: who.name,
    exportedAt: now,
    range: from === null && to === null ? null : `Messages ${limits.filter(Boolean).join(" ")}`,
  };
}

function within(db: Db, { id, from, to }: Export) {
  let query = db.selectFrom("messages").where("thread_id", "=", id);
  if (from !== null) query = query.where("created_at", ">=", from);
  if (to !== null) query = query.where("created_at", "<", to);
  return query;
}

async function extentOf(db: Db, wanted: Export): Promise<{ count: number; last: number }> {
  const { count, last } = await within(db, wanted)
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("id").as("last")])
    .executeTakeFirstOrThrow();
  return { count, last: last ?? 0 };
}

/** The messages up to the last one that was counted, some hundreds at a time. */
async function* batchesOf(db: Db, wanted: Export, last: number): AsyncGenerator<PrintedMessage[]> {
  let after = 0;
  while (after < last) {
    const rows = await within(db, wanted)
      .select(["id", "direction", "body", "status", "error", "created_at", "released_at", "media_count"])
      .where("id", ">", after)
      .where("id", "<=", last)
      .orderBy("id")
      .limit(batchSize)
      .execute();
    after = rows.at(-1)?.id ?? last;
    yield rows;
    // Others get their turn between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
