import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { strings as company } from "~/company/strings";
import { inLanguage } from "~/core/language/language-scope.server";
import { languageCodes } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { projectRoot } from "~/core/root.server";
import { formatInText } from "~/core/time";
import { patientStrings } from "~/messages/strings";
import { offerStrings } from "~/offers/strings";
import { strings as orders } from "~/orders/strings";
import { visitStrings } from "~/visits/strings";

const guide = readFileSync(join(projectRoot, "docs/twilio.md"), "utf8");
const at = Date.parse("2026-05-12T13:00:00Z");

const samples = () => {
  const name = "Acme Sleep";
  const when = formatInText(at, "America/New_York");
  const site = "https://visits.clinic.example";
  return [
    fill(patientStrings.consentRequest, { company: name, frequency: company.messageFrequencyInText }),
    `${name}: ${fill(orders.text.choose, {
      schedule: `${site}/schedule/abc`,
      track: `${site}/track/abc`,
      login: `${site}/login`,
      code: "123456",
    })}`,
    `${name}: ${fill(visitStrings.text.reminder, { therapist: "Dana Reyes", when })} ${visitStrings.text.reminderQuestion}`,
    `${name}: ${fill(visitStrings.text.replyOk, { when })}`,
    `${name}: ${fill(visitStrings.text.replyChange, { when, link: `${site}/schedule/abc` })}`,
    fill(offerStrings.text, { company: name, when, where: "", link: `${site}/offer/abc` }),
    fill(patientStrings.helpWithPhone, { company: name, phone: "(919) 555-0100" }),
    fill(patientStrings.optedOut, { company: name }),
  ];
};

test.each(languageCodes)("the Twilio guide lists the messages that Firstnight sends in %s", (language) => {
  for (const sample of inLanguage({ language }, samples)) expect(guide).toContain(`- ${sample}\n`);
});
