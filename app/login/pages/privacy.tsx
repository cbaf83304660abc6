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
export const meta = () => [{ title: pageTitle(shellStrings.privacy) }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone" }, ({ app, who }) => findLegalNotices(app.reads, who));

export default function Privacy() {
  const notices = useLoaderData<typeof loader>();
  const frequency = companyStrings.messageFrequency;
  const parts = [
    { heading: strings.privacy.keepTitle, text: strings.privacy.keep },
    { heading: strings.privacy.seeTitle, text: strings.privacy.see },
    { heading: strings.privacy.textsTitle, text: fill(strings.privacy.texts, { frequency }) },
    { heading: strings.privacy.browserTitle, text: strings.privacy.browser },
    { heading: strings.privacy.longTitle, text: strings.privacy.long },
  ];
  // The notice that 45 CFR 164.520 requires.
  const practices = notices?.privacy_practices;
  return (
    <TextPage
      title={shellStrings.privacy}
      own={notices?.privacy_notice}
      ownTitle={strings.own.privacy}
      parts={parts}
      link={practices ? { label: strings.own.practices, href: practices } : null}
    />
  );
}
