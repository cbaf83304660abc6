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
import { writeBookingText } from "../replies/booking-text.server";
import { strings } from "../strings";
import { StartDialog } from "../ui/list/start-dialog";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Start SMS – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({
    order: recordId.optional().catch(undefined),
    about: z.literal("booking").optional().catch(undefined),
  });
  return loadPage(args, { allow: supervisors, input }, async ({ app, input: { order, about } }) => ({
    databases: await listDatabaseNames(app.reads),
    senders: order === undefined ? await listSenders(app.reads) : [],
    patient: order === undefined ? null : await findRecipient(app.reads, order),
    text: order !== undefined && about ? await writeBookingText(app.reads, order) : "",
  }));
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: StartForm }, async ({ app, who, input }) => {
    const { id } = await startConversation(app, who, input);
    return redirect(`/messages/${id}`, 303);
  });

export default function Start() {
  const { databases, senders, patient, text } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={strings.title}
      here="/messages"
      dialog={<StartDialog databases={databases} senders={senders} patient={patient} text={text} />}
      dialogOpen
    >
      <p className="soft">{strings.nothingSelected}</p>
    </StaffShell>
  );
}
