import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { takePendingSso } from "~/http/access/pending-sso.server";
import { dropReturnPath, readReturnPath } from "~/http/access/return-path.server";
import { enterWith, findStaffSession } from "~/http/access/session.server";
import { loadPage } from "~/http/page.server";
import { statusOf } from "~/http/response/refusal-statuses";
import type { RouteArgs } from "~/http/route-args.server";
import type { SecondStepWay } from "~/login/staff-strings";
import { describeClaims, signInBySso, type Trial } from "../sign-in-by-sso.server";
import { finishSso, readPending } from "../sso-flow.server";
import type { Pending } from "../sso-schema";
import { SecondStepView, SsoView, TrialView } from "../ui/sso-view";

export const handle = { scripts: ["login"] };
export const meta = () => [{ title: "Single sign-on – Firstnight" }];

interface Page {
  problem?: string;
  isTrial?: boolean;
  trial?: Trial;
  second?: { challenge: string; way: SecondStepWay };
}

const page = (shown: Page, status = 200) => json<Page>(shown, { status });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone" }, async ({ app, who }) => {
    let isTrial = false;
    try {
      const pending = readPending(app, takePendingSso(args));
      isTrial = pending.isTrial;
      return await finish(args, app, who, pending);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return page({ problem: error.message, isTrial }, statusOf[error.code]);
    }
  });

async function finish(args: RouteArgs, app: App, who: Who, pending: Pending) {
  const { row, claims } = await finishSso(app, new URL(args.request.url).search, pending);
  if (pending.isTrial) {
    if (!(await findStaffSession(args))?.roles.includes("admin")) {
      throw new Refusal("forbidden", "Only admins can run a test sign-in.");
    }
    return page({ trial: describeClaims(row, claims) });
  }
  const from = { address: who.address, agent: args.request.headers.get("user-agent") };
  const login = await signInBySso(app, { row, claims, from });
  if ("mfa_required" in login) return page({ second: login }, 401);
  if (!login.home) {
    throw new Refusal(
      "forbidden",
      "Your account doesn't have access to any pages. Ask an admin for another role.",
    );
  }
  await enterWith(args, "staff", login.token);
  dropReturnPath(args);
  return redirect(readReturnPath(args) ?? login.home, 303);
}

export default function SingleSignOnCallback() {
  const { problem = "", isTrial = false, trial, second } = useLoaderData<typeof loader>() as Page;
  if (trial) return <TrialView {...trial} />;
  return second ? <SecondStepView {...second} /> : <SsoView problem={problem} isTrial={isTrial} />;
}
