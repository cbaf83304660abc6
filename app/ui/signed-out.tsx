import type { KeptForm } from "~/core/saved-form";
import { Button, ButtonLink } from "./components/button";
import { PatientShell } from "./shells/patient-shell";
import { words } from "./strings";

/** The page of somebody whose session ended while they typed: they sign in beside it and send it again. */
export function SignedOut({ kept }: { kept: KeptForm }) {
  return (
    <PatientShell>
      <h1>{words.signedOutTitle}</h1>
      <p>{words.signedOutText}</p>
      <p>
        <ButtonLink href="/login" target="_blank" look="quiet" size="wide">
          {words.signInBeside}
        </ButtonLink>
      </p>
      <form method="post" action={kept.action}>
        {kept.fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come more than once, and the list never changes.
          <input key={index} type="hidden" name={name} defaultValue={value} />
        ))}
        <Button size="wide">{words.sendAgain}</Button>
      </form>
    </PatientShell>
  );
}
