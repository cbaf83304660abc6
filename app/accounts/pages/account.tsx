import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { endOwnSession, listOwnSessions } from "~/accounts/sign-in/own-sessions.server";
import { findTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { recordId } from "~/core/fields";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { EmailAddress } from "~/ui/breaking-address";
import { Button, ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { twoStepNames } from "../strings";
import { DisplaySettings } from "../ui/display-settings";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "My account – Firstnight" }];

const done = {
  password: "Your password was changed",
  off: "Two-step sign-in is off",
  ended: "That session has ended",
  display: "Saved for this device",
};

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({
    done: z.enum(["password", "off", "ended", "display"]).optional().catch(undefined),
  });
  return loadPage(args, { allow: roles, input }, async ({ app, who, input }) => {
    const staff = requireStaff(who);
    const { way: method, recoveryCodes } = await findTwoStep(app, staff);
    return {
      staff,
      method: method,
      recoveryCodes,
      zone: zoneForStaff(args.request),
      sessions: await listOwnSessions(app, staff),
      toast: input.done ? done[input.done] : null,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(
    args,
    { allow: roles, input: z.object({ id: recordId }) },
    async ({ app, who, input }) => {
      await endOwnSession(app, requireStaff(who), input.id);
      return redirect("/account?done=ended", 303);
    },
  );
}

export default function Account() {
  const { staff, method, recoveryCodes, zone, sessions, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="My account" who={staff} here="/account" toast={toast}>
      <section className="panel reading">
        <h2>Sign-in</h2>
        <dl className="facts">
          <div>
            <dt>Email</dt>
            <dd>
              <EmailAddress>{staff.email}</EmailAddress>
            </dd>
          </div>
          <div>
            <dt>Two-step sign-in</dt>
            <dd>{twoStepNames[method]}</dd>
          </div>
          {method !== "off" && (
            <div>
              <dt>Recovery codes left</dt>
              <dd>{recoveryCodes}</dd>
            </div>
          )}
        </dl>
        <p className="buttons">
          <ButtonLink href="/account/password" look="quiet">
            Change password
          </ButtonLink>
          <ButtonLink href="/account/two-step" look="quiet">
            {method === "off" ? "Set up two-step sign-in" : "Change two-step sign-in"}
          </ButtonLink>
          {method !== "off" && (
            <>
              <ButtonLink href="/account/recovery-codes" look="quiet">
                New recovery codes
              </ButtonLink>
              <ButtonLink href="/account/two-step/off" look="quiet">
                Turn off
              </ButtonLink>
            </>
          )}
        </p>
      </section>
      <DisplaySettings />
      <section className="stack" aria-labelledby="sessions-title">
        <h2 id="sessions-title">Where you are signed in</h2>
        <Table
          caption="Sessions"
          rows={sessions}
          rowKey={(session) => session.id}
          empty="You aren't signed in anywhere."
          columns={[
            {
              key: "browser",
              head: "Browser",
              cell: (session) => (session.current ? `${session.browser} (this one)` : session.browser),
            },
            { key: "address", head: "Address", cell: (session) => session.address ?? "–" },
            {
              key: "created",
              head: "Signed in",
              align: "when",
              cell: (session) => <DateTime at={session.created_at} zone={zone} />,
            },
            {
              key: "seen",
              head: "Last used",
              align: "when",
              cell: (session) => <DateTime at={session.last_seen_at} zone={zone} />,
            },
            {
              key: "end",
              head: "End session",
              cell: (session) =>
                session.current ? null : (
                  <form method="post">
                    <input type="hidden" name="id" value={session.id} />
                    <Button look="quiet" size="small" aria-label={`Sign out ${session.browser}`}>
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
