import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findExportProgress } from "../conversation/export-conversation.server";
import { firstMessageAt } from "../conversation/messages.server";
import { strings } from "../strings";
import { findThread } from "../threads/list-threads.server";
import { ExportDialog } from "../ui/chat/export-dialog";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Export Conversation – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ threadId: recordId });
  return loadPage(args, { allow: supervisors, input }, async ({ app, who, input }) => {
    const thread = await findThread(app.reads, input.threadId);
    const zone = zoneForStaff(args.request);
    const now = app.clock.now();
    const first = await firstMessageAt(app.reads, thread.id);
    return {
      threadId: thread.id,
      progress: findExportProgress(app, who.userId, thread.id),
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
