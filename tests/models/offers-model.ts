import { day, hour, minute } from "~/core/time";

/** One action in a small clinic. Patients, therapists, times, and offers have numbers. */
export type Action =
  | { type: "book" | "move"; by: number; with: number; at: number }
  | { type: "cancel" | "opt-out" | "opt-in" | "remove-wish"; by: number }
  | { type: "wish"; by: number; part: "any" | Part; weekday: number; notice: number }
  | { type: "ask"; by: number; part: "any" | Part; weekday: number; notice: number; days: number }
  | { type: "end-wait"; by: number }
  | { type: "add" | "remove"; with: number; at: number }
  | { type: "accept" | "decline"; offer: number }
  | { type: "toggle"; on: boolean }
  | { type: "wait"; for: number };

type Part = "morning" | "afternoon" | "evening";

export interface Patient {
  zone: "New York" | "Los Angeles";
  urgent: boolean;
  /** Days since the referral. */
  referred: number;
  email: boolean;
}

interface Visit {
  with: number;
  start: number;
}

interface Offer extends Visit {
  by: number;
  /** For a patient without a visit. */
  first: boolean;
  wave: number;
  status: "open" | "accepted" | "declined" | "expired" | "withdrawn";
  channel: "sms" | "email";
  sent: number;
  ends: number;
}

/** A patient without a visit who waits, or waited. */
interface Wait {
  by: number;
  part: "any" | Part;
  weekday: number;
  notice: number;
  until: number;
  since: number;
  call: "no_match" | "no_answer" | "no_address" | "date" | "opted_out" | null;
  called: number | null;
  ended: "booked" | "date" | "opted_out" | "patient" | null;
}

interface Freed extends Visit {
  next: number;
  wave: number;
  /** The patient whose visit was at this time. */
  leftBy: number | null;
}

const utcOffset = { "New York": -5, "Los Angeles": -8 };
/** 2:00 AM on March 8, 2026, when daylight saving time starts. */
const clockChange = { "New York": Date.UTC(2026, 2, 8, 7), "Los Angeles": Date.UTC(2026, 2, 8, 10) };

/** The rules for earlier times and waiting (part 4, section F, and part 5, section C), without a database. */
export class Waitlist {
  visits: (Visit | null)[];
  offers: Offer[] = [];
  freed: Freed[] = [];
  waits: Wait[] = [];
  #wishes = new Map<number, { part: "any" | Part; weekday: number; notice: number }>();
  #consent = new Map<number, boolean>();
  #on = true;

  constructor(
    public now: number,
    readonly slots: Visit[],
    readonly times: number[],
    readonly patients: Patient[],
    readonly capacities: number[],
  ) {
    this.visits = patients.map(() => null);
  }

