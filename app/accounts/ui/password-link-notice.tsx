import { CopyField } from "~/ui/components/copy-field";
import { Notice } from "~/ui/components/notice";
import type { SentLink } from "../passwords/describe-password-link.server";

/** For the admin who added a user or reset a password. The page must list the `copy` script. */
export function PasswordLinkNotice({ sent }: { sent: SentLink | null }) {
  if (!sent) return null;
  return (
    <Notice tone={sent.isSent ? "good" : "warn"} role="status">
      <p>{sent.text}</p>
      {sent.link && (
        <CopyField
          name="link"
          label="Link to set the password"
          hint="Give this link to the user yourself. It works once."
          value={sent.link}
        />
      )}
    </Notice>
  );
}
