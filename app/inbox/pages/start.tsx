import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { listDatabaseNames } from "~/orders/order-system/databases.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findRecipient } from "../conversations/find-recipient.server";
import { listSenders } from "../conversations/sender.server";
import { startConversation } from "../conversations/start-conversation.server";
import { StartForm } from "../inbox-schema";
import { strings } from "../strings";
import { StartDialog } from "../ui/list/start-dialog";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Start SMS – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ order: recordId.optional().catch(undefined) });
  return loadPage(args, { allow: supervisors, input }, async ({ app, input }) => ({
    databases: await listDatabaseNames(app.reads),
    senders: input.order === undefined ? await listSenders(app.reads) : [],
    patient: input.order === undefined ? null : await findRecipient(app.reads, input.order),
  }));
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: StartForm }, async ({ app, who, input }) => {
    const { id } = await startConversation(app, who, input);
    return redirect(`/messages/${id}`, 303);
  });

export default function Start() {
  const { databases, senders, patient } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={strings.title}
      here="/messages"
      dialog={<StartDialog databases={databases} senders={senders} patient={patient} />}
      dialogOpen
    >
      <p className="soft">{strings.nothingSelected}</p>
    </StaffShell>
  );
}
