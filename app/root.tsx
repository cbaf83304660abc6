import { isRouteErrorResponse, Links, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RefusedPage } from "~/core/form-problem";
import { currentLanguage } from "~/core/language/current-language";
import patientCss from "~/patient.css";
import staffCss from "~/staff.css";
import { type PageHandle, usePage } from "~/ui/page-context";
import { pageOwner } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { firstPageOf } from "~/ui/shells/staff-nav";
import { StaffShell } from "~/ui/shells/staff-shell";
import { SignedOut } from "~/ui/signed-out";
import { strings } from "~/ui/strings";

// Used for error pages and for pages without their own title.
export const meta = () => [{ title: pageOwner() }];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styleOf, holdsStyle, scriptsOf, savesData, session, staff } = usePage();
  const { hidesNames, isRoomy, hasSingleKeys } = usePage();
  const matches = useMatches();
  const error = useRouteError();
  // An error page replaces the requested page.
  const handles = error ? [] : matches.map((match) => match.handle as PageHandle | undefined);
  const scripts = new Set(handles.flatMap((handle) => handle?.scripts ?? []));
  const forStaff =
    handles.some((handle) => handle?.look === "staff") || (isRouteErrorResponse(error) && staff);
  const css = forStaff ? staffCss : patientCss;
  if (forStaff) scripts.add("session").add("keyboard");
  // Patient pages work without scripts. Staff calendars don't.
  else if (savesData && !handles.some((handle) => handle?.needsScripts)) scripts.clear();
  return (
    <html
      lang={forStaff ? "en" : currentLanguage()}
      data-ends-in={forStaff ? session?.expires_in : undefined}
      data-hides-names={forStaff && hidesNames ? "" : undefined}
      data-roomy={forStaff && isRoomy ? "" : undefined}
      data-can-stay={forStaff && session?.can_stay ? "" : undefined}
      data-keys={forStaff && !hasSingleKeys ? "off" : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        {holdsStyle(css) ? (
          <link rel="stylesheet" href={css} />
        ) : (
          <style nonce={nonce} data-href={css} dangerouslySetInnerHTML={{ __html: styleOf(css) }} />
        )}
        <Links />
        {forStaff && <StaffScripts addresses={[...scripts].flatMap((name) => scriptsOf(name).slice(0, 1))} />}
        {[...(forStaff ? [] : scripts)].flatMap((name) =>
          scriptsOf(name).map((address, index) =>
            index === 0 ? (
              <script key={address} type="module" nonce={nonce} src={address} />
            ) : (
              <link key={address} rel="modulepreload" nonce={nonce} href={address} />
            ),
          ),
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Requests scripts after parsing, so that they don't delay the first paint. The page's load event waits for them. */
function StaffScripts({ addresses }: { addresses: string[] }) {
  const { nonce } = usePage();
  const html = `addEventListener("DOMContentLoaded",()=>{for(const src of ${JSON.stringify(addresses)})document.head.append(Object.assign(document.createElement("script"),{type:"module",async:false,src}))})`;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: html }} />;
}

export default function Root() {
  return <Outlet />;
}

function refusedPageOf(error: unknown): RefusedPage {
  return (isRouteErrorResponse(error) && (error.data as RefusedPage | null)) || {};
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId, staff } = usePage();
  const { message, kept } = refusedPageOf(error);
  if (kept) return <SignedOut form={kept} />;
  const title = isRouteErrorResponse(error) ? strings.refusedTitle : strings.faultTitle;
  if (isRouteErrorResponse(error) && staff) {
    return (
      <StaffShell title={title}>
        <p>{message}</p>
        <p>
          <a href={firstPageOf(staff)}>{strings.toStart}</a>
        </p>
      </StaffShell>
    );
  }
  return (
    <PatientShell>
      <h1>{title}</h1>
      {isRouteErrorResponse(error) ? (
        <p>{message ?? strings.refusedText}</p>
      ) : (
        <>
          <p>{strings.faultText}</p>
          <p>
            {strings.faultNumber} <span className="num">{requestId}</span>
          </p>
        </>
      )}
      <p>
        <a href="/">{strings.toStart}</a>
      </p>
    </PatientShell>
  );
}
