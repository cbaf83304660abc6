import { ButtonLink } from "~/ui/components/button";
import { CopyField } from "~/ui/components/copy-field";
import { Notice } from "~/ui/components/notice";

export function NewSecret({ id, secret, title }: { id: number; secret: string; title: string }) {
  return (
    <Notice tone="dawn">
      <h2>{title}</h2>
      <CopyField
        name="secret"
        label="Secret"
        hint="Copy it into the other system now. It won't be shown again."
        value={secret}
      />
      <p>
        <ButtonLink look="quiet" href={`/admin/webhooks/${id}`}>
          Test the webhook
        </ButtonLink>
      </p>
    </Notice>
  );
}
