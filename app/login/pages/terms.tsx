import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage } from "~/http/page.server";
import { strings as shellStrings } from "~/ui/strings";
import { strings } from "../strings";
import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: `${shellStrings.terms} – Firstnight` }];

// Identifying the caller finds the company whose phone number the footer shows.
export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, "anyone");

export default function Terms() {
  const parts = [
    { heading: strings.terms.siteTitle, text: strings.terms.site },
    { heading: strings.terms.accessTitle, text: strings.terms.access },
    { heading: strings.terms.visitTitle, text: strings.terms.visit },
    { heading: strings.terms.textsTitle, text: strings.terms.texts },
  ];
  return <TextPage title={shellStrings.terms} parts={parts} />;
}
