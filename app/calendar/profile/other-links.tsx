import { Button } from "~/ui/components/button";
import type { OtherLink } from "~/visits/replace-meeting-links.server";

export function OtherLinks({ links, currentLink }: { links: OtherLink[]; currentLink: string | null }) {
  if (links.length === 0) return null;
  return (
    <section className="panel reading" aria-labelledby="other-links">
      <h2 id="other-links">Confirmed visits with a different link</h2>
      <p>
        These upcoming visits still have an old link. If you replace it with <b>{currentLink}</b>, patients
        and the therapist get a new invitation.
      </p>
      {links.map(({ link, visits }) => (
        <form key={link} method="post" className="buttons">
          <input type="hidden" name="act" value="send-link" />
          <input type="hidden" name="instead_of" value={link} />
          <p>{link}</p>
          <Button look="quiet">
            {visits === 1 ? "Send 1 patient the new link" : `Send ${visits} patients the new link`}
          </Button>
        </form>
      ))}
    </section>
  );
}
