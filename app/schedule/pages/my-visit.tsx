import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flag } from "~/core/fields";
import type { Flash } from "~/core/flash";
import { loadPage, submitForm } from "~/http/page.server";
import { setFlash, takeFlash } from "~/http/response/flash.server";
import { switchTexts } from "~/messages/switch-texts.server";
import { checkPageToken } from "~/visits/page-token.server";
import { requirePatient } from "~/visits/patient-visit.server";
import { pageToken } from "~/visits/schema";
import { findMyVisit } from "../find-my-visit.server";
import { strings } from "../strings";
import { MyVisitPage } from "../ui/my-visit-page";
import { headingOf } from "../ui/my-visit-view";

export const handle = { scripts: ["date-time"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? headingOf(data.page) : strings.myVisit} – Firstnight` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => ({
    page: await findMyVisit(app, requirePatient(who)),
    message: messageOf(takeFlash(args)),
  }));
}

const messageOf = (flash: Flash | null) =>
  flash && flash in strings.flash ? strings.flash[flash as keyof typeof strings.flash] : null;

const Form = z.object({ on: flag, page_token: pageToken });

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    await switchTexts(app, patient, input.on);
    setFlash(args, input.on ? "texts-on" : "texts-off");
    return redirect("/my-visit", 303);
  });
}

export default function MyVisit() {
  const problem = useActionData<typeof action>()?.problem;
  return <MyVisitPage {...useLoaderData<typeof loader>()} problem={problem} />;
}
