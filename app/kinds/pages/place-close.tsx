import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormPage } from "~/accounts/ui/form-page";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { type Booked, countBooked } from "../count-booked.server";
import type { placeFlash } from "../flash";
import { OnePlace, SetActive } from "../kind-schema";
import { placesPath } from "../kinds-href";
import { findPlace, setPlaceActive } from "../places.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Close a place – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OnePlace }, async ({ app, input: { id } }) => {
    const { name, active } = await findPlace(app.reads, id);
    return {
      id,
      name,
      isOpen: active === 1,
      booked: await countBooked(app, { column: "place_id", id }),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SetActive }, async ({ app, who, input: { id, active } }) => {
    await setPlaceActive(app, who, { id, active });
    return redirectWithFlash<typeof placeFlash>(
      args,
      `${placesPath}/${id}`,
      active ? "place-reopened" : "place-closed",
    );
  });

export default function ClosePlace() {
  const { id, name, isOpen, booked } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title={isOpen ? "Close this place?" : "Open this place again?"}
      subtitle={name}
      here="/admin/company"
      back={`${placesPath}/${id}`}
      verb={isOpen ? "Close" : "Open"}
      danger={isOpen}
    >
      <input type="hidden" name="active" value={String(!isOpen)} />
      {isOpen ? (
        <>
          <p>Visits can no longer be booked here. You can undo this.</p>
          <KeptBy {...booked} />
        </>
      ) : (
        <p>Kinds of visits can use it again.</p>
      )}
    </FormPage>
  );
}

function KeptBy({ visits, classes }: Booked) {
  return (
    <>
      <p>
        {visits === 0
          ? "No upcoming visit is booked here."
          : visits === 1
            ? "One upcoming visit stays booked here. Move it if no one will be there."
            : `${visits} upcoming visits stay booked here. Move them if no one will be there.`}
      </p>
      {classes > 0 && (
        <p>
          {classes === 1
            ? "One class stays scheduled here. Cancel it if no one will be there. "
            : `${classes} classes stay scheduled here. Cancel them if no one will be there. `}
          <a href="/classes">Classes</a>
        </p>
      )}
    </>
  );
}
