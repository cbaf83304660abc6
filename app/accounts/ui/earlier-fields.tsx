import type { CompanyView } from "~/company/company.server";
import { Field } from "~/ui/components/field";
import { CompanyGroup, CompanySwitch } from "./company-group";

export const EarlierFields = ({ company }: { company: CompanyView }) => (
  <CompanyGroup title="Earlier times" id="earlier">
    <CompanySwitch
      name="offers_on"
      label="Offer freed times to patients who asked for an earlier visit"
      hint="If you turn this off, open offers end immediately. Patients who open one see that the time is no longer available and that their visit stays as it was. Firstnight keeps patients' requests."
      isOn={company.offers_on}
    />
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
  </CompanyGroup>
);
