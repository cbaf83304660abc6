import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findExportProgress } from "../conversations/export-conversation.server";
import { findConversation } from "../conversations/list-conversations.server";
import { firstMessageAt } from "../conversations/messages.server";
import { strings } from "../strings";
import { ExportDialog } from "../ui/conversation/export-dialog";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Export Conversation – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ conversationId: recordId });
  return loadPage(args, { allow: supervisors, input }, async ({ app, who, input }) => {
    const conversation = await findConversation(app.reads, input.conversationId);
    const zone = zoneForStaff(args.request);
    const now = app.clock.now();
    const first = await firstMessageAt(app.reads, conversation.id);
    return {
      conversationId: conversation.id,
      progress: findExportProgress(app, who.userId, conversation.id),
      from: localDate(first ?? now, zone),
      to: localDate(now, zone),
    };
  });
}

export default function Export() {
  const dialog = useLoaderData<typeof loader>();
  return (
    <StaffShell title={strings.title} here="/messages" dialog={<ExportDialog {...dialog} />} dialogOpen>
      <p className="soft">{strings.nothingSelected}</p>
    </StaffShell>
  );
}
