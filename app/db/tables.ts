import type { Generated, Insertable, Selectable } from "kysely";
import type { Role } from "~/core/who";

/** The tables that `migrations/` creates, for Kysely. Instants are milliseconds UTC. */
export type Carrier = "ups" | "fedex" | "usps" | "dhl" | "courier" | "pickup" | "other";

export type ShipmentSource = "import" | "api" | "order_system" | "staff" | "patient";

export interface Tables {
  companies: {
    id: Generated<number>;
    name: string;
    phone: string | null;
    support_hours: string | null;
    about_visit_en: string | null;
    about_visit_es: string | null;
    /** The company's own line about cost. */
    cost_en: string | null;
    cost_es: string | null;
    /** 1 if patients see therapists' states and can filter by them. */
    shows_regions: Generated<number>;
    /** The company's own wording as JSON: `{"es.schedule.title": "…"}`. */
    texts: string | null;
    sms_optional: Generated<number>;
    website: string | null;
    address: string | null;
    /** A URL, or the text itself. The same goes for `terms`. */
    privacy_notice: string | null;
    terms: string | null;
    privacy_practices: string | null;
    message_frequency: string | null;
    reply_to: string | null;
    /** A JSON list of language codes. */
    languages: Generated<string>;
    /** A JSON list of days. */
    nudge_days: Generated<string>;
    offer_cutoff_hours: Generated<number>;
    offers_on: Generated<number>;
    offer_wave_minutes: Generated<number>;
    version: Generated<number>;
    /** 1 if calendar feeds show patients' names. */
    feed_names: Generated<number>;
    /** Business hours. */
    confirm_hours: Generated<number>;
    confirm_immediately: Generated<number>;
    /** For meeting links: an address with `{random}`, or fixed links, one a line. */
    link_template: string | null;
    /** Since when the company is frozen, because it moves or has moved to another installation. */
    moving_at: number | null;
    /** The new installation's address, once the move is finished. */
    moved_to: string | null;
    first_nights: Generated<number>;
    /** Below this number of patients, supervisors are asked whether a class takes place. */
    class_minimum: Generated<number>;
    equipment: Generated<"off" | "inform" | "require">;
    /** Days after the equipment's expected day from which patients can book. */
    equipment_days: Generated<number>;
    /** Since when `equipment` isn't off. */
    equipment_on_at: number | null;
    /** When the plans of all patients were last ended together: the `settled_at` of their steps. */
    plans_ended_at: number | null;
  };
  company_logos: {
    company_id: number;
    /** SHA-256 of the file, in hex. */
    hash: string;
    type: "image/png" | "image/jpeg" | "image/webp";
    width: number;
    height: number;
    /** Base64. */
    file: string;
  };
  /** Where visits take place when they aren't by video or at the patient's home. */
  places: {
    id: Generated<number>;
    company_id: number;
    name: string;
    address: string;
    timezone: string;
    phone: string | null;
    directions: string | null;
    directions_es: string | null;
    latitude: number | null;
    longitude: number | null;
    /** How many visits it holds at a time. */
    rooms: Generated<number>;
    active: Generated<number>;
    version: Generated<number>;
  };
  /** Kinds of visits. A trigger makes each company's first one. */
  visit_kinds: {
    id: Generated<number>;
    company_id: number;
    name: string;
    name_es: string;
    mode: "video" | "phone" | "branch" | "home" | "class";
    /** In ms, like the buffers. */
    length: Generated<number>;
    buffer_before: Generated<number>;
    buffer_after: Generated<number>;
    /** 1, or 2 to 50 for a class. */
    seats: Generated<number>;
    place_id: number | null;
    booked_by: Generated<"everyone" | "staff">;
    /** The things to have ready, one per line. */
    ready: string | null;
    ready_es: string | null;
    /** For meeting links: `{random}` stands for 128 random bits. */
    link_template: string | null;
    /** 1 if the equipment is handed over at the visit, which then never waits for a delivery. */
    hands_over_equipment: Generated<number>;
    /** Counts the changes to `visit_kind_therapists`. */
    therapists_version: Generated<number>;
    is_default: Generated<number>;
    active: Generated<number>;
    version: Generated<number>;
  };
  /** The questions that patients answer before visits of a kind. */
  questions: {
    id: Generated<number>;
    kind_id: number;
    position: number;
    type: "short" | "long" | "choice" | "choices" | "yes-no" | "photo";
    text: string;
    text_es: string;
    /** JSON lists of the same length. */
    options: Generated<string>;
    options_es: Generated<string>;
    required: Generated<number>;
  };
  visit_answers: {
    id: Generated<number>;
    visit_id: number;
    /** Null after the question was removed. */
    question_id: number | null;
    type: Tables["questions"]["type"];
    /** The question as it was asked, in English. */
    asked: string;
    /** A JSON list for several choices, in English. Empty for a photo. */
    value: string;
    answered_at: number;
  };
  /** JPEG files, in base64 and sealed. */
  answer_photos: {
    id: Generated<number>;
    answer_id: number;
    width: number;
    height: number;
    image_sealed: string;
    thumbnail_sealed: string;
  };
  /** The therapists who may lead a kind. Without rows, every therapist of the company. */
  visit_kind_therapists: { kind_id: number; therapist_id: number };
  databases: { name: string; company_id: number };
  /** One row. */
  installation: { id: Generated<number>; name: string; takeovers: Generated<number> };
  /** Set by admins. The environment's values win. Exactly one of `value` and `value_sealed` is set. */
  settings: { name: string; value: string | null; value_sealed: string | null; saved_at: number };
  saved_replies: {
    id: Generated<number>;
    company_id: number;
    name: string;
    text_en: string;
    text_es: string | null;
    position: number;
    version: Generated<number>;
  };
  users: {
    id: Generated<number>;
    email: string;
    name: string;
    phone: string | null;
    password_hash: string | null;
    two_step: Generated<"off" | "email" | "sms" | "totp">;
    totp_sealed: string | null;
    totp_step: number | null;
    disabled_at: number | null;
    created_at: number;
    /** The issuer, a space, and the user's subject at the provider. */
    sso_subject: string | null;
    /** When the user hid the set-up checklist. */
    setup_hidden_at: number | null;
    /** In the Unanswered list, Send opens the next conversation. */
    send_opens_next: Generated<number>;
  };
  single_sign_on: {
    id: Generated<number>;
    issuer: string;
    client_id: string;
    client_secret_sealed: string;
    roles_claim: string;
    /** JSON, see `RoleValues`. */
    role_values: string;
    /** A JSON list. */
    domains: string;
    local_off: Generated<number>;
    emails_confirmed: Generated<number>;
    last_used_at: number | null;
    problem: string | null;
    problem_at: number | null;
  };
  user_roles: { user_id: number; role: Role };
  therapists: {
    id: Generated<number>;
    user_id: number | null;
    name: string;
    email: string;
    phone: string | null;
    timezone: string;
    zoom_link: string | null;
    review_link: string | null;
    region: string;
    office_number: string | null;
    company_id: number;
    daily_capacity: Generated<number>;
    version: Generated<number>;
    /** 1 until the invitations of the upcoming visits are sent to the therapist's new email address. */
    invite_again: Generated<number>;
    /** A JSON list of the beginnings of postal codes to which the therapist travels. Null means everywhere. */
    zip_prefixes: string | null;
    /** A JSON list of the languages that the therapist speaks besides English. */
    languages: Generated<string>;
    /** The name without accents and capitals, computed by SQLite. */
    sort_name: Generated<string>;
  };
  saved_views: {
    id: Generated<number>;
    user_id: number;
    name: string;
    list: "appointments" | "worklist" | "orders" | "inbox";
    /** A query string. */
    filters: string;
    pinned: Generated<number>;
    shared_with: "supervisor" | "admin" | null;
    created_at: number;
  };
  sessions: {
    id: Generated<number>;
    token_hash: string;
    kind: "staff" | "code" | "link" | "query";
    user_id: number | null;
    order_id: number | null;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
    address: string | null;
    agent: string | null;
    visit_id: number | null;
    /** Set if a helper's link opened it. */
    helper_id: number | null;
    /** The provider's session, if single sign-on opened it. */
    sso_sid: string | null;
  };
  password_tokens: {
    user_id: number;
    token_hash: string;
    kind: "invitation" | "reset";
    created_at: number;
    expires_at: number;
  };
  sign_in_challenges: {
    challenge_hash: string;
    user_id: number;
    way: "email" | "sms" | "totp" | "passkey";
    code_hash: string | null;
    tries: Generated<number>;
    created_at: number;
    expires_at: number;
    sso_sid: string | null;
    by_sso: Generated<number>;
  };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: string;
    public_key: string;
    user_handle: string;
    counter: number;
    /** A JSON list. */
    transports: string;
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  passkey_challenges: {
    challenge_hash: string;
    user_id: number | null;
    expires_at: number;
    /** The sign-in challenge that it completes. */
    sign_in_hash: string | null;
  };
  two_step_offers: {
    user_id: number;
    way: "email" | "sms" | "totp";
    secret_sealed: string | null;
    code_hash: string | null;
    tries: Generated<number>;
    expires_at: number;
  };
  recovery_codes: { user_id: number; code_hash: string };
  setup_links: { token_hash: string; created_at: number };
  commit_marks: { id: string; made_at: number };
  leases: { name: string; owner: string; until: number };
  limits: { key: string; points: number; expires_at: number | null };
  audit_log: {
    id: Generated<number>;
    created_at: number;
    user_id: number | null;
    user_email: string | null;
    action: string;
    subject: string | null;
    details: string | null;
    address: string | null;
    hash: string;
  };
  ui_activity: {
    id: Generated<number>;
    created_at: number;
    action: string;
    details: string | null;
    session_id: number | null;
  };
  orders: {
    id: Generated<number>;
    brightree_db: string;
    sales_order_no: string | null;
    patient_id: number;
    patient_name: string | null;
    dob: string | null;
    phone: string | null;
    /** As written. Only digits can be dialed. */
    phone_ext: string | null;
    email: string | null;
    state: string | null;
    branch_office: string | null;
    company: string | null;
    source_step: Generated<number>;
    source_step_at: number;
    step: Generated<number>;
    step_at: number;
    referral_at: number | null;
    recdate: number | null;
    /** The doctor who referred the patient, as the source writes the name. */
    referrer: string | null;
    /** The IANA zone where the patient will be, and the other one they were asked about. */
    visit_zone: string | null;
    other_zone: string | null;
    created_at: number;
    updated_at: number;
    closed_at: number | null;
    stopped_at: number | null;
    /** Set while the order is closed by staff. Then the order system can't reopen it. */
    staff_closed_at: number | null;
    staff_closed_by: number | null;
    close_reason:
      | "died"
      | "moved_away"
      | "not_needed"
      | "other_supplier"
      | "duplicate_order"
      | "other"
      | null;
    /** From the order system or an import. */
    /** The patient's postal code, in capitals, without spaces and without the four digits after a ZIP code. */
    zip: string | null;
    language: string | null;
    /** Chosen by the patient, or by staff for them. */
    chosen_language: string | null;
    /** A language or ASL. */
    interpreter: string | null;
    /** The order's state in the order system at the last sync. */
    worklist_state: string | null;
    updates: "text" | "email" | "phone" | null;
    /** 1 if the patient gets offers of earlier times first. */
    urgent: Generated<number>;
  };
  step_counts: { brightree_db: string; step: number; orders: number };
  order_steps: { order_id: number; reached_at: number; step: number };
  /** Staff's plan for an order. Without a row, the order has no owner. */
  order_follow_ups: {
    order_id: number;
    owner_user_id: number | null;
    next_action: string | null;
    /** `YYYY-MM-DD`. */
    due_on: string | null;
  };
  order_notes: {
    id: Generated<number>;
    order_id: number;
    /** Null after the user was deleted. */
    user_id: number | null;
    created_at: number;
    body: string;
  };
  link_codes: {
    order_id: number;
    code_hash: string;
    code_sealed: string;
    created_at: number;
    sent_at: number | null;
    /** The first time, and the last. */
    opened_at: number | null;
    last_opened_at: number | null;
  };
  helpers: {
    id: Generated<number>;
    order_id: number;
    name: string;
    relation: string;
    phone: string | null;
    email: string | null;
    language: string | null;
    code_hash: string;
    code_sealed: string;
    created_at: number;
    opened_at: number | null;
    removed_at: number | null;
  };
  access_codes: {
    id: Generated<number>;
    order_id: number;
    code_hash: string;
    code_sealed: string;
    email: string | null;
    phone: string | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    used_by: string | null;
    ended_at: number | null;
    /** When the code was sent again. */
    sent_at: number | null;
  };
  order_systems: {
    database_name: string;
    kind: "local" | "brightree";
    credentials_sealed: string | null;
    orders_url: string | null;
    patients_url: string | null;
    reference_url: string | null;
    zone: Generated<string>;
    bt_env: Generated<string>;
    bt_org: string | null;
    link_template: string | null;
    sso_url: string | null;
  };
  worklist_states: { database_name: string; state: string; step: number | null; seen_at: number | null };
  order_reads: {
    database_name: string;
    read_until: number;
    due_at: number;
    failures: Generated<number>;
    lease: string | null;
    lease_until: number | null;
    ended_at: number | null;
    problem: string | null;
    inserted: Generated<number>;
    updated: Generated<number>;
    outside: Generated<number>;
  };
  imports: {
    id: Generated<number>;
    user_id: number;
    address: string | null;
    file_name: string;
    stored_as: string;
    bytes: number;
    status:
      | "columns"
      | "checking"
      | "checked"
      | "importing"
      | "done"
      | "stopped"
      | "undoing"
      | "undone"
      | "failed";
    mapping: string | null;
    bytes_read: Generated<number>;
    good_rows: Generated<number>;
    bad_lines: Generated<number>;
    flagged_lines: Generated<number>;
    skipped_lines: Generated<number>;
    repeated_rows: Generated<number>;
    inserted: Generated<number>;
    updated: Generated<number>;
    unchanged: Generated<number>;
    changed_fields: string | null;
    problem: string | null;
    created_at: number;
    ended_at: number | null;
  };
  import_rows: { import_id: number; line: number; cells: string };
  import_problems: {
    import_id: number;
    line: number;
    field: string;
    error: string;
    kind: "refused" | "flagged" | "similar";
    /** The name of a database that isn't set up. */
    missing_database: string | null;
  };
  import_changes: {
    import_id: number;
    order_id: number;
    was_added: 0 | 1;
    before: string | null;
    after: string;
    at: number;
    kept: string | null;
  };
  import_mappings: { company_id: number; header_key: string; columns: string; saved_at: number };
  integration_keys: {
    id: Generated<number>;
    name: string;
    key_hash: string;
    created_at: number;
    revoked_at: number | null;
    last_used_at: number | null;
  };
  slots: {
    therapist_id: number;
    start_at: number;
    local_date: string;
    batch_id: number | null;
    left_by: number | null;
    /** A JSON list of the kinds of visits that it is for. Null means all. */
    kinds: string | null;
  };
  /** Maintained by triggers. */
  open_slots: { therapist_id: number; start_at: number; local_date: string; region: string };
  slot_batches: {
    id: Generated<number>;
    therapist_id: number;
    kind: "added" | "removed" | "pattern" | "day-off";
    from_date: string;
    to_date: string;
    added: Generated<number>;
    removed: Generated<number>;
    user_id: number | null;
    created_at: number;
    undone_at: number | null;
  };
  slots_removed: {
    batch_id: number;
    start_at: number;
    local_date: string;
    added_by: number | null;
    kinds: string | null;
  };
  visits_left_out: { visit_id: number; batch_id: number; start_at: number };
  weekly_hours: {
    id: Generated<number>;
    therapist_id: number;
    days: string;
    start_time: string;
    end_time: string;
    interval: number;
    /** A JSON list of the kinds of visits that the hours are for. Null means all. */
    kinds: string | null;
  };
  days_off: {
    id: Generated<number>;
    therapist_id: number;
    from_date: string;
    to_date: string;
    note: string | null;
    batch_id: number;
  };
  visits: {
    id: Generated<number>;
    order_id: number;
    therapist_id: number;
    start_at: number;
    end_at: number;
    local_date: string;
    status: string;
    visit_type: Generated<string>;
    meeting_link: string | null;
    note: string | null;
    /** Copied from the order by a trigger. */
    brightree_db: Generated<string>;
    sms_consent: Generated<number>;
    version: Generated<number>;
    uid: string;
    sequence: Generated<number>;
    patient_zone: string | null;
    interpreter_arranged: Generated<number>;
    /** Why the visit needs no interpreter, or details of the one arranged. */
    interpreter_note: string | null;
    created_at: number;
    submitted_at: number | null;
    confirmed_at: number | null;
    completed_at: number | null;
    cancelled_at: number | null;
    no_show_at: number | null;
    no_show_reason: "patient_absent" | "unreachable" | "technical" | "other" | null;
    outcome_note: string | null;
    cancel_reason:
      | "patient_request"
      | "therapist_unavailable"
      | "equipment_not_arrived"
      | "insurance"
      | "duplicate"
      | "other"
      | null;
    /** When the patient confirmed by replying to a reminder. */
    patient_confirmed_at: number | null;
    /** When the patient asked for another time in such a reply. */
    change_asked_at: number | null;
    /** When the patient last said that the equipment isn't there yet. */
    equipment_missing_at: number | null;
    late_minutes: number | null;
    call_me: Generated<number>;
    therapist_late_minutes: number | null;
    therapist_late_at: number | null;
    therapist_late_sent: "text" | "email" | null;
    /** Until when the therapist confirms, as the patient reads it. */
    confirm_by: number | null;
    /** Why staff booked it before the order was ready to schedule. */
    booking_reason: string | null;
    /** Null for the company's default kind. */
    kind_id: number | null;
    place_id: number | null;
    /** In ms. The therapist isn't free this long before and after the visit. */
    buffer_before: Generated<number>;
    buffer_after: Generated<number>;
    class_id: number | null;
  };
  classes: {
    id: Generated<number>;
    company_id: number;
    kind_id: number;
    place_id: number | null;
    start_at: number;
    end_at: number;
    /** In ms, like the buffers of visits. */
    buffer_before: Generated<number>;
    buffer_after: Generated<number>;
    seats: number;
    /** For classes by video. */
    meeting_link: string | null;
    series: string | null;
    status: Generated<"scheduled" | "cancelled">;
    /** When a supervisor decided to hold the class with too few patients. */
    kept_at: number | null;
    version: Generated<number>;
    uid: string;
    sequence: Generated<number>;
    created_at: number;
  };
  /** The therapists of a class, the first of whom leads it, and when it occupies them. */
  class_therapists: {
    class_id: number;
    therapist_id: number;
    position: number;
    local_date: string;
    /** With the buffer, like `to_at`. */
    from_at: number;
    to_at: number;
    active: Generated<number>;
  };
  /** The choices that the numbers in the last "Which visit?" text stand for. */
  reply_choices: {
    phone: string;
    number: number;
    visit_id: number;
    meaning: "confirm" | "change";
    asked_at: number;
  };
  shipments: {
    id: Generated<number>;
    order_id: number;
    carrier: Carrier | null;
    /** As it came, in capitals and without spaces. */
    tracking_number: string | null;
    shipped_at: number | null;
    shipped_source: ShipmentSource | null;
    /** `YYYY-MM-DD` where the patient lives. */
    expected_on: string | null;
    expected_source: ShipmentSource | null;
    delivered_at: number | null;
    delivered_source: ShipmentSource | null;
    /** When staff decided that the reported delivery hasn't come. */
    refuted_at: number | null;
    updated_at: number;
    updated_by: string;
  };
  first_nights: {
    order_id: number;
    /** The date of the first night in the patient's zone, `YYYY-MM-DD`. */
    started_on: string;
    /** IANA zone. A night is over at noon there. */
    zone: string;
    visit_id: number | null;
    created_at: number;
    ended_at: number | null;
    end_reason: "returned" | "died" | "stopped" | "other_supplier" | "order_closed" | "other" | null;
    /** The day on which the patient comes back to the list, `YYYY-MM-DD`. */
    snoozed_until: string | null;
    snooze_reason: string | null;
    snoozed_by: string | null;
    /** The day of a re-evaluation that was booked elsewhere, `YYYY-MM-DD`. */
    reevaluation_on: string | null;
    reevaluation_by: string | null;
    /** The date of the first letter of `uses`. Null without nights. */
    uses_from: string | null;
    /** A letter for each night, kept by triggers. `storedUses` has their meaning. */
    uses: Generated<string>;
  };
  /** Minutes of use per night. Each source keeps its own value. */
  nights: {
    order_id: number;
    /** The date on which the night begins. It lasts from noon to noon. */
    night: string;
    source: "device" | "file" | "staff";
    /** The device's serial number. Empty if it isn't known. */
    device: Generated<string>;
    minutes: number;
    entered_by: string;
    entered_at: number;
  };
  night_files: {
    id: Generated<number>;
    user_id: number;
    file_name: string;
    stored_as: string;
    status: "columns" | "checked" | "saved" | "failed";
    /** JSON. */
    mapping: string | null;
    /** JSON. */
    result: string | null;
    problem: string | null;
    created_at: number;
    ended_at: number | null;
  };
  plan_items: {
    id: Generated<number>;
    company_id: number;
    /** Days after the setup visit. */
    day: number;
    /** The end of a range of days that begins with `day`. */
    last_day: number | null;
    type: "check_in" | "call" | "visit" | "note";
    /** The kind of visit to book. Null for the re-evaluation, and for other types. */
    kind_id: number | null;
  };
  /** The steps planned for a patient whose first 90 nights are followed. */
  plan_steps: {
    id: Generated<number>;
    order_id: number;
    /** The first night, `YYYY-MM-DD`, from which `day` counts. */
    started_on: string;
    day: number;
    /** The end of a range of days that begins with `day`. */
    last_day: number | null;
    type: "check_in" | "call" | "visit" | "note";
    kind_id: number | null;
    due_at: number;
    state: Generated<"planned" | "done" | "skipped" | "ended">;
    settled_at: number | null;
    answered_at: number | null;
    answer: "well" | "trouble" | "call" | "stop" | "returned" | null;
    /** A JSON list. */
    troubles: Generated<string>;
  };
  /** Totals of the last 30 nights that a patient read off the device's screen. */
  readings: {
    id: Generated<number>;
    order_id: number;
    /** The day of the reading where the patient is, `YYYY-MM-DD`. */
    read_on: string;
    nights_used: number;
    /** Nights of 4 hours or more. */
    nights_counted: number | null;
    /** Average use a night. */
    minutes: number | null;
    source: "patient" | "staff";
    entered_by: string;
    entered_at: number;
  };
  call_tasks: {
    id: Generated<number>;
    order_id: number;
    /** The visit that the patient missed. */
    visit_id: number | null;
    reason:
      | "missed_visit"
      | "no_visit"
      | "nights_plan"
      | "nights_visit"
      | "nights_trouble"
      | "nights_asked"
      | "nights_stop"
      | "nights_returned";
    /** The day of the plan, or the kind of visit to book. */
    about: string | null;
    created_at: number;
    due_at: number;
    messages_left: Generated<number>;
    /** Set by the last call, or when the order gets a visit or closes. */
    done_at: number | null;
    outcome: "reached" | "left_message" | "wrong_number" | null;
    called_at: number | null;
    /** Restored by an undo, with `outcome_before`. Null if there is nothing to undo. */
    due_before: number | null;
    outcome_before: "reached" | "left_message" | "wrong_number" | null;
    note: string | null;
    user_id: number | null;
    version: Generated<number>;
  };
  calendar_feeds: { therapist_id: number; token_hash: string; token_sealed: string; created_at: number };
  calendars: {
    id: Generated<number>;
    therapist_id: number;
    kind: "ics" | "caldav";
    url_sealed: string;
    user: string | null;
    password_sealed: string | null;
    created_at: number;
    due_at: number;
    last_read_at: number | null;
    error: string | null;
    events: Generated<number>;
    busy: Generated<number>;
    content_hash: string | null;
    computed_at: number | null;
    warned_at: number | null;
    /** The period whose open slots are refreshed when this is set to null. */
    replacing_from: number | null;
    replacing_to: number | null;
  };
  busy_times: { therapist_id: number; start_at: number; calendar_id: number; end_at: number };
  held_moves: {
    visit_id: number;
    /** The visit as the patient was last notified of it, in JSON. */
    announced: string;
    by_therapist: number;
    due_at: number;
  };
  bulk_changes: {
    id: Generated<number>;
    act: "confirm" | "reassign" | "cancel" | "complete" | "no_show";
    user_id: number;
    meeting_link: string | null;
    created_at: number;
    reason: string | null;
    /** When the user last started, continued, or undid the change. Null until then. */
    continued_at: number | null;
  };
  bulk_change_visits: {
    change_id: number;
    visit_id: number;
    position: number;
    /** The visit as the user saw it. */
    version: number | null;
    /** The visit after the change. */
    changed_version: number | null;
    undo_waits: Generated<number>;
    therapist_id: number | null;
    start_at: number | null;
    outcome: "done" | "already" | "refused" | "undone" | null;
    message: string | null;
  };
  earlier_wishes: {
    order_id: number;
    /** JSON lists. */
    parts: string;
    weekdays: string;
    notice_hours: number;
    asked_at: number;
  };
  waits: {
    id: Generated<number>;
    order_id: number;
    /** JSON lists. */
    parts: string;
    weekdays: string;
    /** A JSON list of IDs. Null for every kind of visit that patients can book. */
    kinds: string | null;
    notice_hours: number;
    /** 1 if the patient also wants times on the same day. */
    standby: Generated<number>;
    /** The end of the last day. */
    until_at: number;
    /** The patient's IANA zone. */
    zone: string;
    asked_at: number;
    /** Null if the patient asked. */
    user_id: number | null;
    /** Why staff were last asked to call. */
    call_because: "no_match" | "no_answer" | "no_address" | "date" | "opted_out" | null;
    call_asked_at: number | null;
    ended_at: number | null;
    ended_because: "booked" | "date" | "opted_out" | "closed" | "patient" | "staff" | "access" | null;
  };
  freed_times: {
    therapist_id: number;
    start_at: number;
    freed_at: number;
    /** Null for a time that only staff can offer. */
    next_wave_at: number | null;
    wave: Generated<number>;
    left_by: number | null;
  };
  offers: {
    id: Generated<number>;
    order_id: number;
    /** Null until a patient without a visit accepts. */
    visit_id: number | null;
    /** Null for a patient without a visit. */
    visit_start: number | null;
    /** Null for offers from before kinds of visits were offered. */
    kind_id: number | null;
    therapist_id: number;
    start_at: number;
    wave: number;
    code_hash: string;
    code_sealed: string;
    status: Generated<"open" | "accepted" | "declined" | "expired" | "withdrawn">;
    sent_at: number;
    expires_at: number;
    answered_at: number | null;
  };
  idempotency_keys: {
    scope: string;
    key: string;
    request_hash: string;
    answer: string;
    created_at: number;
  };
  outbox_instead: {
    outbox_id: number;
    recipient: string;
    subject: string;
    body_sealed: string;
  };
  outbox: {
    id: Generated<number>;
    channel: "sms" | "email";
    recipient: string;
    subject: string | null;
    body_sealed: string;
    calendar: string | null;
    calendar_method: "REQUEST" | "CANCEL" | null;
    kind: string;
    language: string | null;
    automated: Generated<number>;
    order_id: number | null;
    visit_id: number | null;
    visit_start: number | null;
    message_id: number | null;
    dedupe_key: string | null;
    status: Generated<OutboxStatus>;
    created_at: number;
    not_before: Generated<number>;
    attempts: Generated<number>;
    first_tried_at: number | null;
    in_doubt: Generated<number>;
    round: Generated<number>;
    lease_owner: string | null;
    lease_until: number | null;
    provider_id: string | null;
    error_code: string | null;
    error: string | null;
    finished_at: number | null;
    in_line: Generated<number>;
    behind: Generated<number>;
    possibly_sent: Generated<number>;
  };
  repliers: { thread_id: number; user_id: number; until: number };
  webhook_endpoints: {
    id: Generated<number>;
    company_id: number;
    url: string;
    /** A JSON list of event types. */
    events: string;
    secret_sealed: string;
    old_secret_sealed: string | null;
    old_secret_until: number | null;
    created_at: number;
    off_at: number | null;
  };
  webhook_deliveries: {
    id: Generated<number>;
    endpoint_id: number;
    message_id: string;
    type: string;
    subject: string;
    payload: string;
    status: "waiting" | "queued" | "sending" | "delivered" | "failed";
    due_at: number | null;
    lease_owner: string | null;
    attempts: Generated<number>;
    first_tried_at: number | null;
    last_tried_at: number | null;
    http_status: number | null;
    error: string | null;
    created_at: number;
    finished_at: number | null;
  };
  /** The databases whose order systems get notes about visits. */
  note_settings: {
    database_name: string;
    /** The number and name in the order system of the reason that each note gets. */
    reason: number;
    reason_name: string | null;
    created_at: number;
    off_at: number | null;
    /** The number of notes deleted unwritten when notes were last turned off. */
    dropped: Generated<number>;
  };
  order_system_notes: {
    id: Generated<number>;
    database_name: string;
    message_id: string;
    type: string;
    subject: string;
    payload: string;
    status: "waiting" | "queued" | "sending" | "delivered" | "failed";
    due_at: number | null;
    lease_owner: string | null;
    attempts: Generated<number>;
    first_tried_at: number | null;
    last_tried_at: number | null;
    error: string | null;
    created_at: number;
    finished_at: number | null;
  };
  /** When each open time was last freed because a visit was canceled or moved before it began. */
  freed_time_log: {
    therapist_id: number;
    start_at: number;
    local_date: string;
    freed_at: number;
    visit_id: number | null;
  };
  threads: {
    id: Generated<number>;
    phone: string;
    patient_id: number | null;
    patient_name: string | null;
    brightree_db: string | null;
    sms_consent: Generated<number>;
    consented_at: number | null;
    last_body: string | null;
    last_dir: "in" | "out" | null;
    last_msg_at: number | null;
    star_color: "yellow" | "red" | "blue" | "green" | "purple" | null;
    assignee_user_id: number | null;
    notes: Generated<string>;
    created_at: number;
    version: Generated<number>;
    hold: "possible_opt_out" | "wrong_number" | null;
    held_at: number | null;
    /** When staff decided that it needs no reply. */
    done_at: number | null;
    /** The conversation isn't in the Unanswered list until then, or until the patient writes. */
    snoozed_until: number | null;
    /** Chosen by staff for a number that has neither an order nor a database. */
    company_id: number | null;
  };
  thread_changes: {
    only: number;
    version: number;
    unread: number;
    patients: number;
    starred: number;
    inbound: Generated<number>;
  };
  thread_tags: { thread_id: number; tag: string };
  messages: {
    id: Generated<number>;
    thread_id: number;
    direction: "in" | "out";
    body: string;
    status: MessageStatus;
    created_at: number;
    author_user_id: number | null;
    provider_id: string | null;
    error: string | null;
    media_count: Generated<number>;
    released_at: number | null;
  };
  /** The counted texts and replies of one finished hour. */
  texting_hours: {
    /** Of the hour, ms UTC. */
    start_at: number;
    texts: number;
    answered: number;
    /** JSON, see `Texting`. */
    waits: string;
  };
  consents: {
    id: Generated<number>;
    phone: string;
    given: number;
    source: "booking" | "keyword" | "import" | "staff" | "provider" | "switch";
    wording: string | null;
    created_at: number;
    user_id: number | null;
    address: string | null;
    message_id: number | null;
    /** How the patient contacted the staff member who recorded it. */
    channel: "phone" | "email" | "letter" | "in_person" | null;
    note: string | null;
    wording_version: number | null;
  };
}

export type OutboxStatus = "held" | "queued" | "sending" | "sent" | "delivered" | "failed" | "dropped";

export type MessageStatus = Exclude<OutboxStatus, "sending"> | "received";

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
