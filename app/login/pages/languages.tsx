import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage } from "~/http/page.server";
import { PhoneLink } from "~/ui/company-phone";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings as shellStrings } from "~/ui/strings";
import { languageNotices } from "../language-notices";
import { strings } from "../strings";

export const handle = { cachedHtml: true };
export const meta = () => [{ title: pageTitle(shellStrings.languageHelp) }];

// Identifying the caller also finds the company, whose phone number the page shows.
export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, "anyone");

export default function Languages() {
  return (
    <PatientShell>
      <h1>{shellStrings.languageHelp}</h1>
      <p>{strings.languages.lead}</p>
      <p>{strings.languages.disability}</p>
      {languageNotices.map(({ code, name, text, direction }) => (
        <section key={code} className="stack" lang={code} dir={direction}>
          <h2>{name}</h2>
          <p>
            {`${text} `}
            <PhoneLink />
          </p>
        </section>
      ))}
    </PatientShell>
  );
}
