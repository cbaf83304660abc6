import { createContext, useContext } from "react";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";

export interface PageHandle {
  /** Names of enhancement scripts: `name.enhance.ts`. */
  scripts?: readonly string[];
  look?: "staff";
  /** Does nothing without its scripts, which load even for browsers that save data. */
  needsScripts?: true;
  /** Rendered only from its own loader, and alike for all visitors without a session. */
  drawnOnce?: true;
}

interface Page {
  nonce: string;
  requestId: string;
  /** `expires_in` in seconds; null when signed out. */
  session: { expires_in: number; can_stay: boolean } | null;
  company: { name: string; phone: string | null; support_hours: string | null } | null;
  /** Several orders that are open in this browser, the page's first; empty if there is one. */
  openOrders: { sessionId: number; patient: string | null; number: string | null }[];
  staff: Staff | null;
  /** Ties the page's forms to its patient; null without a patient's session. */
  pageToken: string | null;
  styleOf(href: string): string;
  holdsStyle(href: string): boolean;
  savesData: boolean;
  /** Conversations that wait for an answer; undefined for users without messaging. */
  unanswered: number | undefined;
  /** Staff's choices for this device. */
  hidesNames: boolean;
  isRoomy: boolean;
  /** Whether staff pages react to single keys (WCAG 2.1.4). */
  hasSingleKeys: boolean;
  /** The IANA zone that an earlier page of this browser sent; null without it. */
  viewerZone: string | null;
  scriptsOf(name: string): string[];
}

export const PageContext = createContext<Page>({
  nonce: "",
  requestId: "",
  session: null,
  company: null,
  openOrders: [],
  staff: null,
  pageToken: null,
  styleOf: () => "",
  holdsStyle: () => false,
  savesData: false,
  unanswered: undefined,
  hidesNames: false,
  isRoomy: false,
  hasSingleKeys: true,
  viewerZone: null,
  scriptsOf: () => [],
});

export const usePage = () => useContext(PageContext);

export const useViewerZone = () => usePage().viewerZone ?? staffZone;
