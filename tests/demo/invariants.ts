const active = "('submitted', 'confirmed', 'pending')";

/** Rules for demos of any size, each with a description and a query that finds violations. */
export const invariants: [sentence: string, offenders: string][] = [
  [
    "a therapist's active visits and classes don't overlap, with their buffers",
    `select * from (
       select span.*, lead(from_at) over (partition by therapist_id order by from_at) as next from (
         select therapist_id, start_at - buffer_before as from_at, end_at + buffer_after as to_at
         from visits where status in ${active} and class_id is null
         union all select therapist_id, from_at, to_at from class_therapists where active = 1) as span)
     where next < to_at`,
  ],
  [
    "a seat has its class's time and link, and no class has more patients than seats",
    `select visits.id from visits join classes on classes.id = class_id
     where (visits.start_at, visits.end_at, visits.kind_id, visits.meeting_link)
         is not (classes.start_at, classes.end_at, classes.kind_id, classes.meeting_link)
       or seats < (select count(*) from visits as seat where seat.class_id = classes.id)`,
  ],
  [
    "every order's step matches its visit, its link, and the order system",
    `select orders.id from orders
     left join visits on visits.order_id = orders.id and visits.status in ${active}
     join link_codes on link_codes.order_id = orders.id
     where closed_at is null and step <> case
       when visits.status = 'confirmed' then 7
       when visits.status is not null then 6
       when sent_at is not null then 5
       else source_step end`,
  ],
  [
    "an order is closed if and only if a visit is completed and none is active",
    `select orders.id from orders where (closed_at is not null) <> (
       exists (select 1 from visits where order_id = orders.id and status = 'completed')
       and not exists (select 1 from visits where order_id = orders.id and status in ${active}))`,
  ],
  [
    "an order is in the step that it entered most recently",
    `select id from orders where (step, step_at) is not (
       select step, reached_at from order_steps where order_id = orders.id order by reached_at desc limit 1)`,
  ],
  [
    "an order is never older than its first step",
    `select id from orders where created_at > (select min(reached_at) from order_steps where order_id = orders.id)`,
  ],
  ["every order has a link code", "select id from orders where id not in (select order_id from link_codes)"],
  [
    "an order's link has been sent if and only if the order has reached step 5",
    `select id from orders join link_codes on order_id = id where (sent_at is not null) <> (step >= 5)`,
  ],
  [
    "only open orders in step 5 have a live access code",
    `select orders.id from orders
     left join access_codes on order_id = orders.id and ended_at is null and used_at is null
     where (access_codes.id is not null) <> (step = 5 and closed_at is null)`,
  ],
  [
    "a visit is booked, confirmed, and completed in that order",
    `select id from visits where confirmed_at < submitted_at
       or coalesce(cancelled_at, completed_at) < coalesce(confirmed_at, submitted_at)
       or cancelled_at > start_at or completed_at < end_at
       or (status = 'completed') <> (completed_at is not null)
       or (status = 'cancelled') <> (cancelled_at is not null)
       or (confirmed_at is not null) <> (meeting_link is not null)`,
  ],
  [
    "a conversation's consent matches the latest ledger entry",
    `select id from threads where sms_consent <> coalesce(
       (select given from consents where phone = threads.phone order by id desc limit 1), 0)
       or (sms_consent = 1) <> (consented_at is not null)`,
  ],
  [
    "ledger entries are in chronological order",
    `select id from (select id, created_at, lag(created_at) over (order by id) as before from consents)
     where before > created_at`,
  ],
  [
    "a conversation shows its last message",
    `select threads.id from threads
     left join messages on messages.id = (select max(id) from messages where thread_id = threads.id)
     where (last_body, last_msg_at) is not (body, messages.created_at)
       or last_dir is not iif(body in ('STOP', 'YES'), 'out', direction)`,
  ],
  [
    "a conversation that ends with STOP isn't unanswered, because no one can reply to it",
    "select id from threads where last_body = 'STOP' and last_dir = 'in'",
  ],
  [
    "a conversation's messages are in chronological order",
    `select id from (select id, created_at,
         lag(created_at) over (partition by thread_id order by id) as before from messages)
     where before > created_at`,
  ],
  [
    "messages are held only for phone numbers without consent",
    `select messages.id from messages join threads on threads.id = thread_id
     where messages.status = 'held' and exists (select 1 from consents where phone = threads.phone)`,
  ],
  [
    "held messages are in the outbox",
    `select id from messages where status = 'held'
       and id not in (select message_id from outbox where status = 'held')`,
  ],
  [
    "a phone number belongs to only one patient",
    "select phone from orders where phone is not null group by phone having count(distinct patient_id) > 1",
  ],
];
