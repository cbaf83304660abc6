import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { carryToken, cookieTokens } from "~/http/access/session-tokens.server";
import { loadPage, submitForm } from "~/http/page.server";
import { Button } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { adoptAddress } from "../settings/adopt-address.server";
import { hideSetup, isSetupHidden } from "../setup/hide-setup.server";
import { listSetupSteps } from "../setup/list-setup-steps.server";
import { sendTestMessage } from "../setup/send-test-message.server";
import { SetupSteps, setupPage } from "../ui/setup-steps";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Set-up – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app, who }) => ({
    steps: await listSetupSteps(app, who, args.request.headers.get("host")),
    isHidden: await isSetupHidden(app, who),
  }));

const Act = z.object({ act: z.enum(["test-sms", "test-email", "use-address", "hide", "show"]) });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: Act }, async ({ app, who, input: { act } }) => {
    if (act === "hide" || act === "show") {
      await hideSetup(app, who, act === "hide");
      return redirect("/admin", 303);
    }
    if (act === "use-address") {
      const [token] = cookieTokens(args, "staff");
      await adoptAddress(app, who, args.context.origin);
      // With https, the session's cookie has another name.
      if (token) await carryToken(args, "staff", token);
      return redirect(`${setupPage}#setup-address`, 303);
    }
    await sendTestMessage(app, who, act === "test-sms" ? "sms" : "email");
    return redirect(`${setupPage}#setup-${act === "test-sms" ? "texts" : "email"}`, 303);
  });

export default function SetupChecklist() {
  const { steps, isHidden } = useLoaderData<typeof loader>();
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <StaffShell title="Set-up" subtitle={`${done} of ${steps.length} done`} here="/admin/health">
      <Problem />
      <div className="panel setup">
        <SetupSteps heading="h2" steps={steps} next={steps.find(({ state }) => state !== "done")} />
      </div>
      {isHidden && (
        <form method="post" action={setupPage}>
          <Button look="quiet" name="act" value="show">
            Show on User Management
          </Button>
        </form>
      )}
    </StaffShell>
  );
}
