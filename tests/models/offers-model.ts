import { day, hour, minute } from "~/core/time";

/** One act on a small clinic. Patients, therapists, times and offers are numbered. */
export type Act =
  | { act: "book" | "move"; by: number; with: number; at: number }
  | { act: "cancel" | "stop" | "agree" | "forget"; by: number }
  | { act: "wish"; by: number; part: "any" | Part; weekday: number; notice: number }
  | { act: "add" | "remove"; with: number; at: number }
  | { act: "take" | "keep"; offer: number }
  | { act: "switch"; on: boolean }
  | { act: "wait"; for: number };

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
  left: number | null;
}

const shift = { "New York": -5, "Los Angeles": -8 };
/** 2:00 AM on March 8, 2026, when clocks go forward. */
const springs = { "New York": Date.UTC(2026, 2, 8, 7), "Los Angeles": Date.UTC(2026, 2, 8, 10) };

/** The rules of part 4, section F, without a database. */
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

  /** Why an act must be refused; null if it must succeed. */
  whyNot(act: Act): "missing" | "refused" | null {
    switch (act.act) {
      case "book":
        return this.visits[act.by] || !this.#isOpen(this.#time(act)) ? "refused" : null;
      case "move": {
        const own = this.visits[act.by];
        const to = this.#time(act);
        if (!own) return "missing";
        if (isSame(own, to)) return null;
        return this.#mayChange(own) && this.#isOpen(to, act.by) ? null : "refused";
      }
      case "cancel": {
        const own = this.visits[act.by];
        return own && !this.#mayChange(own) ? "refused" : null;
      }
      case "wish":
        return this.visits[act.by] && this.#on ? null : "missing";
      case "remove":
        return this.slots.some((slot) => isSame(slot, this.#time(act))) ? null : "missing";
      case "take": {
        const offer = this.#offer(act.offer);
        if (!offer) return "missing";
        return offer.status === "accepted" || this.#isTakeable(offer) ? null : "refused";
      }
      case "keep": {
        const offer = this.#offer(act.offer);
        if (!offer) return "missing";
        return offer.status === "accepted" ? "refused" : null;
      }
      default:
        return null;
    }
  }

  perform(act: Act): void {
    switch (act.act) {
      case "book":
        if (!this.#consent.has(act.by)) this.#consent.set(act.by, true);
        this.#put(act.by, this.#time(act));
        return;
      case "move":
        this.#put(act.by, this.#time(act));
        return;
      case "cancel":
        this.#put(act.by, null);
        return;
      case "stop":
      case "agree":
        this.#consent.set(act.by, act.act === "agree");
        return;
      case "wish":
        this.#wishes.set(act.by, act);
        return;
      case "forget":
        if (this.#wishes.delete(act.by)) this.#withdraw((offer) => offer.by === act.by);
        return;
      case "add": {
        const time = this.#time(act);
        const isThere = this.slots.some((slot) => isSame(slot, time));
        if (isThere || time.start <= this.now || this.#isBooked(time)) return;
        this.slots.push(time);
        this.#free(time, null);
        return;
      }
      case "remove": {
        const at = this.slots.findIndex((slot) => isSame(slot, this.#time(act)));
        this.slots.splice(at, 1);
        this.#drop((time) => isSame(time, this.#time(act)));
        return;
      }
      case "take": {
        const offer = this.#offer(act.offer);
        if (!offer || offer.status === "accepted") return;
        offer.status = "accepted";
        this.#put(offer.by, offer);
        return;
      }
      case "keep": {
        const offer = this.#offer(act.offer);
        if (offer?.status !== "open") return;
        offer.status = "declined";
        const wave = this.offers.filter((other) => isSame(other, offer) && other.wave === offer.wave);
        const freed = this.freed.find((time) => isSame(time, offer));
        if (freed && wave.every(({ status }) => status !== "open")) freed.next = this.now;
        return;
      }
      case "switch":
        if (!act.on) this.#withdraw(() => true);
        this.#on = act.on;
        return;
      case "wait":
        this.now += act.for;
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
    const waiting = order.filter(({ by }) => this.#mayGet(by));
    for (const time of [...this.freed].sort((a, b) => a.start - b.start || a.with - b.with)) {
      if (time.next > this.now || !this.#isOpen(time)) continue;
      const wave = waiting
        .filter(({ by }) => by !== time.left && this.#fits(by, time))
        .filter(({ by }) => !this.offers.some((offer) => offer.by === by && isSame(offer, time)))
        .slice(0, 3);
      if (wave.length === 0) continue;
      time.wave += 1;
      time.next = this.now + 30 * minute;
      for (const patient of wave) {
        waiting.splice(waiting.indexOf(patient), 1);
        const { with: therapist, start } = time;
        this.offers.push({
          ...{ by: patient.by, with: therapist, start, wave: time.wave, status: "open", sent: this.now },
          ends: Math.min(start - day, this.now + day),
          channel: this.#consent.get(patient.by) ? "sms" : "email",
        });
      }
    }
  }

  #mayGet(by: number): boolean {
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
      // 0 stands for every weekday.
      (wish.weekday === 0 || wish.weekday === (clock.getUTCDay() || 7))
    );
  }

  #isTakeable(offer: Offer): boolean {
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

  #free({ with: therapist, start }: Visit, left: number | null): void {
    const time = { with: therapist, start };
    if (start < this.now + day || this.freed.some((each) => isSame(each, time))) return;
    if (!this.slots.some((slot) => isSame(slot, time))) return;
    this.freed.push({ ...time, next: this.now + minute, wave: 0, left });
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
    const onThatDay = this.visits.filter(
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
      onThatDay.length < (this.capacities[time.with] ?? 0)
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

/** Read it in UTC. */
function local(at: number, zone: Patient["zone"]): Date {
  return new Date(at + (shift[zone] + (at >= springs[zone] ? 1 : 0)) * hour);
}
