import type { SavedForm } from "~/core/saved-form";
import { Button, ButtonLink } from "./components/button";
import { PatientShell } from "./shells/patient-shell";
import { strings } from "./strings";

/** The page of somebody whose session ended while they typed: they sign in beside it and send it again. */
export function SignedOut({ kept }: { kept: SavedForm }) {
  return (
    <PatientShell>
      <h1>{strings.signedOutTitle}</h1>
      <p>{strings.signedOutText}</p>
      <p>
        <ButtonLink href="/login" target="_blank" look="quiet" size="wide">
          {strings.signInBeside}
        </ButtonLink>
      </p>
      <form method="post" action={kept.action}>
        {kept.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and the list never changes.
          <input key={index} type="hidden" name={name} defaultValue={value} />
        ))}
        <Button size="wide">{strings.sendAgain}</Button>
      </form>
    </PatientShell>
  );
}
