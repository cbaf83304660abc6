import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check, Field } from "~/ui/components/field";
import { strings } from "../../strings";

interface ExportDialogProps {
  threadId: number;
  /** The day of the first message, and today, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** The popup that makes a PDF of a conversation. */
export function ExportDialog({ threadId, from, to }: ExportDialogProps) {
  return (
    <Dialog id="export" title={strings.exportTitle} open>
      <form
        method="get"
        action={`/api/sms/thread/${threadId}/export.pdf`}
        target="_blank"
        data-export=""
        rel="noopener"
      >
        <Check name="all" value="on" label={strings.exportAll} defaultChecked />
        <Field name="from" label={strings.startDate} type="date" value={from} />
        <Field name="to" label={strings.endDate} type="date" value={to} />
        <Check name="notes" value="1" label={strings.withNotes} />
        <p className="buttons">
          <Button>{strings.generate}</Button>
          <Button look="quiet" form="export-cancel">
            {strings.cancel}
          </Button>
        </p>
      </form>
      <form method="get" action={`/messages/${threadId}`} id="export-cancel" data-dismiss="" />
    </Dialog>
  );
}
