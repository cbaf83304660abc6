import type { ReactNode } from "react";
import { addDays, localDate, weekdayOf } from "~/core/time";
import { Button } from "~/ui/components/button";
import { DateTime } from "~/ui/date-time";
import { useBrowserZone } from "~/ui/page-context";
import { type Conversation, isUnanswered } from "../../conversations/conversation";
import { queryOf, type View } from "../view";

interface SnoozeProps {
  view: View;
  thread: Conversation;
  now: number;
}

const monday = 1;

/** Takes the conversation out of the Unanswered list until a day. */
export function Snooze({ view, thread: conversation, now }: SnoozeProps) {
  const zone = useBrowserZone();
  const today = localDate(now, zone);
  if (conversation.snoozed_until !== null) {
    return (
      <SnoozeForm view={view}>
        <span className="small">
          Snoozed until <DateTime at={conversation.snoozed_until} format="day" />
        </span>{" "}
        <Button look="quiet" size="small" name="day" value="">
          End snooze
        </Button>
      </SnoozeForm>
    );
  }
  if (!isUnanswered(conversation)) return null;
  const tomorrow = addDays(today, 1);
  const daysToMonday = ((monday - weekdayOf(today) + 6) % 7) + 1;
  return (
    <details className="snooze" id="snooze">
      <summary className="button quiet small no-marker">Snooze</summary>
      <div>
        <SnoozeForm view={view}>
          <Button look="quiet" size="small" name="day" value={tomorrow}>
            Until tomorrow
          </Button>
          {daysToMonday > 1 && (
            <Button look="quiet" size="small" name="day" value={addDays(today, daysToMonday)}>
              Until Monday
            </Button>
          )}
        </SnoozeForm>
        <SnoozeForm view={view}>
          <label htmlFor="snooze-day">Another day</label>
          <input
            className="input"
            id="snooze-day"
            name="day"
            type="date"
            min={tomorrow}
            max={addDays(today, 365)}
            required
          />
          <Button look="quiet" size="small">
            Snooze until then
          </Button>
        </SnoozeForm>
        <p className="soft small">It comes back on that day, or when the patient writes.</p>
      </div>
    </details>
  );
}

function SnoozeForm({ view, children }: { view: View; children: ReactNode }) {
  return (
    <form
      method="post"
      action={`/messages/${view.thread}/snooze`}
      data-change=""
      data-next=""
      className="row"
    >
      {queryOf({ ...view, details: false }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
