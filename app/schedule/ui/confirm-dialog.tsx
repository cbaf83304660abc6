import type { FormProblem } from "~/core/form-problem";
import { around, counted, fill } from "~/core/language/strings";
import { iso } from "~/core/time";
import { CompanyPhone } from "~/ui/company-phone";
import { Button, ButtonLink } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { visitStrings } from "~/visits/strings";
import type { SchedulePage } from "../find-schedule-page.server";
import { strings } from "../strings";
import { Consent, UpdatesChoice } from "./consent";
import { kindLine } from "./kind-choice";
import { timeTexts } from "./time-texts";

interface ConfirmDialogProps {
  page: SchedulePage;
  zone: string;
  problem: FormProblem | undefined;
  action: string;
  back: string;
  others: string;
}

export function ConfirmDialog({ page, zone, problem, action, back, others }: ConfirmDialogProps) {
  const { mode, choice, idempotencyKey, pageToken, changeHours, changeableFrom } = page;
  const order = page.mine?.order;
  const patient = order?.patient;
  const opening = choice?.opening;
  const taken = choice !== null && !choice.open;
  const isMove = mode === "move";
  const lacksConsent = problem?.fields.sms_consent !== undefined;
  const question = isMove ? strings.booking.confirmMove : strings.booking.confirm;
  const [before, after] = around(question, "when", { therapist: opening?.therapist ?? "" });
  const otherZone = (order?.visitZone && order.otherZone) ?? null;
  const texts = opening && timeTexts(opening.start, zone, otherZone, strings);
  const format = isMove ? "when" : "full-time-first";
  return (
    <Dialog
      id="confirm"
      open={choice !== null}
      focusTitle
      data-fixed-zone={page.kind?.placeZone ?? order?.visitZone ?? undefined}
      title={
        <>
          <span data-fill="before">{before}</span>
          {opening ? (
            <DateTime at={opening.start} zone={zone} format={format} />
          ) : (
            <time data-when={format} />
          )}
          <span data-fill="after">{after}</span>
        </>
      }
    >
      {patient && <p>{fill(strings.about.for, { patient })}</p>}
      {page.kind && <p>{kindLine(page.kind)}</p>}
      <p data-fill="other-zone" hidden={!texts?.other}>
        {texts?.other}
      </p>
      {isMove && <p>{strings.booking.moveNext}</p>}
      <form
        method="post"
        action={action}
        data-mode={mode}
        data-other-zone={otherZone ?? undefined}
        data-changeable-from={iso(changeableFrom)}
      >
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <input type="hidden" name="page_token" value={pageToken} />
        <input type="hidden" name="zone" value={zone} />
        {page.kind && <input type="hidden" name="kind" value={page.kind.id} />}
        <input type="hidden" name="datetime" value={opening ? iso(opening.start) : ""} />
        <input type="hidden" name="therapist" value={opening?.therapist ?? ""} />
        <div data-fill="problem">
          {(taken || (problem && !lacksConsent && !problem.fields.updates && !problem.fields.odd_hour)) && (
            <Notice tone="bad">{problem?.message ?? visitStrings.timeTaken}</Notice>
          )}
        </div>
        <div data-fill="alternatives" className="alternatives">
          {choice && choice.alternatives.length > 0 && (
            <>
              <p tabIndex={-1}>{strings.alternatives}</p>
              {choice.alternatives.map((other) => (
                <Button
                  key={`${other.start} ${other.therapistId}`}
                  look="quiet"
                  size="wide"
                  name="choice"
                  value={`${iso(other.start)}|${other.therapist}`}
                >
                  <span>
                    {`${isMove ? strings.moveInstead : strings.bookInstead} `}
                    <DateTime at={other.start} zone={zone} />
                    {` ${strings.visitWith} ${other.therapist}`}
                  </span>
                </Button>
              ))}
            </>
          )}
        </div>
        <ButtonLink size="wide" href="/" data-next="sign-in" hidden>
          {strings.signIn}
        </ButtonLink>
        <ButtonLink size="wide" href="/my-visit" data-next="my-visit" hidden>
          {strings.seeVisit}
        </ButtonLink>
        <div className="decide">
          {!isMove && order?.areTextsOptional && <UpdatesChoice order={order} problem={problem} />}
          <div data-fill="odd-hour" className="stack" hidden={!texts?.odd}>
            <Notice tone="plain">
              <p data-fill="odd-title">{texts?.odd?.title}</p>
            </Notice>
            <div data-fill="odd_hour-problem">
              {problem?.fields.odd_hour && <Notice tone="bad">{problem.fields.odd_hour[0]}</Notice>}
            </div>
            <Check
              name="odd_hour"
              label={<span data-fill="odd-agree">{texts?.odd?.agree}</span>}
              defaultChecked={problem?.typed.odd_hour === "on"}
              aria-invalid={problem?.fields.odd_hour ? true : undefined}
              data-needed=""
            />
          </div>
          <div data-fill="sms_consent-problem">
            {lacksConsent && <Notice tone="bad">{problem.message}</Notice>}
          </div>
          {!isMove && <Consent order={order ?? null} problem={problem} />}
          <p data-fill="soon" hidden={!opening || opening.start >= changeableFrom}>
            {`${fill(strings.soon, { hours: counted(visitStrings.hours, changeHours) })} `}
            <CompanyPhone />.
          </p>
          <p data-fill="others" hidden={!choice?.hasOthers}>
            <a className="tall" href={others}>
              {strings.otherTherapists}
            </a>
          </p>
          <div className="buttons decide-buttons">
            <p className="soft" id="confirm-hint" data-fill="hint">
              {strings.confirmHint}
            </p>
            {!taken && (
              <Button size="wide" data-confirm="">
                {isMove ? strings.moveButton : strings.confirmButton}
              </Button>
            )}
            <ButtonLink
              look="quiet"
              size="wide"
              href={back}
              data-close=""
              title={isMove ? undefined : strings.cancelHint}
            >
              {isMove ? strings.cancelNo : strings.cancelButton}
            </ButtonLink>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
