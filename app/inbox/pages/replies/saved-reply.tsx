import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { inboxFlash } from "../../flash";
import { changeReply, findSavedReply, listSavedReplies } from "../../replies/saved-replies.server";
import { ChangeReply, OneReply } from "../../replies/saved-reply-schema";
import { ReplyFields } from "../../ui/replies/reply-fields";
import css from "../../ui/replies/saved-replies.css";
import { repliesHref } from "../../ui/view";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Saved reply – Firstnight" }];
export const links = () => [{ rel: "stylesheet", href: css }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: OneReply }, async ({ app, input }) => {
    const reply = await findSavedReply(app.reads, input.id);
    const inOrder = await listSavedReplies(app.reads, reply.company_id);
    return { reply, count: inOrder.length, place: inOrder.findIndex(({ id }) => id === reply.id) + 1 };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ChangeReply }, async ({ app, who, input }) => {
    const company = await changeReply(app, who, input);
    return redirectWithFlash<typeof inboxFlash>(args, repliesHref(company), "reply-changed");
  });

export default function SavedReplyPage() {
  const { reply, count, place } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Edit saved reply"
      subtitle={reply.company}
      here="/messages"
      actions={
        <ButtonLink look="danger" size="small" href={`/messages/replies/${reply.id}/delete`}>
          Delete…
        </ButtonLink>
      }
    >
      <PostForm className="panel reading">
        <Problem />
        <ReplyFields reply={reply} />
        <Choice name="position" label="Position in the list" value={String(place)}>
          {Array.from({ length: count }, (_, index) => (
            <option key={String(index)}>{index + 1}</option>
          ))}
        </Choice>
        <input type="hidden" name="version" value={reply.version} />
        <FormButtons back={repliesHref(reply.company)}>Save</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
