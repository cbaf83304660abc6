import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { singleKeysCookie } from "~/http/request/browser-settings.server";
import { Button } from "~/ui/components/button";
import { keysHref } from "~/ui/keyboard/keys";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { KeyList } from "../ui/key-list";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Keyboard shortcuts – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadPage(args, { allow: roles }, async ({ who }) => who);

const Choice = z.object({ keys: z.enum(["on", "off"], "Choose on or off.") });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: Choice }, async ({ app, input: { keys } }) =>
    redirect(keysHref, {
      status: 303,
      headers: { "Set-Cookie": singleKeysCookie(keys === "on", app.config.https) },
    }),
  );

export default function AccountKeys() {
  const staff = useLoaderData<typeof loader>();
  const { hasSingleKeys } = usePage();
  return (
    <StaffShell title="Keyboard shortcuts" here="/account">
      <div id="keys" className="stack">
        <KeyList who={staff} />
        <form method="post" action={keysHref} className="stack">
          <p>
            {hasSingleKeys
              ? "Single-key shortcuts are on in this browser. Turn them off if you use speech input or press keys by accident."
              : "Single-key shortcuts are off in this browser. Ctrl+K, Enter, and the arrow keys still work."}
          </p>
          <p className="buttons">
            <Button look="quiet" name="keys" value={hasSingleKeys ? "off" : "on"}>
              {hasSingleKeys ? "Turn off" : "Turn on"}
            </Button>
          </p>
        </form>
      </div>
    </StaffShell>
  );
}
