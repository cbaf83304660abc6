import { useLocation } from "@remix-run/react";
import { currentScope } from "~/core/language/current-language";
import { languageCodes, languages } from "~/core/language/languages";
import { usePage } from "../page-context";

/** Shows a button for each other language that the company offers. Each returns to the current page. */
export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const { pageToken } = usePage();
  const { language, offered = languageCodes } = currentScope();
  const others = offered.filter((code) => code !== language);
  const isForStaff = /^\/(setup|reset-password)\//.test(pathname);
  if (others.length === 0 || isForStaff) return null;
  // The session that the link opened shows the same page, so the form doesn't need the code or IDs.
  const isOpened = /^\/schedule\/./.test(pathname) || /[?&](code|pid|db|so)=/.test(search);
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
