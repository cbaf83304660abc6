import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check, Field } from "~/ui/components/field";
import { words } from "../../strings";

interface ExportDialogProps {
  threadId: number;
  /** The day of the first message, and today, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** The popup that makes a PDF of a conversation. */
export function ExportDialog({ threadId, from, to }: ExportDialogProps) {
  return (
    <Dialog id="export" title={words.exportTitle} open>
      <form
        method="get"
        action={`/api/sms/thread/${threadId}/export.pdf`}
        target="_blank"
        data-export=""
        rel="noopener"
      >
        <Check name="all" value="on" label={words.exportAll} defaultChecked />
        <Field name="from" label={words.startDate} type="date" value={from} />
        <Field name="to" label={words.endDate} type="date" value={to} />
        <Check name="notes" value="1" label={words.withNotes} />
        <p className="buttons">
          <Button>{words.generate}</Button>
          <Button look="quiet" form="export-cancel">
            {words.cancel}
          </Button>
        </p>
      </form>
      <form method="get" action={`/messages/${threadId}`} id="export-cancel" data-dismiss="" />
    </Dialog>
  );
}
