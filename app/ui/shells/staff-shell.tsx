import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmailAddress } from "../breaking-address";
import { Field } from "../components/field";
import { HeadActions } from "../components/head-actions";
import { type Toast, Toasts } from "../components/toast";
import type { Undoable } from "../components/undoable";
import { usePage } from "../page-context";
import { strings } from "../strings";
import { Logo } from "./logo";
import { searchField } from "./search-field";
import { areaOf, firstPageOf, isSameAddress, type NavGroup, navFor, viewsGroup } from "./staff-nav";

const searchHref = "/search";

interface StaffShellProps {
  title: string;
  subtitle?: string;
  here?: string;
  actions?: ReactNode;
  toast?: Toast | null;
  /** Earlier changes that the user can still undo. */
  undos?: readonly Undoable[];
  dialog?: ReactNode;
  /** Makes the page inert behind a dialog that the server opened. */
  dialogOpen?: boolean;
  children: ReactNode;
}

export function StaffShell(props: StaffShellProps) {
  const { title, subtitle, here: area, actions, toast, undos, dialog, dialogOpen, children } = props;
  const { staff: who, pinnedViews, followsNights, hasClasses } = usePage();
  if (!who) throw new Error("A staff page needs loadPage.");
  const { pathname, search } = useLocation();
  const hasManyPages = who.roles.includes("admin");
  const groups = navFor(who, { followsNights, hasClasses }).map((group) =>
    group.name === viewsGroup
      ? { ...group, items: [...group.items, ...pinnedViews], ...(hasManyPages && { folds: true as const }) }
      : group,
  );
  const shownView = groups
    .flatMap(({ items }) => items)
    .find(({ href, address = href }) => address.includes("?") && isSameAddress(address, pathname + search));
  const here = shownView?.href ?? area;
  const label = areaOf(who);
  const behind = dialogOpen ? { inert: "" } : {};
  return (
    <>
      <div className="staff" {...behind}>
        <a className="skip" href="#main">
          {strings.skip}
        </a>
        <header className="side">
          <div className="side-head">
            <a className="brand" href={firstPageOf(who)}>
              <Logo />
              {strings.product}
            </a>
            <SearchLink here={here} />
            <details className="side-menu">
              <summary className="no-marker">Menu</summary>
              <nav aria-label={label}>
                <Navigation groups={groups} here={here} copy="menu" />
              </nav>
            </details>
            <form method="post" action="/logout">
              <button className="side-out" type="submit">
                Logout
              </button>
            </form>
          </div>
          <nav className="side-nav" aria-label={label}>
            <Navigation groups={groups} here={here} copy="side" />
          </nav>
          <div className="side-who">
            <p>{who.name}</p>
            <p className="side-area">
              <EmailAddress>{who.email}</EmailAddress>
            </p>
          </div>
        </header>
        <main id="main" className="stage">
          <SendingNote isAdmin={who.roles.includes("admin")} />
          <header className="headline spread">
            <div>
              <h1>{title}</h1>
              {subtitle && <p className="soft">{subtitle}</p>}
            </div>
            {actions && <HeadActions>{actions}</HeadActions>}
          </header>
          <div id="live" role="status" className="soft live-note" />
          {children}
        </main>
      </div>
      {dialog}
      <SearchDialog />
      <Toasts toast={toast} undos={undos} />
    </>
  );
}

/** On an installation that doesn't send every message, no page may suggest that it does. */
function SendingNote({ isAdmin }: { isAdmin: boolean }) {
  const { isDemo, unsent } = usePage();
  if (isDemo) return <DemoNote isAdmin={isAdmin} />;
  const [missing, other] = unsent;
  if (!missing) return null;
  const settings = `/admin/settings/${missing === "sms" ? "texts" : "email"}`;
  return (
    <div role="note" className="soft shell-note" data-nothing-sent={other && ""}>
      {other
        ? "Texts and email aren't set up yet, so no one gets a message."
        : missing === "sms"
          ? "Texts aren't set up yet, so messages go only by email."
          : "Email isn't set up yet, so messages go only by text."}{" "}
      {isAdmin ? (
        <a href={settings}>{missing === "sms" ? "Set up texts" : "Set up email"}</a>
      ) : (
        "Ask your admin."
      )}
    </div>
  );
}

function DemoNote({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div role="note" className="soft shell-note">
      {isAdmin ? (
        <>
          This is a demo. Texts and emails aren't sent. Read them in the <a href="/admin/outbox">Outbox</a>.
        </>
      ) : (
        strings.demo
      )}
    </div>
  );
}

function Unanswered() {
  const { unanswered } = usePage();
  return (
    <span className="unanswered" data-unanswered={unanswered}>
      {unanswered ? (
        <>
          <span className="badge dawn num">{unanswered.toLocaleString("en-US")}</span>
          <span className="unseen"> unanswered</span>
        </>
      ) : null}
    </span>
  );
}

interface NavigationProps {
  groups: readonly NavGroup[];
  here: string | undefined;
  /** The page has the navigation twice. In each, only one folding group is open. */
  copy: "menu" | "side";
}

function Navigation({ groups, here, copy }: NavigationProps) {
  return groups.map(({ name, items, folds }) =>
    folds ? (
      <details
        key={name}
        className="side-group"
        name={`groups-${copy}`}
        open={items.some(({ href }) => href === here)}
      >
        <summary className="side-area">{name}</summary>
        <NavigationLinks items={items} here={here} />
      </details>
    ) : (
      <div key={name} className="side-group">
        {name && <p className="side-area">{name}</p>}
        <NavigationLinks items={items} here={here} />
      </div>
    ),
  );
}

function NavigationLinks({ items, here }: { items: NavGroup["items"]; here: string | undefined }) {
  return (
    <ul>
      {items.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={href === here ? "page" : undefined}>
            {label}
            {href === "/messages" && <Unanswered />}
          </a>
        </li>
      ))}
    </ul>
  );
}

function SearchLink({ here }: { here: string | undefined }) {
  return (
    <a
      className="side-search"
      href={searchHref}
      aria-current={here === searchHref ? "page" : undefined}
      aria-keyshortcuts="/ Control+K"
      data-search-open=""
    >
      Search{" "}
      <span className="key" aria-hidden="true">
        /
      </span>
    </a>
  );
}

/** The `keyboard` script opens it and fills it with the results of the search page. */
function SearchDialog() {
  return (
    <dialog id="search" className="dialog search-dialog" aria-labelledby="search-title">
      <form method="dialog">
        <button type="submit" className="dialog-close" aria-label="Close">
          ×
        </button>
      </form>
      <h2 id="search-title">Search</h2>
      <search>
        <Field {...searchField} id="search-q" />
        <p role="status" className="unseen" />
      </search>
      <div id="search-found" className="stack" />
      <p className="search-hint soft">
        <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
      </p>
    </dialog>
  );
}
