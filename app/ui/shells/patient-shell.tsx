import type { ReactNode } from "react";
import { Toasts } from "../components/toast";
import { strings } from "../strings";
import { Logo } from "./logo";

interface PatientShellProps {
  /** `card` for a form on its own, `wide` where two columns stand side by side. */
  width?: "card" | "wide";
  /** Shows the way out to somebody who is signed in. */
  signedIn?: boolean;
  /** Dialogs; one that the server opened makes the page behind it inert. */
  over?: ReactNode;
  overOpen?: boolean;
  toast?: string | null;
  /** Whom to ask, for those who are no patient. */
  help?: string;
  children: ReactNode;
}

/** What stands around every patient's page: one column, one thing to do. */
export function PatientShell({ width, signedIn, over, overOpen, toast, help, children }: PatientShellProps) {
  const behind = overOpen ? { inert: "" } : {};
  const column = width ? `column ${width}` : "column";
  return (
    <>
      <div {...behind}>
        <a className="skip" href="#main">
          {strings.skip}
        </a>
        <header className="night-bar">
          <div>
            <a className="brand" href="/">
              <Logo />
              {strings.product}
            </a>
            {signedIn && (
              <form method="post" action="/logout">
                <button type="submit">{strings.signOut}</button>
              </form>
            )}
          </div>
        </header>
        <main id="main" className={column}>
          {children}
        </main>
        <footer className={`foot ${column}`}>
          <p>{help ?? strings.help}</p>
          <ul>
            <li>
              <a href="/terms">{strings.terms}</a>
            </li>
            <li>
              <a href="/privacy">{strings.privacy}</a>
            </li>
          </ul>
        </footer>
      </div>
      {over}
      <Toasts text={toast} />
    </>
  );
}
