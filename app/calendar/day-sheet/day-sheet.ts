/** What a therapist needs to know of a visit on the way to it. */
export interface SheetVisit {
  id: number;
  /** Milliseconds UTC. */
  start: number;
  end: number;
  status: string;
  visit_type: string;
  meeting_link: string | null;
  /** What staff noted when they made the visit. */
  note: string | null;
  patient_name: string | null;
  patient_id: number;
  brightree_db: string;
  sales_order_no: string | null;
  /** As it is on file with us. */
  phone: string | null;
  /** What the order system says; null where it did not answer in time. */
  details: {
    address: string | null;
    phone: string | null;
    mobile: string | null;
    order_note: string | null;
    delivery_note: string | null;
  } | null;
}

/** The visits of a therapist's day. */
export interface DaySheet {
  /** `zone` is an IANA name. */
  therapist: { id: number; name: string; zone: string };
  /** `YYYY-MM-DD`, on the therapist's clock. */
  date: string;
  before: string;
  after: string;
  visits: SheetVisit[];
}

/** The sheet of a day. */
export const daySheetHref = (therapistId: number, date: string) =>
  `/therapist/day?therapist=${therapistId}&date=${date}`;
