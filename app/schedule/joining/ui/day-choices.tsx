import type { ReactNode } from "react";
import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { CompanyPhone } from "~/ui/company-phone";
import { Button } from "~/ui/components/button";
import { lateChoices } from "~/visits/late/late-schema";
import type { Visit } from "~/visits/visit";
import type { DayOfVisit } from "../day-of-visit";
import { strings } from "../strings";

interface DayChoicesProps {
  visit: Pick<Visit, "therapist" | "late_minutes" | "call_me" | "start_at" | "patient_zone" | "mode">;
  day: DayOfVisit;
  pageToken: string;
}

/** Each choice can be undone. */
export function DayChoices({ visit, day, pageToken }: DayChoicesProps) {
  const { therapist, late_minutes: late, call_me: isCall } = visit;
  const texts = strings.day;
  return (
    <div className="stack day-choices">
      {isCall && (
        <Undo
          pageToken={pageToken}
          name="call"
          value="false"
          button={visit.mode === "video" ? texts.noCall : null}
          text={willCall(visit, day)}
        >
          {day.phone && (
            <p>
              {`${texts.wrongNumber} `}
              <CompanyPhone />.
            </p>
          )}
        </Undo>
      )}
      {day.mayRunLate && !late && (
        <form method="post" action="/my-visit">
          <input type="hidden" name="page_token" value={pageToken} />
          <fieldset>
            <legend>
              <b>{texts.late}</b>
            </legend>
            <div className="late-choices">
              {lateChoices.map((minutes) => (
                <Button key={minutes} look="quiet" name="late" value={minutes}>
                  {fill(texts.minutes, { minutes })}
                </Button>
              ))}
            </div>
          </fieldset>
        </form>
      )}
      {late && (
        <Undo
          pageToken={pageToken}
          name="late"
          value="no"
          button={texts.notLate}
          text={fill(texts.isLate, { therapist, minutes: late })}
        />
      )}
      {!isCall && visit.mode === "video" && (
        <>
          <form method="post" action="/my-visit" className="stack">
            <input type="hidden" name="page_token" value={pageToken} />
            <p className="soft">{texts.callLead}</p>
            <Button look="quiet" size="wide" name="call" value="true">
              {texts.call}
            </Button>
          </form>
          <p>
            <a className="tall" href="/my-visit/check">
              {texts.check}
            </a>
          </p>
        </>
      )}
    </div>
  );
}

function willCall({ therapist, start_at, patient_zone }: DayChoicesProps["visit"], day: DayOfVisit): string {
  const { willCall, willCallAnyone, willCallSoon, willCallAnyoneSoon } = strings.day;
  const [toPhone, toAnyone] =
    day.join.state === "running" ? [willCallSoon, willCallAnyoneSoon] : [willCall, willCallAnyone];
  const when = formatWhen(start_at, patient_zone);
  return day.phone
    ? fill(toPhone, { therapist, when, phone: day.phone })
    : fill(toAnyone, { therapist, when });
}

interface UndoProps {
  text: string;
  /** Null if it can't be undone. */
  button: string | null;
  name: string;
  value: string;
  pageToken: string;
  children?: ReactNode;
}

function Undo({ text, button, name, value, pageToken, children }: UndoProps) {
  return (
    <form method="post" action="/my-visit" className="notice good">
      <p>{text}</p>
      {children}
      <input type="hidden" name="page_token" value={pageToken} />
      {button && (
        <Button look="plain" name={name} value={value}>
          {button}
        </Button>
      )}
    </form>
  );
}
