import { ButtonLink } from "~/ui/components/button";

/** In a page's header. */
export const NewAppointmentLink = () => (
  <ButtonLink href="/new-appointment">
    <span>
      + New<span className="beyond-phones"> Appointment</span>
    </span>
  </ButtonLink>
);
