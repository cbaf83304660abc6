import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormPage } from "~/accounts/ui/form-page";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { type Booked, countBooked } from "../count-booked.server";
import type { kindFlash } from "../flash";
import { OneKind, SetActive } from "../kind-schema";
import { findKind, setKindActive } from "../kinds.server";
import { kindsPath } from "../kinds-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Retire a kind of visit – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneKind }, async ({ app, input: { id } }) => {
    const { name, active } = await findKind(app.reads, id);
    return {
      id,
      name,
      isActive: active === 1,
      booked: await countBooked(app, { column: "kind_id", id }),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SetActive }, async ({ app, who, input: { id, active } }) => {
    await setKindActive(app, who, { id, active });
    return redirectWithFlash<typeof kindFlash>(
      args,
      `${kindsPath}/${id}`,
      active ? "kind-back" : "kind-retired",
    );
  });

export default function RetireKind() {
  const { id, name, isActive, booked } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title={isActive ? "Retire this kind of visit?" : "Let this kind of visit be booked again?"}
      subtitle={name}
      here="/admin/company"
      back={`${kindsPath}/${id}`}
      verb={isActive ? "Retire" : "Let it be booked"}
      danger={isActive}
    >
      <input type="hidden" name="active" value={String(!isActive)} />
      {isActive ? (
        <>
          <p>Patients and staff can no longer book it. You can undo this.</p>
          <KeptBy {...booked} />
        </>
      ) : (
        <p>It appears again where patients and staff choose a kind of visit.</p>
      )}
    </FormPage>
  );
}

function KeptBy({ visits, classes }: Booked) {
  return (
    <>
      <p>
        {visits === 0
          ? "No upcoming visit is of this kind."
          : visits === 1
            ? "One upcoming visit of this kind stays as it is."
            : `${visits} upcoming visits of this kind stay as they are.`}
      </p>
      {classes > 0 && (
        <p>
          {classes === 1
            ? "One class stays scheduled, but no one else can take a seat in it. "
            : `${classes} classes stay scheduled, but no one else can take a seat in them. `}
          <a href="/classes">Classes</a>
        </p>
      )}
    </>
  );
}
