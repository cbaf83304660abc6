import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { keepPendingSso } from "~/http/access/pending-sso.server";
import { findStaffSession } from "~/http/access/session.server";
import { loadPage } from "~/http/page.server";
import { statusOf } from "~/http/response/refusal-statuses";
import { startSso } from "../sso-flow.server";
import { SsoView } from "../ui/sso-view";

export const meta = () => [{ title: "Single sign-on – Firstnight" }];

const Start = z.object({ trial: z.literal("1").optional().catch(undefined) });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: Start }, async ({ app, who, input }) => {
    const isTrial = input.trial === "1" && (await findStaffSession(args))?.roles.includes("admin") === true;
    try {
      const { url, sealed } = await startSso(app, { isTrial, address: who.address });
      keepPendingSso(args, sealed);
      return redirect(url, 302);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json({ problem: error.message }, { status: statusOf[error.code] });
    }
  });

export default function StartSingleSignOn() {
  const { problem } = useLoaderData<typeof loader>();
  return <SsoView problem={problem} />;
}
