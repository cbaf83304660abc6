import { createContext, useContext } from "react";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";

export interface CompanyContact {
  name: string;
  phone: string | null;
  support_hours: string | null;
}

/** The company of a patient's page. */
export interface PageCompany extends CompanyContact {
  id: number;
  /** True if patients see therapists' states and can filter by them. */
  showsRegions: boolean;
  logo: { hash: string; width: number; height: number } | null;
}

export interface PageHandle {
  /** Names of enhancement scripts: `name.enhance.ts`. */
  scripts?: readonly string[];
  look?: "staff";
  /** The page needs its scripts, so they load even in browsers with data saver on. */
  needsScripts?: true;
  /** Rendered only from its own loader, and identical for all visitors without a session. */
  cachedHtml?: true;
}

/** A saved view in the navigation. */
export interface PinnedView {
  href: string;
  label: string;
  /** The list's address with the view's filters. */
  address: string;
}

interface Page {
  nonce: string;
  requestId: string;
  /** `expires_in` in seconds; null when signed out. */
  session: { expires_in: number; can_stay: boolean } | null;
  company: PageCompany | null;
  /** Orders that are open in this browser, the current one first. Empty if there is only one. */
  openOrders: { sessionId: number; patient: string | null; number: string | null }[];
  staff: Staff | null;
  pinnedViews: readonly PinnedView[];
  /** Ties the page's forms to its patient. Null if there is no patient session. */
  pageToken: string | null;
  styleOf(href: string): string;
  holdsStyle(href: string): boolean;
  savesData: boolean;
  /** The number of unanswered conversations; undefined for users without access to messages. */
  unanswered: number | undefined;
  followsNights: boolean;
  /** True if a company has a kind of visit for classes. */
  hasClasses: boolean;
  /** Staff settings for this device. */
  hidesNames: boolean;
  isRoomy: boolean;
  /** False if the user turned off single keys (WCAG 2.1.4). */
  hasSingleKeys: boolean;
  /** The IANA zone that this browser sent earlier. Null if it hasn't sent one. */
  browserZone: string | null;
  /** The page is the demo's, whose outbox has all messages. */
  isDemo: boolean;
  /** The channels without a provider. Empty in the demo, whose outbox stands for both. */
  unsent: readonly ("sms" | "email")[];
  scriptsOf(name: string): string[];
}

export const PageContext = createContext<Page>({
  nonce: "",
  requestId: "",
  session: null,
  company: null,
  openOrders: [],
  staff: null,
  pinnedViews: [],
  pageToken: null,
  styleOf: () => "",
  holdsStyle: () => false,
  savesData: false,
  unanswered: undefined,
  followsNights: false,
  hasClasses: false,
  hidesNames: false,
  isRoomy: false,
  hasSingleKeys: true,
  browserZone: null,
  isDemo: false,
  unsent: [],
  scriptsOf: () => [],
});

export const usePage = () => useContext(PageContext);

export const useBrowserZone = () => usePage().browserZone ?? staffZone;
