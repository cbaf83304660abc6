import type { Db } from "~/db/open.server";
import { listConsents } from "~/messages/consent/consents.server";
import { listAssignees } from "./assignees.server";
import { findWork } from "./find-work.server";
import { findConversation } from "./list-conversations.server";
import { listMessages } from "./messages.server";
import { listRepliers } from "./replying.server";
import { listSendersFor } from "./sender.server";

const messagesShown = 50;

interface Opening {
  /** Lists the messages before this one instead of the newest. */
  before?: number;
  userId: number;
  now: number;
}

export type OpenConversation = Awaited<ReturnType<typeof openConversation>>;

export async function openConversation(db: Db, conversationId: number, { before, userId, now }: Opening) {
  const conversation = await findConversation(db, conversationId);
  const found = await listMessages(db, conversationId, { before, limit: messagesShown + 1 });
  return {
    thread: conversation,
    messages: found.slice(-messagesShown),
    earlier: found.length > messagesShown,
    ledger: await listConsents(db, conversation.phone),
    assignees: await listAssignees(db),
    work: await findWork(db, conversation, now),
    senders: await listSendersFor(db, conversation),
    repliers: await listRepliers(db, { conversationId, userId, now }),
  };
}