  /** Why an action must fail, or null if it must succeed. */
  whyNot(action: Action): "missing" | "refused" | null {
    switch (action.type) {
      case "book":
        return this.visits[action.by] || !this.#isOpen(this.#time(action)) ? "refused" : null;
      case "move": {
        const own = this.visits[action.by];
        const to = this.#time(action);
        if (!own) return "missing";
        if (isSame(own, to)) return null;
        return this.#mayChange(own) && this.#isOpen(to, action.by) ? null : "refused";
      }
      case "cancel": {
        const own = this.visits[action.by];
        return own && !this.#mayChange(own) ? "refused" : null;
      }
      case "wish":
        return this.visits[action.by] && this.#on ? null : "missing";
      case "ask":
        return !this.visits[action.by] && this.#on ? null : "missing";
      case "remove":
        return this.slots.some((slot) => isSame(slot, this.#time(action))) ? null : "missing";
      case "accept": {
        const offer = this.#offer(action.offer);
        if (!offer) return "missing";
        return offer.status === "accepted" || this.#canAccept(offer) ? null : "refused";
      }
      case "decline": {
        const offer = this.#offer(action.offer);
        if (!offer) return "missing";
        return offer.status === "accepted" ? "refused" : null;
      }
      default:
        return null;
    }
  }

  perform(action: Action): void {
    switch (action.type) {
      case "book":
        if (!this.#consent.has(action.by)) this.#consent.set(action.by, true);
        this.#put(action.by, this.#time(action));
        return;
      case "move":
        this.#put(action.by, this.#time(action));
        return;
      case "cancel":
        this.#put(action.by, null);
        return;
      case "opt-out":
      case "opt-in":
        this.#consent.set(action.by, action.type === "opt-in");
        if (action.type === "opt-out" && !this.patients[action.by]?.email)
          this.#end(action.by, "opted_out", "opted_out");
        return;
      case "ask":
        this.#ask(action);
        return;
      case "end-wait":
        this.#end(action.by, "patient");
        return;
      case "wish":
        this.#wishes.set(action.by, action);
        return;
      case "remove-wish":
        if (this.#wishes.delete(action.by)) this.#withdraw((offer) => offer.by === action.by && !offer.first);
        return;
      case "add": {
        const time = this.#time(action);
        const isThere = this.slots.some((slot) => isSame(slot, time));
        if (isThere || time.start <= this.now || this.#isBooked(time)) return;
        this.slots.push(time);
        this.#free(time, null);
        return;
      }
      case "remove": {
        const at = this.slots.findIndex((slot) => isSame(slot, this.#time(action)));
        this.slots.splice(at, 1);
        this.#drop((time) => isSame(time, this.#time(action)));
        return;
      }
      case "accept": {
        const offer = this.#offer(action.offer);
        if (!offer || offer.status === "accepted") return;
        offer.status = "accepted";
        if (offer.first && !this.#consent.has(offer.by)) this.#consent.set(offer.by, true);
        this.#put(offer.by, offer);
        return;
      }
      case "decline": {
        const offer = this.#offer(action.offer);
        if (offer?.status !== "open") return;
        offer.status = "declined";
        const wave = this.offers.filter((other) => isSame(other, offer) && other.wave === offer.wave);
        const freed = this.freed.find((time) => isSame(time, offer));
        if (freed && wave.every(({ status }) => status !== "open")) freed.next = this.now;
        return;
      }
      case "toggle":
        if (!action.on) this.#withdraw(() => true);
        this.#on = action.on;
        return;
      case "wait":
        this.now += action.for;
        this.#run();
        return;
    }
  }

  #run(): void {
    const silent = new Set<number>();
    for (const offer of this.offers) {
      if (offer.status !== "open" || offer.ends > this.now) continue;
      offer.status = "expired";
      silent.add(offer.by);
    }
    for (const wait of this.waits) {
      if (wait.ended !== null || !silent.has(wait.by)) continue;
      const unanswered = this.offers.filter(
        (offer) =>
          offer.by === wait.by &&
          offer.first &&
          offer.status === "expired" &&
          offer.sent >= (wait.called ?? wait.since),
      );
      if (unanswered.length >= 2) Object.assign(wait, { call: "no_answer", called: this.now });
    }
    for (const wait of this.waits)
      if (wait.until <= this.now && this.#wait(wait.by) === wait) this.#end(wait.by, "date", "date");
    this.#drop(({ start }) => start < this.now + day);
    this.#withdraw((offer) => !this.#isOpen(offer));
    if (!this.#on) return;
    const order = this.patients
      .map((patient, by) => ({ ...patient, by }))
      .sort((a, b) => Number(b.urgent) - Number(a.urgent) || b.referred - a.referred || a.by - b.by);
    const waiting = order.filter(({ by }) => this.#canReceive(by));
    for (const time of [...this.freed].sort((a, b) => a.start - b.start || a.with - b.with)) {
      if (time.next > this.now || !this.#isOpen(time)) continue;
      const wave = waiting
        .filter(({ by }) => by !== time.leftBy && this.#fits(by, time))
        .filter(({ by }) => !this.offers.some((offer) => offer.by === by && isSame(offer, time)))
        .slice(0, 3);
      if (wave.length === 0) continue;
      time.wave += 1;
      time.next = this.now + 30 * minute;
      for (const patient of wave) {
        waiting.splice(waiting.indexOf(patient), 1);
        const { with: therapist, start } = time;
        this.offers.push({
          by: patient.by,
          first: !this.visits[patient.by],
          with: therapist,
          start,
          wave: time.wave,
          status: "open",
          sent: this.now,
          // Exactly a day before, a patient can still come on the same day, until the booking lead.
          ends: Math.min(start - day > this.now ? start - day : start - 2 * hour, this.now + day),
          channel: this.#consent.get(patient.by) ? "sms" : "email",
        });
      }
    }
  }

  #canReceive(by: number): boolean {
    const own = this.visits[by];
    const patient = this.patients[by];
    if (!patient) return false;
    if (own ? !this.#wishes.has(by) || !this.#mayChange(own) : !this.#wait(by)) return false;
    const offers = this.offers.filter((offer) => offer.by === by);
    if (offers.some(({ status }) => status === "open")) return false;
    if (offers.filter(({ sent }) => sent > this.now - day).length >= 2) return false;
    const clock = local(this.now, patient.zone).getUTCHours();
    return clock >= 9 && clock < 20 && (patient.email || this.#consent.get(by) === true);
  }

  #fits(by: number, { start }: Visit): boolean {
    const own = this.visits[by];
    const wait = this.#wait(by);
    const wish = own ? this.#wishes.get(by) : wait;
    if (!wish) return false;
    const isWanted = own ? own.start - start >= day : start < (wait?.until ?? 0);
    return isWanted && start - this.now >= wish.notice * hour && this.#suits(by, wish, start);
  }

  #suits(by: number, wish: { part: "any" | Part; weekday: number }, start: number): boolean {
    const clock = local(start, this.patients[by]?.zone ?? "New York");
    const hours = clock.getUTCHours();
    const part = hours < 12 ? "morning" : hours < 17 ? "afternoon" : "evening";
    return (
      (wish.part === "any" || wish.part === part) &&
      // 0 means every weekday.
      (wish.weekday === 0 || wish.weekday === (clock.getUTCDay() || 7))
    );
  }

  /** The open wait of a patient without a visit. */
  #wait = (by: number) => this.waits.find((wait) => wait.by === by && wait.ended === null);

  #ask({ by, part, weekday, notice, days }: Extract<Action, { type: "ask" }>): void {
    const { zone, email } = this.patients[by] ?? { zone: "New York" as const, email: false };
    const until = midnightAfter(this.now, days, zone);
    const old = this.#wait(by);
    const wait: Wait = old ?? {
      by,
      part,
      weekday,
      notice,
      until,
      since: this.now,
      call: null,
      called: null,
      ended: null,
    };
    Object.assign(wait, { part, weekday, notice, until });
    if (!old) this.waits.push(wait);
    const isReachable = email || this.#consent.get(by) === true;
    const isOffered = this.slots.some(
      ({ start }) => start >= this.now + 2 * hour && start < until && this.#suits(by, wait, start),
    );
    const call = isReachable ? (isOffered ? null : "no_match") : "no_address";
    if (call && call !== wait.call) wait.called = this.now;
    wait.call = call;
  }

  #end(by: number, because: NonNullable<Wait["ended"]>, call?: Wait["call"]): void {
    const wait = this.#wait(by);
    if (!wait) return;
    wait.ended = because;
    if (call) Object.assign(wait, { call, called: this.now });
    this.#withdraw((offer) => offer.by === by && offer.first);
  }

  #canAccept(offer: Offer): boolean {
    const own = this.visits[offer.by];
    if (offer.status !== "open" || offer.ends <= this.now) return false;
    if (offer.first) return !own && this.#isOpen(offer);
    return own != null && this.#mayChange(own) && this.#isOpen(offer, offer.by);
  }

  #put(by: number, to: Visit | null): void {
    const from = this.visits[by] ?? null;
    if (from && to && isSame(from, to)) return;
    this.visits[by] = to && { with: to.with, start: to.start };
    if (from) this.#withdraw((offer) => offer.by === by);
    if (to) this.#end(by, "booked");
    if (to) this.#drop((time) => isSame(time, to));
    if (from) this.#free(from, by);
  }

  #free({ with: therapist, start }: Visit, leftBy: number | null): void {
    const time = { with: therapist, start };
    if (start < this.now + day || this.freed.some((each) => isSame(each, time))) return;
    if (!this.slots.some((slot) => isSame(slot, time))) return;
    this.freed.push({ ...time, next: this.now + minute, wave: 0, leftBy });
  }

  #drop(which: (time: Visit) => boolean): void {
    this.freed = this.freed.filter((time) => !which(time));
    this.#withdraw((offer) => !this.freed.some((time) => isSame(time, offer)));
  }

  #withdraw(which: (offer: Offer) => boolean): void {
    for (const offer of this.offers) if (offer.status === "open" && which(offer)) offer.status = "withdrawn";
  }

  #isBooked = (time: Visit, except?: number) =>
    this.visits.some((visit, by) => visit && by !== except && isSame(visit, time));

  #isOpen(time: Visit, except?: number): boolean {
    const date = local(time.start, "New York").getUTCDate();
    const sameDay = this.visits.filter(
      (visit, by) =>
        visit &&
        by !== except &&
        visit.with === time.with &&
        local(visit.start, "New York").getUTCDate() === date,
    );
    return (
      time.start >= this.now + 2 * hour &&
      this.slots.some((slot) => isSame(slot, time)) &&
      !this.#isBooked(time, except) &&
      sameDay.length < (this.capacities[time.with] ?? 0)
    );
  }

  #mayChange = ({ start }: Visit) => start - this.now >= day;
  #offer = (number: number) => this.offers[number % Math.max(1, this.offers.length)];
  #time = ({ with: therapist, at }: { with: number; at: number }): Visit => ({
    with: therapist,
    start: this.times[at] ?? 0,
  });
}

const isSame = (a: Visit, b: Visit) => a.with === b.with && a.start === b.start;

/** Midnight after the local day that is some days from now. */
function midnightAfter(now: number, days: number, zone: Patient["zone"]): number {
  const today = local(now, zone);
  const utc = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days + 1);
  const standard = utc - utcOffset[zone] * hour;
  return standard >= clockChange[zone] ? standard - hour : standard;
}

/** The local time, returned as the UTC fields of a date. */
function local(at: number, zone: Patient["zone"]): Date {
  return new Date(at + (utcOffset[zone] + (at >= clockChange[zone] ? 1 : 0)) * hour);
}
