import type { ReactNode } from "react";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem, useProblem } from "~/ui/components/form";

/** Calendar apps offer either a link or CalDAV. */
export function AddCalendarForm() {
  const problem = useProblem();
  return (
    <div className="stack">
      <KindForm kind="ics">
        <Field
          name="url"
          id="f-ics-url"
          label="Calendar link (ICS)"
          hint="In Google Calendar, open Settings, choose your calendar, and copy the “Secret address in iCal format”. In Outlook, open Settings, Calendar, Shared calendars, publish the calendar, and copy the ICS link."
          type="url"
          maxLength={2000}
          required
        />
        <p className="buttons">
          <Button name="act" value="add-calendar">
            Add and test
          </Button>
        </p>
      </KindForm>
      <details open={problem?.typed.kind === "caldav"}>
        <summary>Sign in to a calendar server (CalDAV)</summary>
        <KindForm kind="caldav">
          <p>For iCloud, Fastmail, Nextcloud, and others. Use an app password, not your account password.</p>
          <Field
            name="url"
            id="f-caldav-url"
            label="Server"
            hint="For iCloud: https://caldav.icloud.com"
            type="url"
            maxLength={2000}
            required
          />
          <div className="pair">
            <Field name="user" label="User name" autoComplete="off" maxLength={300} required />
            <Field
              name="password"
              label="App password"
              type="password"
              autoComplete="off"
              maxLength={300}
              required
            />
          </div>
          <p className="buttons">
            <Button look="quiet" name="act" value="add-calendar">
              Sign in and test
            </Button>
          </p>
        </KindForm>
      </details>
    </div>
  );
}

/** Shows a problem only in the form that was submitted. */
function KindForm({ kind, children }: { kind: "ics" | "caldav"; children: ReactNode }) {
  const wasSent = useProblem()?.typed.kind === kind;
  const Form = wasSent ? PostForm : "form";
  return (
    <Form method="post" className="stack">
      {wasSent && <Problem />}
      <input type="hidden" name="kind" value={kind} />
      {children}
    </Form>
  );
}
