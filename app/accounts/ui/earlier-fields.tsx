import type { CompanyView } from "~/company/company.server";
import { Check, Field } from "~/ui/components/field";

/** Settings for offers of earlier times. */
export const EarlierFields = ({ company }: { company: CompanyView }) => (
  <section className="panel" id="earlier">
    <h2>Earlier times</h2>
    <input type="hidden" name="offers_on" value="false" />
    <Check
      name="offers_on"
      label="Offer freed times to patients who asked for an earlier visit"
      defaultChecked={company.offers_on}
      aria-describedby="offers-on-hint"
    />
    <p className="hint" id="offers-on-hint">
      If you turn this off, open offers end immediately. Patients who open one see that the time is no longer
      open and that their visit stays as it was. Firstnight keeps what patients asked for.
    </p>
    <div className="pair">
      <Field
        name="offer_wave_minutes"
        label="Minutes between offers"
        hint="Three patients get an offer at the same time. After this many minutes, three more get one."
        inputMode="numeric"
        value={String(company.offer_wave_minutes)}
        maxLength={5}
        required
      />
      <Field
        name="offer_cutoff_hours"
        label="Stop offers this many hours before the visit"
        hint="Firstnight doesn't offer times sooner than this. Open offers end at this point."
        inputMode="numeric"
        value={String(company.offer_cutoff_hours)}
        maxLength={5}
        required
      />
    </div>
  </section>
);
