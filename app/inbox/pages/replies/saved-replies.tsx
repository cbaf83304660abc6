import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { inboxFlash } from "../../flash";
import { addReply, listSavedReplies } from "../../replies/saved-replies.server";
import { AddReply } from "../../replies/saved-reply-schema";
import { ReplyFields } from "../../ui/replies/reply-fields";
import { ReplyList } from "../../ui/replies/reply-list";
import css from "../../ui/replies/saved-replies.css";
import { repliesHref } from "../../ui/view";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Saved replies – Firstnight" }];
export const links = () => [{ rel: "stylesheet", href: css }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    const replies = await listSavedReplies(app.reads, id);
    return { names, company: name, replies, toast: await takeFlash(args, inboxFlash) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: AddReply }, async ({ app, who, input }) => {
    await addReply(app, who, input);
    return redirectWithFlash<typeof inboxFlash>(args, repliesHref(input.company), "reply-added");
  });

export default function SavedRepliesPage() {
  const { names, company, replies, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Saved replies"
      subtitle="Texts that staff insert, edit, and send"
      here="/messages"
      toast={toast}
    >
      <CompanyTabs names={names} current={company} path="/messages/replies" />
      {replies.length > 0 ? <ReplyList replies={replies} /> : <NoReplies company={company} />}
      <PostForm className="panel reading" aria-labelledby="add-title">
        <h2 id="add-title">Add a reply</h2>
        <Problem />
        <input type="hidden" name="company" value={company} />
        <ReplyFields />
        <FormButtons>Add reply</FormButtons>
      </PostForm>
    </StaffShell>
  );
}

function NoReplies({ company }: { company: string }) {
  return (
    <form method="post" action="/messages/replies/defaults" className="panel reading">
      <h2>No saved replies yet</h2>
      <p>Start with five replies in English and Spanish. You can change them later.</p>
      <input type="hidden" name="company" value={company} />
      <p className="buttons">
        <Button>Add five replies</Button>
      </p>
    </form>
  );
}
