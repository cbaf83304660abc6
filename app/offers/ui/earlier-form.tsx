import type { FormProblem } from "~/core/form-problem";
import { counted } from "~/core/language/strings";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { allParts, allWeekdays, notices, type Wish } from "../offer-schema";
import { offerStrings } from "../strings";

interface EarlierFormProps {
  wish: Wish;
  pageToken: string;
  problem: FormProblem | undefined;
  /** The first date that the patient can move the visit to; null if it is too late to change. */
  changeFrom: string | null;
}

export function EarlierForm({ wish, pageToken, problem, changeFrom }: EarlierFormProps) {
  const strings = offerStrings.wish;
  return (
    <form method="post" className="panel stack" noValidate>
      <p>{strings.lead}</p>
      <p className="soft">{strings.limit}</p>
      {changeFrom && (
        <p>
          {`${strings.openNow} `}
          <a className="tall" href={`/my-visit/move?from=${changeFrom}`}>
            {strings.openNowLink}
          </a>
        </p>
      )}
      <input type="hidden" name="page_token" value={pageToken} />
      <WishFields wish={wish} problem={problem} />
      <Button size="wide">{wish.wanted ? strings.saveChange : strings.save}</Button>
    </form>
  );
}

interface WishFieldsProps {
  wish: Pick<Wish, "parts" | "weekdays" | "notice_hours">;
  problem: FormProblem | undefined;
  /** The question for the shortest notice, if it isn't the patient who reads it. */
  noticeTitle?: string;
}

export function WishFields({ wish, problem, noticeTitle = offerStrings.wish.notice }: WishFieldsProps) {
  const strings = offerStrings.wish;
  const typed = (name: string) => problem && (problem.typed[name] ?? "").split(",");
  const parts: readonly string[] = typed("parts") ?? wish.parts;
  const weekdays = typed("weekdays")?.map(Number) ?? wish.weekdays;
  const notice = Number(problem?.typed.notice_hours ?? wish.notice_hours);
  return (
    <>
      <Choices
        name="parts"
        title={strings.parts}
        problem={problem}
        choices={allParts.map((part) => ({
          value: part,
          label: strings.partNames[part],
          isChosen: parts.includes(part),
        }))}
      />
      <Choices
        name="weekdays"
        title={strings.weekdays}
        problem={problem}
        choices={allWeekdays.map((weekday) => ({
          value: weekday,
          label: strings.weekdayNames[`d${weekday}`],
          isChosen: weekdays.includes(weekday),
        }))}
      />
      <Choices
        name="notice_hours"
        title={noticeTitle}
        type="radio"
        problem={problem}
        choices={[...new Set([...notices, wish.notice_hours])].map((hours) => ({
          value: hours,
          label: describeNotice(hours),
          isChosen: hours === notice,
        }))}
      />
    </>
  );
}

export function describeNotice(hours: number): string {
  const strings = offerStrings.wish;
  if (hours === 168) return strings.week;
  return hours % 24 === 0 && hours > 0 ? counted(strings.days, hours / 24) : counted(strings.hours, hours);
}

interface ChoicesProps {
  name: string;
  title: string;
  type?: "checkbox" | "radio";
  problem: FormProblem | undefined;
  choices: { value: string | number; label: string; isChosen: boolean }[];
}

export function Choices({ name, title, type = "checkbox", problem, choices }: ChoicesProps) {
  const [message] = problem?.fields[name] ?? [];
  return (
    <fieldset className="plain-choices">
      <legend>{title}</legend>
      {message && <Notice tone="bad">{message}</Notice>}
      {choices.map(({ value, label, isChosen }) => (
        <label key={value} className="check">
          <input
            type={type}
            name={name}
            value={value}
            defaultChecked={isChosen}
            aria-invalid={message ? true : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function StopForm({ pageToken }: { pageToken: string }) {
  return (
    <form method="post">
      <input type="hidden" name="page_token" value={pageToken} />
      <Button look="plain" name="stop" value="yes">
        {offerStrings.wish.stop}
      </Button>
    </form>
  );
}
