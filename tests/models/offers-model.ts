import { day, hour, minute } from "~/core/time";

/** One action in a small clinic. Patients, therapists, times, and offers have numbers. */
export type Action =
  | { type: "book" | "move"; by: number; with: number; at: number }
  | { type: "cancel" | "opt-out" | "opt-in" | "remove-wish"; by: number }
  | { type: "wish"; by: number; part: "any" | Part; weekday: number; notice: number }
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
  wave: number;
  status: "open" | "accepted" | "declined" | "expired" | "withdrawn";
  channel: "sms" | "email";
  sent: number;
  ends: number;
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

/** The rules for earlier times in part 4, section F, without a database. */
export class Waitlist {
  visits: (Visit | null)[];
  offers: Offer[] = [];
  freed: Freed[] = [];
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
        return;
      case "wish":
        this.#wishes.set(action.by, action);
        return;
      case "remove-wish":
        if (this.#wishes.delete(action.by)) this.#withdraw((offer) => offer.by === action.by);
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
    for (const offer of this.offers) {
      if (offer.status === "open" && offer.ends <= this.now) offer.status = "expired";
    }
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
          with: therapist,
          start,
          wave: time.wave,
          status: "open",
          sent: this.now,
          ends: Math.min(start - day, this.now + day),
          channel: this.#consent.get(patient.by) ? "sms" : "email",
        });
      }
    }
  }

  #canReceive(by: number): boolean {
    const own = this.visits[by];
    const patient = this.patients[by];
    if (!own || !patient || !this.#wishes.has(by) || !this.#mayChange(own)) return false;
    const offers = this.offers.filter((offer) => offer.by === by);
    if (offers.some(({ status }) => status === "open")) return false;
    if (offers.filter(({ sent }) => sent > this.now - day).length >= 2) return false;
    const clock = local(this.now, patient.zone).getUTCHours();
    return clock >= 9 && clock < 20 && (patient.email || this.#consent.get(by) === true);
  }

  #fits(by: number, { start }: Visit): boolean {
    const wish = this.#wishes.get(by);
    const own = this.visits[by];
    if (!wish || !own) return false;
    const clock = local(start, this.patients[by]?.zone ?? "New York");
    const hours = clock.getUTCHours();
    const part = hours < 12 ? "morning" : hours < 17 ? "afternoon" : "evening";
    return (
      own.start - start >= day &&
      start - this.now >= wish.notice * hour &&
      (wish.part === "any" || wish.part === part) &&
      // 0 means every weekday.
      (wish.weekday === 0 || wish.weekday === (clock.getUTCDay() || 7))
    );
  }

  #canAccept(offer: Offer): boolean {
    const own = this.visits[offer.by];
    if (!own || offer.status !== "open" || offer.ends <= this.now) return false;
    return this.#mayChange(own) && this.#isOpen(offer, offer.by);
  }

  #put(by: number, to: Visit | null): void {
    const from = this.visits[by] ?? null;
    if (from && to && isSame(from, to)) return;
    this.visits[by] = to && { with: to.with, start: to.start };
    if (from) this.#withdraw((offer) => offer.by === by);
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

/** The local time, returned as the UTC fields of a date. */
function local(at: number, zone: Patient["zone"]): Date {
  return new Date(at + (utcOffset[zone] + (at >= clockChange[zone] ? 1 : 0)) * hour);
}
