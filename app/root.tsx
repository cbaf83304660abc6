import { isRouteErrorResponse, Links, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { usePage } from "~/ui/page-context";
import patientCss from "~/ui/patient.css";

/** What a page says of itself in its `handle`. */
export interface PageHandle {
  /** The enhancement scripts it gains from; it works without. */
  scripts?: readonly string[];
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, styleOf, scriptOf } = usePage();
  const scripts = useMatches().flatMap((match) => (match.handle as PageHandle | undefined)?.scripts ?? []);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styleOf(patientCss) }} />
        <Links />
        {scripts.map((name) => (
          <script key={name} type="module" nonce={nonce} src={scriptOf(name)} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId } = usePage();
  const refused = isRouteErrorResponse(error);
  return (
    <main className="column">
      <h1>{refused ? "That did not work" : "Something went wrong on our side"}</h1>
      <p>
        {refused
          ? ((error.data as { message?: string } | null)?.message ?? "This page could not be shown.")
          : "Nothing you entered was lost on purpose. Please go back and try again."}
      </p>
      {!refused && <p>If it happens again, tell us this number: {requestId}</p>}
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </main>
  );
}
