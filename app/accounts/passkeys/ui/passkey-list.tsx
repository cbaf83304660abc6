import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { Passkey } from "../passkeys.server";

export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <section className="stack" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <p>Sign in with your fingerprint, your face, or your device's PIN instead of a password.</p>
      {passkeys.length > 0 && (
        <Table
          caption="Your passkeys"
          rows={passkeys}
          rowKey={(passkey) => passkey.id}
          empty=""
          columns={[
            { head: "Name", cell: (passkey) => passkey.name },
            { head: "Added", align: "when", cell: (passkey) => <DateTime at={passkey.created_at} /> },
            {
              head: "Last used",
              align: "when",
              cell: (passkey) => (passkey.last_used_at ? <DateTime at={passkey.last_used_at} /> : "Never"),
            },
            {
              head: "Remove",
              cell: (passkey) => (
                <ButtonLink
                  look="quiet"
                  size="small"
                  href={`/account/passkeys/${passkey.id}/remove`}
                  aria-label={`Remove ${passkey.name}`}
                >
                  Remove
                </ButtonLink>
              ),
            },
          ]}
        />
      )}
      <p className="buttons">
        <QuietLink href="/account/passkeys/new">Add a passkey</QuietLink>
      </p>
    </section>
  );
}
