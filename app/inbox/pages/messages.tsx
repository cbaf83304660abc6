import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCompanyNames } from "~/company/company.server";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { countUnanswered } from "~/messages/conversations/unanswered.server";
import { viewFlash } from "~/saved-views/flash";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findNewestVersion } from "../conversation-changes.server";
import { findNextConversation } from "../conversations/find-next-conversation.server";
import { countFolders, listConversations } from "../conversations/list-conversations.server";
import { openConversation } from "../conversations/open-conversation.server";
import { sendMessage } from "../conversations/send-message.server";
import { findSendOpensNext } from "../conversations/send-opens-next.server";
import { conversationFlash } from "../flash";
import { SendForm, ShowMessages } from "../inbox-schema";
import { fillReplies } from "../replies/saved-replies.server";
import { strings } from "../strings";
import { ConversationPanel, NoConversation } from "../ui/conversation/conversation-panel";
import { Details } from "../ui/conversation/details";
import messagingCss from "../ui/inbox.css";
import { ConversationList } from "../ui/list/conversation-list";
import repliesCss from "../ui/replies/saved-replies.css";
import { hrefOf, repliesHref, type View } from "../ui/view";

export const handle = { look: "staff", scripts: ["messages", "sheet"] };
export const meta = () => [{ title: `${strings.title} – Firstnight` }];
export const links = () => [messagingCss, repliesCss].map((href) => ({ rel: "stylesheet", href }));

const conversationsShown = 50;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowMessages }, async ({ app, who, input }) => {
    const { conversationId, folder, filter, q, cursor, before, star } = input;
    const now = app.clock.now();
    // Read first, because the page's script asks for changes since this version.
    const version = await findNewestVersion(app.reads);
    const open =
      conversationId === undefined
        ? null
        : await openConversation(app.reads, conversationId, { before, userId: who.userId, now });
    const saved = open ? await fillReplies(app, open) : { company: "", replies: [] };
    const chosen = saved.replies.find(({ id }) => id === input.reply)?.texts ?? [];
    const view: View = { thread: conversationId ?? null, folder, filter, q, details: input.details === "1" };
    return {
      view,
      star: star ?? null,
      further: cursor !== undefined,
      past: before !== undefined,
      counts: await countFolders(app.reads, who.userId),
      unanswered: await countUnanswered(app.reads),
      list: await listConversations(app.reads, {
        ...view,
        userId: who.userId,
        cursor,
        limit: conversationsShown,
      }),
      open,
      saved,
      inserted: (chosen.find(({ language }) => language === input.in) ?? chosen[0])?.text,
      now,
      version,
      toast: await takeFlash(args, { ...viewFlash, ...conversationFlash }),
      companies: await listCompanyNames(app.reads),
      opensNext: filter === "unanswered" && (await findSendOpensNext(app.reads, who)),
      isSending: app.config.smsProvider !== "outbox",
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: SendForm }, async ({ app, who, input }) => {
    const { conversationId, next, folder, filter, q } = input;
    const unanswered = { conversationId, folder, filter: "unanswered" as const, q };
    // Looked up first, because the answered conversation leaves the list.
    const nextId = next ? await findNextConversation(app.reads, who, unanswered) : null;
    await sendMessage(app, who, { ...input, thread_id: conversationId });
    const thread = nextId ?? conversationId;
    return redirect(hrefOf({ thread, folder, filter, q, details: false }), 303);
  });

export default function Messages() {
  const { view, star, further, past, counts, list, companies, open, saved, inserted, now, version } =
    useLoaderData<typeof loader>();
  const { opensNext, isSending, toast, unanswered } = useLoaderData<typeof loader>();
  const step = view.thread === null ? "list" : view.details ? "details" : "chat";
  return (
    <StaffShell
      title={strings.title}
      subtitle={isSending ? undefined : strings.notSending}
      here="/messages"
      toast={toast}
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
        <ConversationList
          view={view}
          counts={counts}
          unanswered={unanswered}
          {...list}
          companies={companies}
          further={further}
          star={star}
          now={now}
        />
        {open ? (
          <>
            <ConversationPanel
              view={view}
              {...open}
              past={past}
              saved={saved}
              inserted={inserted}
              now={now}
              opensNext={opensNext}
            />
            <Details view={view} {...open} />
          </>
        ) : (
          <NoConversation />
        )}
      </div>
    </StaffShell>
  );
}
