import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { flag } from "~/core/fields";
import type { FlashOf } from "~/core/flash";
import type { Patient } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlashKey } from "~/http/response/flash.server";
import { switchTexts } from "~/messages/consent/switch-texts.server";
import { canSend } from "~/messages/sending-outcome.server";
import { pageTitle } from "~/ui/page-title";
import { SayArrival } from "~/visits/equipment/arrival-schema";
import { sayArrival } from "~/visits/equipment/say-arrival.server";
import { askForCall, runLate } from "~/visits/late/change-day-marks.server";
import { AskForCall, SayLate } from "~/visits/late/late-schema";
import { checkPageToken } from "~/visits/page-token.server";
import { requirePatient } from "~/visits/require-patient";
import { pageToken } from "~/visits/visit-schema";
import { findMyVisit } from "../find-my-visit.server";
import { strings } from "../strings";
import { MyVisitPage } from "../ui/my-visit-page";
import { headingOf } from "../ui/my-visit-view";

export const handle = { scripts: ["date-time", "join", "questions"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data ? headingOf(data.page) : strings.myVisit) },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: z.object({}) }, async ({ app, who }) => {
    const key = await takeFlashKey(args, strings.flash);
    return {
      page: await findMyVisit(app, requirePatient(who)),
      message: key && { text: strings.flash[key], isSent: !/-(?:unsent|saved)$/.test(key) },
    };
  });

const Form = z.union([SayLate, AskForCall, SayArrival, z.object({ on: flag, page_token: pageToken })]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["patient"], input: Form }, async ({ app, who, input }) => {
    const patient = requirePatient(who);
    checkPageToken(app, patient, input.page_token, "changed");
    return redirectWithFlash<typeof strings.flash>(args, "/my-visit", await change(app, patient, input));
  });

async function change(
  app: App,
  patient: Patient,
  input: z.output<typeof Form>,
): Promise<FlashOf<typeof strings.flash>> {
  if ("late" in input) {
    await runLate(app, patient, input.late);
    return input.late === null ? "on-time" : "running-late";
  }
  if ("call" in input) {
    await askForCall(app, patient, input.call);
    return input.call ? "call-wanted" : "call-not-wanted";
  }
  if ("arrived" in input) {
    await sayArrival(app, patient, input.arrived);
    return input.arrived ? "equipment-here" : "equipment-missing";
  }
  await switchTexts(app, patient, input.on);
  if (!input.on) return "texts-off";
  return canSend(app, "sms") ? "texts-on" : "texts-saved";
}

export default function MyVisit() {
  const problem = useActionData<typeof action>()?.problem;
  return <MyVisitPage {...useLoaderData<typeof loader>()} problem={problem} />;
}
