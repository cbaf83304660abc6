import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { openConversation } from "../conversation/open-conversation.server";
import { sendMessage } from "../conversation/send-message.server";
import { SendForm, ShowMessages } from "../inbox-schema";
import { fillReplies } from "../replies/fill-replies.server";
import { strings } from "../strings";
import { findNewestVersion } from "../thread-changes.server";
import { countFolders, listThreads } from "../threads/list-threads.server";
import { Chat, NoChat } from "../ui/chat/chat";
import { Details } from "../ui/chat/details";
import messagingCss from "../ui/inbox.css";
import { ThreadList } from "../ui/list/thread-list";
import repliesCss from "../ui/replies/saved-replies.css";
import { hrefOf, repliesHref, type View } from "../ui/view";

export const handle = { look: "staff", scripts: ["messages", "sheet"] };
export const meta = () => [{ title: `${strings.title} – Firstnight` }];
export const links = () => [messagingCss, repliesCss].map((href) => ({ rel: "stylesheet", href }));

const threadsShown = 50;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowMessages }, async ({ app, who, input }) => {
    const { threadId, folder, filter, q, cursor, before, star } = input;
    const now = app.clock.now();
    // Read first, because the page's script asks for changes since this version.
    const version = await findNewestVersion(app.reads);
    const open =
      threadId === undefined
        ? null
        : await openConversation(app.reads, threadId, { before, userId: who.userId, now });
    const saved = open ? await fillReplies(app, open) : { company: "", replies: [] };
    const chosen = saved.replies.find(({ id }) => id === input.reply)?.texts ?? [];
    const view: View = { thread: threadId ?? null, folder, filter, q, details: input.details === "1" };
    return {
      view,
      star: star ?? null,
      further: cursor !== undefined,
      past: before !== undefined,
      counts: await countFolders(app.reads, who.userId),
      list: await listThreads(app.reads, { ...view, userId: who.userId, cursor, limit: threadsShown }),
      open,
      saved,
      inserted: (chosen.find(({ language }) => language === input.in) ?? chosen[0])?.text,
      now,
      version,
      isSending: app.config.smsProvider !== "outbox",
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: SendForm }, async ({ app, who, input }) => {
    await sendMessage(app, who, { ...input, thread_id: input.threadId });
    const { search } = new URL(args.request.url);
    return redirect(`/messages/${input.threadId}${search}`, 303);
  });

export default function Messages() {
  const { view, star, further, past, counts, list, open, saved, inserted, now, version, isSending } =
    useLoaderData<typeof loader>();
  const step = view.thread === null ? "list" : view.details ? "details" : "chat";
  return (
    <StaffShell
      title={strings.title}
      subtitle={isSending ? undefined : strings.notSending}
      here="/messages"
      actions={
        <ButtonLink href={repliesHref(saved.company)} look="quiet" size="small">
          Edit saved replies
        </ButtonLink>
      }
    >
      <div
        className={`messaging step-${step}`}
        id="messaging"
        data-view={hrefOf(view)}
        data-version={version}
      >
        <ThreadList {...{ view, counts, ...list, further, star, now }} />
        {open ? (
          <>
            <Chat {...{ view, ...open, past, saved, inserted }} />
            <Details {...{ view, ...open }} />
          </>
        ) : (
          <NoChat />
        )}
      </div>
    </StaffShell>
  );
}
