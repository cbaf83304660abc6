import type { FormProblem } from "~/core/form-problem";
import { iso } from "~/core/time";
import { Button, ButtonLink } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { visitStrings } from "~/visits/strings";
import type { Choice } from "../find-schedule.server";
import { strings } from "../strings";

interface ConfirmDialogProps {
  mode: "book" | "move";
  choice: Choice | null;
  clock: string | null;
  problem: FormProblem | undefined;
  action: string;
  back: string;
  idempotencyKey: string;
  pageToken: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { mode, choice, clock, problem, action, back, idempotencyKey, pageToken } = props;
  const opening = choice?.opening;
  const taken = choice !== null && !choice.open;
  const question = mode === "move" ? strings.confirmMove : strings.confirm;
  return (
    <Dialog
      id="confirm"
      open={choice !== null}
      title={
        <>
          <span data-fill="question">{question(opening?.therapist ?? "")}</span>
          {opening ? (
            <DateTime at={opening.start} zone={clock ?? opening.zone} format="full" />
          ) : (
            <time data-when="full" />
          )}
          ?
        </>
      }
    >
      <form method="post" action={action} data-mode={mode}>
        <input type="hidden" name="idempotency_key" value={idempotencyKey} />
        <input type="hidden" name="page_token" value={pageToken} />
        <input type="hidden" name="datetime" value={opening ? iso(opening.start) : ""} />
        <input type="hidden" name="therapist" value={opening?.therapist ?? ""} />
        <div data-fill="problem">
          {(problem || taken) && <Notice tone="bad">{problem?.message ?? visitStrings.timeTaken}</Notice>}
        </div>
        {mode === "book" && (
          <Check
            name="sms_consent"
            label={visitStrings.consent}
            defaultChecked={problem?.typed.sms_consent === "on"}
            aria-invalid={problem?.fields.sms_consent ? true : undefined}
          />
        )}
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
                    {`${mode === "move" ? strings.moveInstead : strings.bookInstead} `}
                    <DateTime at={other.start} zone={clock ?? other.zone} />
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
        <p className="soft" id="confirm-hint" data-fill="hint" hidden>
          {strings.confirmHint}
        </p>
        <div className="buttons">
          {!taken && (
            <Button size="wide" data-confirm="">
              {mode === "move" ? strings.moveButton : strings.confirmButton}
            </Button>
          )}
          <ButtonLink look="quiet" size="wide" href={back} data-close="">
            {strings.cancelButton}
          </ButtonLink>
        </div>
      </form>
    </Dialog>
  );
}
