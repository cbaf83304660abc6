import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { findAvailability } from "../availability.server";
import { AvailabilityPage, ChangeAvailability } from "../availability-schema";
import { availabilityHref } from "../availability-view";
import { changeAvailability } from "../changes/change-slots.server";
import { availabilityFlash } from "../flash";
import { AvailabilityCard } from "../ui/availability-card";
import { AvailabilityShell } from "../ui/availability-shell";
import { type Answer, typedOf } from "../ui/preview";
import { SlotsList } from "../ui/slots-list";

export const handle = { look: "staff", scripts: ["availability"] };
export const meta = () => [{ title: "Availability – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: AvailabilityPage }, async ({ app, who, input }) => {
    const therapist = await ownTherapistOfId(app.reads, who, input.id);
    return {
      back: availabilityHref(input.id, input.slots === undefined ? "" : `?slots=${input.slots}`),
      availability: await findAvailability(app, therapist, {
        slots: input.slots,
        message: await takeFlash(args, availabilityFlash),
      }),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeAvailability }, async ({ app, who, input }) => {
    const done = await changeAvailability(app, who, input);
    if ("sentences" in done)
      return json({ preview: { sentences: done.sentences, typed: typedOf(input) } } satisfies Answer);
    const part = input.act === "remove-slot" ? `#slots-${input.id}` : "";
    const back = `${input.back ?? availabilityHref(input.id)}${part}`;
    return redirectWithFlash<typeof availabilityFlash>(args, back, done);
  });

export default function AvailabilityOfTherapist() {
  const { back, availability } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  return (
    <AvailabilityShell therapist={availability.therapist} page="">
      <AvailabilityCard
        availability={availability}
        back={back}
        problem={answer?.problem}
        preview={answer?.preview}
      />
      <SlotsList availability={availability} back={back} />
    </AvailabilityShell>
  );
}
