import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { placeFlash } from "../flash";
import { OnePlace, PlaceFields, placeOf } from "../kind-schema";
import { findCompanyName } from "../kinds.server";
import { placesHref, placesPath } from "../kinds-href";
import { findPlace, placeView, savePlace } from "../places.server";
import { PlaceForm } from "../ui/place-form";

export const handle = { look: "staff" };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.place.name ?? "Place"} – Firstnight` },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OnePlace }, async ({ app, input }) => {
    const place = await findPlace(app.reads, input.id);
    return {
      place: placeView(place, await findCompanyName(app.reads, place.company_id)),
      toast: await takeFlash(args, placeFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(
    args,
    { allow: ["admin"], input: PlaceFields.extend({ id: recordId }) },
    async ({ app, who, input: { id, ...fields } }) => {
      const { company_id } = await findPlace(app.reads, id);
      await savePlace(app, who, { ...placeOf(fields), id, companyId: company_id });
      return redirectWithFlash<typeof placeFlash>(args, `${placesPath}/${id}`, "place-saved");
    },
  );

export default function PlacePage() {
  const { place, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title={place.name} subtitle={place.company} here="/admin/company" toast={toast}>
      {!place.active && (
        <Notice tone="warn">
          This place is closed. Booked visits keep it, and no kind of visit can use it.
        </Notice>
      )}
      <PlaceForm company={place.company} place={place} back={placesHref(place.company)} verb="Save" />
      <p className="buttons">
        <ButtonLink look="plain" href={`${placesPath}/${place.id}/close`}>
          {place.active ? "Close this place" : "Open this place again"}
        </ButtonLink>
      </p>
    </StaffShell>
  );
}
