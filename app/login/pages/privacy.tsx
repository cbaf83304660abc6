import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage } from "~/http/page.server";
import { strings as shellStrings } from "~/ui/strings";
import { strings } from "../strings";
import { TextPage } from "../ui/text-page";

export const handle = { drawnOnce: true };
export const meta = () => [{ title: `${shellStrings.privacy} – Firstnight` }];

// Identifying the caller finds the company whose phone number the footer shows.
export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, "anyone");

export default function Privacy() {
  const parts = [
    { heading: strings.privacy.keepTitle, text: strings.privacy.keep },
    { heading: strings.privacy.seeTitle, text: strings.privacy.see },
    { heading: strings.privacy.textsTitle, text: strings.privacy.texts },
    { heading: strings.privacy.browserTitle, text: strings.privacy.browser },
    { heading: strings.privacy.longTitle, text: strings.privacy.long },
  ];
  return <TextPage title={shellStrings.privacy} parts={parts} />;
}
