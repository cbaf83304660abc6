import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";

interface NewSecretProps {
  id: number;
  secret: string;
  title: string;
}

/** A secret in the only response that has it. */
export function NewSecret({ id, secret, title }: NewSecretProps) {
  return (
    <Notice tone="dawn">
      <h2>{title}</h2>
      <p>Copy it into the other system now. It won't be shown again.</p>
      <p>
        <code className="secret" id="webhook-secret">
          {secret}
        </code>
      </p>
      <p>
        <ButtonLink href={`/admin/webhooks/${id}`}>Go to the test</ButtonLink>
      </p>
    </Notice>
  );
}
