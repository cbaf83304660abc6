import type { ReactNode } from "react";
import type { Staff } from "~/core/who";
import { EmailAddress } from "../breaking-address";
import { Badge } from "../components/status";
import { Toasts } from "../components/toast";
import { strings } from "../strings";
import { Logo } from "./logo";

export interface NavItem {
  href: string;
  label: string;
  current?: boolean;
  group?: string;
  waiting?: number;
}

interface StaffShellProps {
  title: string;
  subtitle?: string;
  who: Pick<Staff, "name" | "email">;
  area: string;
  nav: readonly NavItem[];
  actions?: ReactNode;
  /** `actions` include a logout button, so the sidebar has none. */
  hasOwnLogout?: boolean;
  toast?: string | null;
  dialog?: ReactNode;
  /** Makes the page behind a dialog opened by the server inert. */
  dialogOpen?: boolean;
  children: ReactNode;
}

export function StaffShell(props: StaffShellProps) {
  const { title, subtitle, who, area, nav, actions, hasOwnLogout, toast, dialog, dialogOpen, children } =
    props;
  const behind = dialogOpen ? { inert: "" } : {};
  return (
    <>
      <div className="staff" {...behind}>
        <a className="skip" href="#main">
          {strings.skip}
        </a>
        <header className="side">
          <div className="side-head">
            <a className="brand" href={nav[0]?.href ?? "/"}>
              <Logo />
              {strings.product}
            </a>
            <details className="side-menu">
              <summary className="no-marker">Menu</summary>
              <nav aria-label={area}>
                <NavGroups nav={nav} />
              </nav>
            </details>
            {!hasOwnLogout && (
              <form method="post" action="/logout">
                <button className="side-out" type="submit">
                  Logout
                </button>
              </form>
            )}
          </div>
          <nav className="side-nav" aria-label={area}>
            <NavGroups nav={nav} />
          </nav>
          <div className="side-who">
            <p>{who.name}</p>
            <p className="side-area">
              <EmailAddress>{who.email}</EmailAddress>
            </p>
          </div>
        </header>
        <main id="main" className="stage">
          <header className="headline spread">
            <div>
              <h1>{title}</h1>
              {subtitle && <p className="soft">{subtitle}</p>}
            </div>
            {actions && <div className="buttons">{actions}</div>}
          </header>
          {children}
        </main>
      </div>
      {dialog}
      <Toasts text={toast} />
    </>
  );
}

function NavGroups({ nav }: { nav: readonly NavItem[] }) {
  const groups = [...new Set(nav.map((item) => item.group ?? ""))];
  return groups.map((group) => (
    <div key={group} className="side-group">
      {group && <p className="side-area">{group}</p>}
      <ul>
        {nav
          .filter((item) => (item.group ?? "") === group)
          .map((item) => (
            <li key={item.href}>
              <a href={item.href} aria-current={item.current ? "page" : undefined}>
                {item.label}
                {item.waiting ? (
                  <Badge dawn>
                    {item.waiting}
                    <span className="unseen"> waiting</span>
                  </Badge>
                ) : null}
              </a>
            </li>
          ))}
      </ul>
    </div>
  ));
}
