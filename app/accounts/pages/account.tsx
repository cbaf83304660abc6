import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listPasskeys } from "~/accounts/passkeys/passkeys.server";
import { endOwnSession, listOwnSessions } from "~/accounts/sign-in/own-sessions.server";
import { findTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { recordId } from "~/core/fields";
import { isSupervisor, roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { findSendOpensNext } from "~/inbox/conversations/send-opens-next.server";
import { haveHomeVisits } from "~/kinds/kinds.server";
import { EmailAddress } from "~/ui/breaking-address";
import { Button, QuietLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { Check } from "~/ui/components/field";
import { Problem } from "~/ui/components/form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { keysHref } from "~/ui/keyboard/keys";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { accountFlash } from "../flash";
import { PasskeyList } from "../passkeys/ui/passkey-list";
import { twoStepNames } from "../strings";

export const handle = { look: "staff", scripts: ["date-time", "text-alerts"] };
export const meta = () => [{ title: "My account – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles }, async ({ app, who }) => {
    const { way, recoveryCodes } = await findTwoStep(app, who);
    return {
      email: who.email,
      isTherapist: who.therapistId !== null,
      hasAreas: await haveHomeVisits(app.reads),
      method: way,
      recoveryCodes,
      passkeys: await listPasskeys(app.reads, who.userId),
      sessions: await listOwnSessions(app, who),
      opensNext: isSupervisor(who) ? await findSendOpensNext(app.reads, who) : null,
      toast: await takeFlash(args, accountFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: z.object({ id: recordId }) }, async ({ app, who, input }) => {
    await endOwnSession(app, who, input.id);
    return redirectWithFlash<typeof accountFlash>(args, "/account", "session-ended");
  });

export default function Account() {
  const { email, method, recoveryCodes, passkeys, sessions, opensNext, toast, isTherapist, hasAreas } =
    useLoaderData<typeof loader>();
  const { hasSingleKeys } = usePage();
  const hasSecondStep = method !== "off" || passkeys.length > 0;
  return (
    <StaffShell title="My account" here="/account" toast={toast}>
      <Problem />
      <section className="panel reading">
        <h2>Sign-in</h2>
        <dl className="facts">
          <Fact label="Email">
            <EmailAddress>{email}</EmailAddress>
          </Fact>
          <Fact label="Two-step sign-in">
            {method === "off" && passkeys.length > 0 ? "A passkey" : twoStepNames[method]}
          </Fact>
          {hasSecondStep && <Fact label="Recovery codes left">{recoveryCodes}</Fact>}
        </dl>
        <p className="buttons">
          <QuietLink href="/account/password">Change password</QuietLink>
          <QuietLink href="/account/two-step">
            {method === "off" ? "Set up two-step sign-in" : "Change two-step sign-in"}
          </QuietLink>
          {hasSecondStep && <QuietLink href="/account/recovery-codes">New recovery codes</QuietLink>}
          {method !== "off" && <QuietLink href="/account/two-step/off">Turn off</QuietLink>}
        </p>
      </section>
      {isTherapist && (
        <section className="panel reading">
          <h2>Your visits</h2>
          <p className="buttons">
            <QuietLink href="/account/therapist">
              {hasAreas ? "Languages and areas" : "Languages you speak"}
            </QuietLink>
          </p>
        </section>
      )}
      <PasskeyList passkeys={passkeys} />
      <DisplaySettings />
      {opensNext !== null && <MessagingSettings opensNext={opensNext} />}
      <TextAlerts />
      <section className="panel reading">
        <h2>Keyboard shortcuts</h2>
        <p>{hasSingleKeys ? "Single-key shortcuts are on." : "Single-key shortcuts are off."}</p>
        <p className="buttons">
          <QuietLink href={keysHref}>Show or change shortcuts</QuietLink>
        </p>
      </section>
      <section className="stack" aria-labelledby="sessions-title">
        <h2 id="sessions-title">Where you're signed in</h2>
        <Table
          caption="Sessions"
          rows={sessions}
          rowKey={(session) => session.id}
          empty="You aren't signed in anywhere."
          columns={[
            {
              head: "Browser",
              cell: (session) => (session.current ? `${session.browser} (this one)` : session.browser),
            },
            { head: "IP address", cell: (session) => session.address ?? "–" },
            { head: "Signed in", align: "when", cell: (session) => <DateTime at={session.created_at} /> },
            { head: "Last used", align: "when", cell: (session) => <DateTime at={session.last_seen_at} /> },
            {
              head: "End session",
              cell: (session) =>
                session.current ? null : (
                  <form method="post">
                    <input type="hidden" name="id" value={session.id} />
                    <Button look="quiet" size="small" aria-label={`Sign out of ${session.browser}`}>
                      Sign out
                    </Button>
                  </form>
                ),
            },
          ]}
        />
        <form method="post" action="/account/sign-out-everywhere" className="buttons">
          <Button look="danger">Sign out everywhere</Button>
        </form>
      </section>
    </StaffShell>
  );
}

function MessagingSettings({ opensNext }: { opensNext: boolean }) {
  return (
    <section className="panel reading" aria-labelledby="messaging-title">
      <h2 id="messaging-title">Messaging</h2>
      <form method="post" action="/account/messaging" className="stack">
        <Check
          name="send_opens_next"
          label="In the Unanswered list, Send opens the next conversation (Ctrl+Enter does so in every list)"
          defaultChecked={opensNext}
        />
        <Button look="quiet">Save messaging settings</Button>
      </form>
    </section>
  );
}

/** Hidden until its script runs. */
function TextAlerts() {
  const { unanswered } = usePage();
  if (unanswered === undefined) return null;
  return (
    <section className="panel reading" aria-labelledby="alerts-title" id="text-alerts" hidden>
      <h2 id="alerts-title">New text alerts in this browser</h2>
      <p>Keep Firstnight open in a tab. It can be in the background.</p>
      <Check id="notify-of-texts" label="Show a notification when a patient texts" />
      <Check id="sound-for-texts" label="Play a sound when a patient texts" />
      <p id="alerts-saved" role="status" className="soft" />
      <p id="alerts-problem" role="alert" />
    </section>
  );
}

function DisplaySettings() {
  const { hidesNames, isRoomy } = usePage();
  return (
    <section className="panel reading" aria-labelledby="display-title">
      <h2 id="display-title">Display on this device</h2>
      <form method="post" action="/account/display" className="stack">
        <Check
          name="hide_names"
          label="Hide patients' names (for screens that other people can see)"
          defaultChecked={hidesNames}
        />
        <Check name="roomy" label="Taller rows in lists" defaultChecked={isRoomy} />
        <Button look="quiet">Save</Button>
      </form>
    </section>
  );
}
