import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { inboxFlash } from "../../flash";
import { deleteReply, findSavedReply } from "../../replies/saved-replies.server";
import { OneReply } from "../../replies/saved-reply-schema";
import { repliesHref } from "../../ui/view";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Delete saved reply – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: OneReply }, async ({ app, input }) => ({
    reply: await findSavedReply(app.reads, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: OneReply }, async ({ app, who, input }) => {
    const company = await deleteReply(app, who, input.id);
    return redirectWithFlash<typeof inboxFlash>(args, repliesHref(company), "reply-deleted");
  });

export default function DeleteSavedReply() {
  const { reply } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Delete this saved reply?" subtitle={reply.company} here="/messages">
      <PostForm className="panel reading">
        <Problem />
        <p>Staff won't be able to insert “{reply.name}”. Messages already sent won't change.</p>
        <FormButtons look="danger" back={repliesHref(reply.company)}>
          {`Delete ${reply.name}`}
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
