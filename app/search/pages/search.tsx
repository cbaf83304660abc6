import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { text } from "~/core/fields";
import { roles } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { searchField } from "~/ui/shells/search-field";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findEverything } from "../find-everything.server";
import { strings } from "../strings";
import { SearchResults } from "../ui/search-results";

export const handle = { look: "staff", scripts: ["sheet"] };
export const meta = () => [{ title: `${strings.title} – Firstnight` }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ q: text(100).default("") });
  return loadPage(args, { allow: roles, input }, async ({ app, who, input: { q } }) => {
    const zone = zoneForStaff(args.request);
    return { q, zone, now: app.clock.now(), groups: await findEverything(app, who, q, zone) };
  });
}

export default function Search() {
  const search = useLoaderData<typeof loader>();
  return (
    <StaffShell title={strings.title} here="/search">
      <div id="search-panel" className="stack reading">
        <search>
          <form className="search-form">
            <Field {...searchField} id="search-page-q" value={search.q} />
            <Button look="quiet">{strings.title}</Button>
          </form>
          <p role="status" className="unseen" />
        </search>
        <div id="found" className="stack">
          <SearchResults {...search} />
        </div>
      </div>
    </StaffShell>
  );
}
