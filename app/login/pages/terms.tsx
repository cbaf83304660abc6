import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLegalNotices } from "~/company/legal-notices.server";
import { strings as companyStrings } from "~/company/strings";
import { fill } from "~/core/language/strings";
import { loadPage } from "~/http/page.server";
import { pageTitle } from "~/ui/page-title";
import { strings as shellStrings } from "~/ui/strings";
import { strings } from "../strings";
import { TextPage } from "../ui/text-page";

export const handle = { cachedHtml: true };
export const meta = () => [{ title: pageTitle(shellStrings.terms) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone" }, ({ app, who }) => findLegalNotices(app.reads, who));

export default function Terms() {
  const notices = useLoaderData<typeof loader>();
  const parts = [
    { heading: strings.terms.siteTitle, text: strings.terms.site },
    { heading: strings.terms.accessTitle, text: strings.terms.access },
    { heading: strings.terms.visitTitle, text: strings.terms.visit },
    {
      heading: strings.terms.textsTitle,
      text: fill(strings.terms.texts, { frequency: companyStrings.messageFrequency }),
    },
  ];
  return (
    <TextPage title={shellStrings.terms} own={notices?.terms} ownTitle={strings.own.terms} parts={parts} />
  );
}
