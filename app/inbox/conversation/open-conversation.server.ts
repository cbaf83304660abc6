import type { Db } from "~/db/open.server";
import { listConsents } from "~/messages/consent/consents.server";
import { listAssignees } from "../threads/assignees.server";
import { findThread } from "../threads/list-threads.server";
import { findWork } from "./find-work.server";
import { listMessages } from "./messages.server";
import { listRepliers } from "./replying.server";

const messagesShown = 50;

interface Opening {
  /** Lists the messages before this one instead of the newest. */
  before?: number;
  userId: number;
  now: number;
}

export type OpenConversation = Awaited<ReturnType<typeof openConversation>>;

export async function openConversation(db: Db, threadId: number, { before, userId, now }: Opening) {
  const thread = await findThread(db, threadId);
  const found = await listMessages(db, threadId, { before, limit: messagesShown + 1 });
  return {
    thread,
    messages: found.slice(-messagesShown),
    earlier: found.length > messagesShown,
    ledger: await listConsents(db, thread.phone),
    assignees: await listAssignees(db),
    work: await findWork(db, thread),
    repliers: await listRepliers(db, { threadId, userId, now }),
  };
}
