import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check, Field } from "~/ui/components/field";
import type { ExportProgress } from "../../pdf/transcript";

interface ExportDialogProps {
  conversationId: number;
  /** The date of the first message, as `YYYY-MM-DD`. */
  from: string;
  /** Today, as `YYYY-MM-DD`. */
  to: string;
  progress: ExportProgress | null;
}

export function ExportDialog({ conversationId, from, to, progress }: ExportDialogProps) {
  return (
    <Dialog id="export" title="Export Conversation" open>
      <form
        method="get"
        action={`/api/sms/thread/${conversationId}/export.pdf`}
        target="_blank"
        data-export={`/messages/${conversationId}/export`}
        rel="noopener"
      >
        <Check name="all" value="on" label="Export all messages" defaultChecked />
        <Field name="from" label="Start date" type="date" value={from} />
        <Field name="to" label="End date" type="date" value={to} />
        <Check name="notes" value="1" label="Include Shared Notes" />
        <p id="export-progress" className="soft" role="status" data-running={progress ? "" : undefined}>
          {progress && progressText(progress)}
        </p>
        <p className="buttons">
          <Button>Generate PDF</Button>
          <Button look="quiet" form="export-cancel">
            Cancel
          </Button>
        </p>
      </form>
      <form method="get" action={`/messages/${conversationId}`} id="export-cancel" data-dismiss="" />
    </Dialog>
  );
}

function progressText(progress: ExportProgress): string {
  switch (progress.step) {
    case "waiting":
      return "Waiting for another export to finish.";
    case "reading":
      return `Generating PDF: ${progress.messages.toLocaleString("en-US")} messages read.`;
    case "layout":
      return "Generating PDF: laying out pages.";
    case "writing":
      return `Generating PDF: ${progress.percent}% written.`;
  }
}
