import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { therapistFlash } from "../flash";
import { changeTherapistSettings } from "../settings/change-therapist-settings.server";
import { findPostalAreas } from "../settings/find-postal-areas.server";
import { ChangeTherapistSettings } from "../settings/therapist-settings-schema";
import { findTherapist } from "../therapists.server";
import { LanguagesField, PostalAreasField } from "../ui/therapist-settings-fields";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Languages and areas – Firstnight" }];

/** @throws Refusal "missing" for a user without a therapist profile */
function requireProfile({ therapistId }: Staff): number {
  if (therapistId !== null) return therapistId;
  throw new Refusal("missing", "No therapist record for your email. Contact an administrator.");
}

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff }, async ({ app, who }) => {
    const id = requireProfile(who);
    return {
      therapist: await findTherapist(app.reads, id),
      areas: await findPostalAreas(app.reads, id),
      toast: await takeFlash(args, therapistFlash),
    };
  });

const OwnSettings = ChangeTherapistSettings.pick({ languages: true, zip_prefixes: true, version: true });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: OwnSettings }, async ({ app, who, input }) => {
    await changeTherapistSettings(app, who, { ...input, id: requireProfile(who) });
    return redirectWithFlash<typeof therapistFlash>(args, "/account/therapist", "settings-saved");
  });

export default function OwnSettingsPage() {
  const { therapist, areas, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={areas === undefined ? "My languages" : "My languages and areas"}
      here="/account"
      toast={toast}
    >
      <PostForm className="panel reading">
        <Problem />
        <input type="hidden" name="version" value={therapist.version} />
        <LanguagesField languages={therapist.languages} />
        {areas !== undefined && (
          <PostalAreasField
            areas={areas}
            hint="The first digits of the ZIP codes that you travel to, separated by commas: 606, 60714. Without them, you are offered everywhere."
          />
        )}
        <FormButtons back="/account">Save</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
