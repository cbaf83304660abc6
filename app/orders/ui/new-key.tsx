import { Notice } from "~/ui/components/notice";

export function NewKey({ name, secret }: { name: string; secret: string }) {
  return (
    <Notice tone="dawn">
      <h2>{`The key for ${name}`}</h2>
      <p>Copy it now. It won't be shown again.</p>
      <p>
        <code className="secret" id="new-key">
          {secret}
        </code>
      </p>
      <p className="soft">
        Send it as <code>Authorization: Bearer …</code>
      </p>
    </Notice>
  );
}
