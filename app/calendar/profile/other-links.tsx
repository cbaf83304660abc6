import { Button } from "~/ui/components/button";
import type { OtherLink } from "~/visits/replace-meeting-links.server";

/** The confirmed visits to come that have another meeting link than the record, to be told of it at once. */
export function OtherLinks({ links, newest }: { links: OtherLink[]; newest: string | null }) {
  if (links.length === 0) return null;
  return (
    <section className="panel reading" aria-labelledby="other-links">
      <h2 id="other-links">Confirmed visits with another link</h2>
      <p>
        These visits to come keep the link their patients have. Send them{" "}
        <b className="web-address">{newest}</b> instead, and patient and therapist get the invitation anew.
      </p>
      {links.map(({ link, visits }) => (
        <form key={link} method="post" className="buttons">
          <input type="hidden" name="act" value="send-link" />
          <input type="hidden" name="instead_of" value={link} />
          <p className="web-address">{link}</p>
          <Button look="quiet">
            {visits === 1 ? "Send 1 patient the new link" : `Send ${visits} patients the new link`}
          </Button>
        </form>
      ))}
    </section>
  );
}
