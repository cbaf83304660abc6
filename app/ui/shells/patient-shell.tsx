import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { currentScope } from "~/core/language/current-language";
import { languageCodes, languages } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { CompanyPhone, Phone } from "../company-phone";
import { Toasts } from "../components/toast";
import { type CompanyContact, usePage } from "../page-context";
import { strings } from "../strings";
import { Logo } from "./logo";

const ownerOf = ({ patient, number }: Order) =>
  patient
    ? fill(strings.openOrders.for, { patient })
    : number
      ? fill(strings.openOrders.number, { number })
      : strings.openOrders.own;

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
  const { company } = usePage();
  const column = width ? `column ${width}` : "column";
  return (
    <>
      <div {...behind}>
        <a className="skip" href="#main">
          {strings.skip}
        </a>
        <header className="night-bar">
          <div>
            <Brand />
            <div className="bar-actions">
              {company?.phone && <Phone number={company.phone} />}
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
          <DemoNote />
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

function DemoNote() {
  return usePage().isDemo ? <p className="soft">{strings.demo}</p> : null;
}

/** Height of a company's logo in the header, in CSS pixels. */
const logoHeight = 32;

/** Shows who writes to the patient: their company, or else the product. */
function Brand() {
  const { company } = usePage();
  const logo = company?.logo;
  return (
    <a className="brand" href="/">
      {company ? null : <Logo />}
      {logo && (
        <img
          className="logo"
          src={`/company-logo/${logo.hash}`}
          width={Math.round((logoHeight * logo.width) / logo.height)}
          height={logoHeight}
          alt=""
        />
      )}
      <span>{company?.name ?? strings.product}</span>
    </a>
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

/** Shows a button for each other language that the company offers. Each returns to the current page. */
function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const { pageToken } = usePage();
  const { language, offered = languageCodes } = currentScope();
  const others = offered.filter((code) => code !== language);
  const isForStaff = /^\/(setup|reset-password)\//.test(pathname);
  if (others.length === 0 || isForStaff) return null;
  // The session that the link opened shows the same page, so the form doesn't need the code or IDs.
  const isOpened = /^\/schedule\/(?!classes(?:\/|$))./.test(pathname) || /[?&](code|pid|db|so)=/.test(search);
  const keepsFilters = /^\/(schedule|my-visit)/.test(pathname) && !isOpened;
  return (
    <form method="post" action="/language">
      <input
        type="hidden"
        name="to"
        value={isOpened ? "/schedule" : pathname + (keepsFilters ? search : "")}
      />
      {pageToken && <input type="hidden" name="page_token" value={pageToken} />}
      {others.map((code) => (
        <button key={code} type="submit" name="language" value={code} lang={code}>
          {languages[code].name}
        </button>
      ))}
    </form>
  );
}

type Order = ReturnType<typeof usePage>["openOrders"][number];

function labelOf({ patient, number }: Order, all: Order[]): string {
  if (!patient) return number ? fill(strings.openOrders.number, { number }) : strings.openOrders.another;
  const isUnique = all.filter((one) => one.patient === patient).length === 1;
  return isUnique || !number ? patient : fill(strings.openOrders.nameAndNumber, { patient, number });
}

/** Shows the page's patient and a button for each other order that is open in this browser. */
function OrderSwitcher() {
  const { openOrders: all } = usePage();
  const { pathname } = useLocation();
  const [current, ...others] = all;
  if (!current || others.length === 0) return null;
  return (
    <form method="post" action="/switch-order" className="open-orders column" aria-labelledby="open-orders">
      <p id="open-orders">
        <b>{ownerOf(current)}</b> {strings.openOrders.also}
      </p>
      <input type="hidden" name="to" value={pathname === "/track" ? "/track" : "/schedule"} />
      <ul>
        {others.map((order) => (
          <li key={order.sessionId}>
            <button className="button quiet" type="submit" name="session" value={order.sessionId}>
              {labelOf(order, all)}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
