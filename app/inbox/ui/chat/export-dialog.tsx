import { Button } from "~/ui/components/button";
import { Dialog } from "~/ui/components/dialog";
import { Check, Field } from "~/ui/components/field";
import type { ExportProgress } from "../../pdf/transcript";
import { strings } from "../../strings";

interface ExportDialogProps {
  threadId: number;
  /** The dates of the first message and of today, `YYYY-MM-DD`. */
  from: string;
  to: string;
  progress: ExportProgress | null;
}

export function ExportDialog({ threadId, from, to, progress }: ExportDialogProps) {
  return (
    <Dialog id="export" title={strings.exportTitle} open>
      <form
        method="get"
        action={`/api/sms/thread/${threadId}/export.pdf`}
        target="_blank"
        data-export={`/messages/${threadId}/export`}
        rel="noopener"
      >
        <Check name="all" value="on" label={strings.exportAll} defaultChecked />
        <Field name="from" label={strings.startDate} type="date" value={from} />
        <Field name="to" label={strings.endDate} type="date" value={to} />
        <Check name="notes" value="1" label={strings.withNotes} />
        <p id="export-progress" className="soft" role="status">
          {progress && progressText(progress)}
        </p>
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

function progressText(progress: ExportProgress): string {
  const texts = strings.exportProgress;
  if (progress.step === "reading") return texts.reading(progress.messages);
  return progress.step === "writing" ? texts.writing(progress.percent) : texts[progress.step];
}
