import { languageName } from "~/core/language/spoken-language";
import { formatClock } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { PhoneLink } from "~/ui/components/phone-link";
import { Badge } from "~/ui/components/status";
import type { CallPage } from "../call-tasks/call-page.server";
import { isAboutNights, messagesLeft, whyToCall } from "../call-tasks/call-task";

export function CallFacts({ page }: { page: CallPage }) {
  const { task, now, thread: conversation, callBetween, mayBook } = page;
  const isDue = task.due_at <= now;
  return (
    <section className="panel" aria-label="Patient">
      <p className="call-number">
        {task.phone ? (
          <PhoneLink phone={task.phone} extension={task.phone_ext} className="num phone" />
        ) : (
          "No phone number on file"
        )}
      </p>
      <dl className="facts">
        <Fact label="Reason" wide>
          {whyToCall(task)}
          {task.messages_left > 0 && <> · {messagesLeft(task)}</>}
        </Fact>
        <Fact label="Patient's local time">
          {formatClock(now, task.patient_zone)}
          {callBetween && <Badge dawn>Call from {callBetween} (patient's time)</Badge>}
        </Fact>
        <Fact label="Language">{languageName(task.language)}</Fact>
        {task.interpreter && <Fact label="Interpreter needed">{task.interpreter}</Fact>}
        <Fact label="Patient ID">{task.patient_id}</Fact>
        <Fact label="Sales Order #">{task.sales_order_no ?? "—"}</Fact>
        {task.note && (
          <Fact label="Note" wide>
            {task.note}
          </Fact>
        )}
      </dl>
      <p className="buttons">
        {mayBook && (
          <ButtonLink href={`/new-appointment?order=${task.order_id}`} look={isDue ? "main" : "quiet"}>
            Book a visit
          </ButtonLink>
        )}
        {isAboutNights(task) && (
          <ButtonLink href={`/orders/${task.order_id}/plan`} look={isDue ? "main" : "quiet"}>
            First 90 nights
          </ButtonLink>
        )}
        <ButtonLink
          href={conversation ? `/messages/${conversation.id}` : `/messages?q=${task.patient_id}`}
          look="quiet"
        >
          Conversation
        </ButtonLink>
        {task.visit_id !== null && (
          <ButtonLink href={`/visits/${task.visit_id}`} look="quiet">
            Missed visit
          </ButtonLink>
        )}
        <ButtonLink href={`/search?q=${task.sales_order_no ?? task.patient_id}`} look="quiet">
          Order
        </ButtonLink>
        <ButtonLink href={`/call-tasks/${task.id}/phone`} look="quiet">
          Change number
        </ButtonLink>
        {task.order_closed_at === null && (
          <ButtonLink
            href={`/orders/close?order=${task.order_id}&back=${encodeURIComponent(`/call-tasks/${task.id}`)}`}
            look="quiet"
          >
            Close order…
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
