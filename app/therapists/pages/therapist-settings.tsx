import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listOtherLinks, type OtherLink, sendNewLink } from "~/classes/replace-meeting-links.server";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { findNextSetup } from "~/operations/setup/hide-setup.server";
import { NextSetupStep } from "~/operations/ui/setup-steps";
import { Button, ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { therapistFlash } from "../flash";
import { changeTherapistSettings } from "../settings/change-therapist-settings.server";
import { findPostalAreas } from "../settings/find-postal-areas.server";
import { ChangeTherapistSettings, SendNewLink } from "../settings/therapist-settings-schema";
import { findTherapist } from "../therapists.server";
import { TherapistSettingsForm } from "../ui/therapist-settings-form";

export const handle = { look: "staff" };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.therapist.name ?? "a therapist"} – Firstnight` },
];

const Act = z.discriminatedUnion(
  "act",
  [
    ChangeTherapistSettings.extend({ act: z.literal("save") }),
    SendNewLink.extend({ act: z.literal("send-link") }),
  ],
  "Choose Save or Send link.",
);

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: z.object({ id: recordId }) }, async ({ app, who, input }) => {
    const therapist = await findTherapist(app.reads, input.id);
    return {
      staff: who,
      therapist,
      areas: await findPostalAreas(app.reads, input.id),
      links: await listOtherLinks(app.reads, therapist, app.clock.now()),
      next: await findNextSetup(app, who),
      toast: await takeFlash(args, therapistFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: Act }, async ({ app, who, input: { act: _, ...input } }) => {
    const here = `/therapists/${input.id}/edit`;
    if ("instead_of" in input) {
      const replaced = await sendNewLink(app, who, input);
      return redirectWithFlash<typeof therapistFlash>(args, here, ["link-replaced", replaced]);
    }
    await changeTherapistSettings(app, who, input);
    return redirectWithFlash<typeof therapistFlash>(args, here, "settings-saved");
  });

export default function ChangeTherapist() {
  const { therapist, areas, links, next, toast } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell
      title={`Edit ${therapist.name}`}
      here="/admin"
      toast={toast}
      actions={
        <ButtonLink href={`/therapists/${therapist.id}`} look="quiet" size="small">
          Back to {therapist.name}
        </ButtonLink>
      }
    >
      {toast && <NextSetupStep step={next} />}
      <TherapistSettingsForm therapist={therapist} areas={areas} problem={problem} />
      <OtherLinks links={links} currentLink={therapist.zoom_link} />
    </StaffShell>
  );
}

const sendText = (visits: number): string =>
  visits === 0
    ? "Use the new link for the class"
    : visits === 1
      ? "Send 1 patient the new link"
      : `Send ${visits} patients the new link`;

function OtherLinks({ links, currentLink }: { links: OtherLink[]; currentLink: string | null }) {
  if (links.length === 0) return null;
  return (
    <section className="panel reading" aria-labelledby="other-links">
      <h2 id="other-links">Confirmed visits with a different link</h2>
      <p>
        These upcoming visits still have an old link. If you replace it with <b>{currentLink}</b>, patients
        and the therapist get a new invitation.
      </p>
      {links.map(({ link, visits }) => (
        <form key={link} method="post" className="buttons">
          <input type="hidden" name="act" value="send-link" />
          <input type="hidden" name="instead_of" value={link} />
          <p>{link}</p>
          <Button look="quiet">{sendText(visits)}</Button>
        </form>
      ))}
    </section>
  );
}
