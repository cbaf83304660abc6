import type { ReactNode } from "react";
import { CompanyPhone, Phone } from "../company-phone";
import { Toasts } from "../components/toast";
import { type CompanyContact, usePage } from "../page-context";
import { strings } from "../strings";
import { LanguageSwitch } from "./language-switch";
import { Logo } from "./logo";
import { OrderSwitcher } from "./order-switcher";

interface PatientShellProps {
  /** `card` for a single form, `wide` for two columns. */
  width?: "card" | "wide";
  signedIn?: boolean;
  dialog?: ReactNode;
  /** Makes the page inert behind a dialog that the server opened. */
  dialogOpen?: boolean;
  toast?: string | null;
  help?: string;
  /** Companies to call if the patient's company isn't known. */
  contacts?: readonly CompanyContact[];
  children: ReactNode;
}

export function PatientShell({
  width,
  signedIn,
  dialog,
  dialogOpen,
  toast,
  help,
  contacts = [],
  children,
}: PatientShellProps) {
  const behind = dialogOpen ? { inert: "" } : {};
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
            <div className="bar-actions">
              <LanguageSwitch />
              {signedIn && (
                <form method="post" action="/logout">
                  <button type="submit">{strings.signOut}</button>
                </form>
              )}
            </div>
          </div>
        </header>
        {signedIn && <OrderSwitcher />}
        <main id="main" className={column}>
          {children}
        </main>
        <footer className={`foot ${column}`}>
          {help ? <p>{help}</p> : <CallForHelp contacts={contacts} />}
          <ul className="links">
            <li>
              <a href="/terms">{strings.terms}</a>
            </li>
            <li>
              <a href="/privacy">{strings.privacy}</a>
            </li>
            <li>
              <a href="/languages">{strings.languageHelp}</a>
            </li>
          </ul>
        </footer>
      </div>
      {dialog}
      <Toasts toast={toast} />
    </>
  );
}

function CallForHelp({ contacts }: { contacts: readonly CompanyContact[] }) {
  const { company } = usePage();
  if (company || contacts.length === 0) {
    return (
      <p>
        {`${strings.needHelp} `}
        <CompanyPhone />.{company?.support_hours && <span className="soft"> {company.support_hours}</span>}
      </p>
    );
  }
  return (
    <>
      <p>{`${strings.needHelp} ${strings.yourCompany}:`}</p>
      <ul>
        {contacts.map(({ name, phone, support_hours: hours }) => (
          <li key={name}>
            {`${name} ${strings.at} `}
            {phone && <Phone number={phone} />}
            {hours && <span className="soft"> {hours}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
