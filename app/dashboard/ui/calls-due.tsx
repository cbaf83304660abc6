import { languageName } from "~/core/language/spoken-language";
import { formatClock } from "~/core/time";
import {
  type CallHours,
  type CallTask,
  messagesLeft,
  outsideCallHours,
  whyToCall,
} from "~/orders/call-tasks/call-task";
import { ButtonLink } from "~/ui/components/button";
import { PhoneLink } from "~/ui/components/phone-link";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { PatientName } from "~/visits/ui/patient";
import { EmptyList } from "./empty-list";

interface CallsDueProps {
  calls: readonly CallTask[];
  /** Outside these hours, a badge shows when to call. */
  hours: CallHours;
  now: number;
}

export function CallsDue({ calls, hours, now }: CallsDueProps) {
  return (
    <Table
      caption="Patients to call"
      rows={calls}
      rowKey={(task) => task.id}
      empty={
        <EmptyList text="No calls to make">
          Patients who missed a visit, or who can't be reached by message, are listed here.
        </EmptyList>
      }
      stacks
      columns={[
        {
          head: "Patient",
          align: "name",
          cell: (task) => (
            <>
              <a href={`/call-tasks/${task.id}`}>
                <span className="unseen">Call patient </span>
                {task.patient_id}
              </a>
              <PatientName name={task.patient_name} />
            </>
          ),
        },
        {
          head: "Phone",
          cell: ({ phone, phone_ext: extension }) =>
            phone ? <PhoneLink phone={phone} extension={extension} className="num" /> : "No number",
        },
        {
          head: "Reason",
          cell: (task) => (
            <>
              {whyToCall(task)}
              {task.messages_left > 0 && <span className="soft under">{messagesLeft(task)}</span>}
            </>
          ),
        },
        {
          head: "Language",
          cell: ({ language, interpreter }) => (
            <>
              {languageName(language)}
              {interpreter && <span className="soft under">Interpreter: {interpreter}</span>}
            </>
          ),
        },
        {
          head: "Patient's time",
          align: "when",
          cell: ({ patient_zone: zone }) => {
            const between = outsideCallHours(now, zone, hours);
            return (
              <>
                {formatClock(now, zone)}
                {between && (
                  <span className="under">
                    <Badge dawn>Call from {between}</Badge>
                  </span>
                )}
              </>
            );
          },
        },
        {
          head: "Next",
          cell: (task) => (
            <ButtonLink href={`/call-tasks/${task.id}`} look="quiet" size="small">
              Call<span className="unseen"> patient {task.patient_id}</span>
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}
