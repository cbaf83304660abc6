import { createContext, useContext } from "react";

/** What a page needs of the answer it is part of. */
interface Page {
  nonce: string;
  requestId: string;
  /** The text of a compiled style sheet, to be inlined. */
  styleOf(href: string): string;
  /** The hashed address of an enhancement script, by its file's name. */
  scriptOf(name: string): string;
}

export const PageContext = createContext<Page>({
  nonce: "",
  requestId: "",
  styleOf: () => "",
  scriptOf: () => "",
});

export const usePage = () => useContext(PageContext);
