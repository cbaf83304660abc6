import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPage } from "~/http/page.server";
import { allowCamera } from "~/http/response/security-headers.server";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings } from "../joining/strings";
import { DeviceCheck } from "../joining/ui/device-check";

export const handle = { scripts: ["check"], needsScripts: true };
export const meta = () => [{ title: pageTitle(strings.check.title) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"] }, async () => {
    allowCamera(args);
    return null;
  });

export default function CheckDevices() {
  return (
    <PatientShell signedIn>
      <h1>{strings.check.title}</h1>
      <DeviceCheck />
      <p>
        <a className="tall" href="/my-visit">
          {strings.check.back}
        </a>
      </p>
    </PatientShell>
  );
}
