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
  /** Stands over its first place: "Supervisor". Nothing stands over one's own. */
  group?: string;
  /** What waits there for somebody; shown where it is more than nothing. */
  waiting?: number;
}

interface StaffShellProps {
  title: string;
  /** Stands under the title. */
  under?: string;
  who: Pick<Staff, "name" | "email">;
  /** What the navigation is called: "Supervisor". */
  area: string;
  nav: readonly NavItem[];
  /** The one main action of the page, and few others. */
  actions?: ReactNode;
  /** Among those is the way out, so that the sidebar needs none. */
  leaves?: boolean;
  /** A success of the request before; problems stay where they belong. */
  toast?: string | null;
  /** Dialogs; one that the server opened makes the page behind it inert. */
  over?: ReactNode;
  overOpen?: boolean;
  children: ReactNode;
}

/** What stands around every page of staff: the sidebar in ink, the header line, the content on paper. */
export function StaffShell(props: StaffShellProps) {
  const { title, under, who, area, nav, actions, leaves, toast, over, overOpen, children } = props;
  const behind = overOpen ? { inert: "" } : {};
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
              <summary>Menu</summary>
              <nav aria-label={area}>
                <Places nav={nav} />
              </nav>
            </details>
            {!leaves && (
              <form method="post" action="/logout">
                <button className="side-out" type="submit">
                  Logout
                </button>
              </form>
            )}
          </div>
          <nav className="side-nav" aria-label={area}>
            <Places nav={nav} />
          </nav>
          <div className="side-who">
            <p>{who.name}</p>
            <p className="side-area">
              <EmailAddress>{who.email}</EmailAddress>
            </p>
          </div>
        </header>
        <main id="main" className="stage">
          <header className="headline">
            <div>
              <h1>{title}</h1>
              {under && <p className="soft">{under}</p>}
            </div>
            {actions && <div className="buttons">{actions}</div>}
          </header>
          {children}
        </main>
      </div>
      {over}
      <Toasts text={toast} />
    </>
  );
}

/** Where one can go, each group under its name. */
function Places({ nav }: { nav: readonly NavItem[] }) {
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
