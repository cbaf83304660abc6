import type { AppTx } from "~/boot/app.server";
import { fill } from "~/core/language/strings";
import type { Row } from "~/db/tables";
import { answerKeyword } from "../answer-keyword.server";
import { patientStrings } from "../strings";

/** Confirms an opt-out with the one text that 47 CFR 64.1200(a)(12) allows, within five minutes. */
export const confirmOptOut = ({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> =>
  answerKeyword({ trx, app }, conversation, {
    kind: "opt-out-confirmation",
    write: ({ name }) => fill(patientStrings.optedOut, { company: name }),
  });

export const confirmOptIn = ({ trx, app }: AppTx, conversation: Row<"threads">): Promise<void> =>
  answerKeyword({ trx, app }, conversation, {
    kind: "opt-in-confirmation",
    write: ({ name }) => fill(patientStrings.optedIn, { company: name }),
  });
