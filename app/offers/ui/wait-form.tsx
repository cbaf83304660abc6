import type { FormProblem } from "~/core/form-problem";
import { Button } from "~/ui/components/button";
import { Check, Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { offerStrings } from "../strings";
import type { WaitPage } from "../waits/find-wait-page.server";
import { ConsentCheck } from "./consent-check";
import { Choices, WishFields } from "./earlier-form";

interface WaitFormProps {
  page: Pick<WaitPage, "wait" | "range" | "asksForTexts" | "pageToken">;
  problem: FormProblem | undefined;
}

export function WaitForm({ page: { wait, range, asksForTexts, pageToken }, problem }: WaitFormProps) {
  const strings = offerStrings.wait;
  return (
    <form method="post" className="panel stack" noValidate>
      <p>{strings.lead}</p>
      <input type="hidden" name="page_token" value={pageToken} />
      <KindFields wait={wait} problem={problem} title={strings.kinds} />
      <WishFields wish={wait} problem={problem} />
      <WaitFields wait={wait} range={range} problem={problem} texts={strings} />
      {asksForTexts && (
        <fieldset className="plain-choices">
          <legend>{strings.texts}</legend>
          <ConsentCheck isChecked={problem?.typed.sms_consent === "on"} />
        </fieldset>
      )}
      <Button size="wide">{wait.waiting ? strings.saveChange : strings.save}</Button>
    </form>
  );
}

export function KindFields({
  wait: { kinds = [], bookable_kinds: bookable },
  problem,
  title,
}: Pick<WaitFieldsProps, "wait" | "problem"> & { title: string }) {
  if (!bookable) return null;
  const chosen = problem ? (problem.typed.kinds ?? "").split(",").map(Number) : kinds;
  return (
    <>
      <input type="hidden" name="kinds" value="" />
      <Choices
        name="kinds"
        title={title}
        problem={problem}
        choices={bookable.map(({ id, name }) => ({ value: id, label: name, isChosen: chosen.includes(id) }))}
      />
    </>
  );
}

interface WaitFieldsProps extends Pick<WaitPage, "wait" | "range"> {
  problem: FormProblem | undefined;
  texts: Record<"shortNotice" | "standby" | "standbyHint" | "until" | "untilHint", string>;
}

/** Whether the patient can come on short notice, and the last day. */
export function WaitFields({ wait, range, problem, texts: strings }: WaitFieldsProps) {
  const [message] = problem?.fields.until ?? [];
  return (
    <>
      <fieldset className="plain-choices">
        <legend>{strings.shortNotice}</legend>
        <Check
          name="standby"
          label={strings.standby}
          defaultChecked={problem ? problem.typed.standby === "on" : wait.standby}
        />
        <p className="soft">{strings.standbyHint}</p>
      </fieldset>
      <div>
        {message && <Notice tone="bad">{message}</Notice>}
        <Field
          name="until"
          label={strings.until}
          type="date"
          min={range.first}
          max={range.last}
          value={problem?.typed.until ?? wait.until}
          aria-invalid={message ? true : undefined}
        />
        <p className="soft">{strings.untilHint}</p>
      </div>
    </>
  );
}

export function EndWaitForm({ pageToken }: { pageToken: string }) {
  return (
    <form method="post">
      <input type="hidden" name="page_token" value={pageToken} />
      <Button look="plain" name="stop" value="yes">
        {offerStrings.wait.stop}
      </Button>
    </form>
  );
}
