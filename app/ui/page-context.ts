import { createContext, useContext } from "react";

/** What a page says of itself in its `handle`. */
export interface PageHandle {
  /** The enhancement scripts it gains from; it works without. */
  scripts?: readonly string[];
  /** Whose look it has; a patient's where nothing is said. */
  look?: "staff";
  /** It is drawn of what was read for it alone, and the same for everybody who has no session. */
  drawnOnce?: true;
}

/** What a page needs of the answer it is part of. */
interface Page {
  nonce: string;
  requestId: string;
  /** How long the session goes on, for somebody who is signed in. */
  session: { expires_in: number; can_stay: boolean } | null;
  /** The text of a compiled style sheet, to be inlined. */
  styleOf(href: string): string;
  /** The browser has this style sheet already, so that its name is enough. */
  holdsStyle(href: string): boolean;
  /** The browser asks for as little as will do. */
  savesData: boolean;
  /** The hashed addresses of an enhancement script, by its file's name: its own, then of what it shares. */
  scriptsOf(name: string): string[];
}

export const PageContext = createContext<Page>({
  nonce: "",
  requestId: "",
  session: null,
  styleOf: () => "",
  holdsStyle: () => false,
  savesData: false,
  scriptsOf: () => [],
});

export const usePage = () => useContext(PageContext);
