import { day, hour, minute, second } from "~/core/time";

/** One act on a small clinic. Orders, therapists, visits, times and keys are numbered. */
export type Act =
  | { act: "book"; by: "patient" | "staff"; order: number; with: number; at: number; key?: number }
  | { act: "move-mine"; order: number; with: number; at: number }
  | { act: "move"; visit: number; at: number; long: boolean; stale: boolean; hold: boolean }
  | { act: "undo"; visit: number }
  | { act: "confirm" | "complete" | "cancel"; visit: number }
  | { act: "cancel-mine"; order: number }
  | { act: "generate"; with: number; date: number; interval: 15 | 30; afresh: boolean }
  | { act: "remove"; with: number; date: number; from: number; to: number }
  | { act: "remove-one"; with: number; at: number }
  | { act: "wait"; for: number };

/** Done, or the refusal's code. */
export type Outcome = string;

export interface ModelVisit {
  order: number;
  with: number;
  start: number;
  end: number;
  status: "submitted" | "confirmed" | "completed" | "cancelled";
  version: number;
  /** The announced time, while a move can be undone. */
  announced: { start: number; end: number; until: number } | null;
}

interface Slot {
  with: number;
  date: number;
  start: number;
  /** Kept only by its visit, because its hours were removed. */
  left: boolean;
}

const length = 45 * minute;
const isActive = ({ status }: ModelVisit) => status === "submitted" || status === "confirmed";
const meet = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end;

/**
 * The rules of part 3 for visits and slots, without a database. `dates` are the days of the histories: when each
 * begins, and when its hours begin.
 */
export class Diary {
  visits: ModelVisit[] = [];
  slots: Slot[];
  /** Acts on visits that are audited. */
  acts = 0;
  #keys = new Map<string, { body: string; at: number }>();

  constructor(
    public now: number,
    readonly dates: { midnight: number; opens: number }[],
    readonly capacities: number[],
  ) {
    this.slots = capacities.flatMap((_, therapist) =>
      dates.flatMap(({ opens }, date) =>
        [0, 2, 4, 6].map((quarter) => ({
          with: therapist,
          date,
          start: opens + quarter * 15 * minute,
          left: false,
        })),
      ),
    );
  }

  /** Eight quarters of an hour on each day: number 9 is the second quarter of the second day. */
  timeOf(at: number): number {
    return (this.dates[Math.floor(at / 8)]?.opens ?? 0) + (at % 8) * 15 * minute;
  }

  visitOf(number: number): ModelVisit | undefined {
    return this.visits[number % Math.max(1, this.visits.length)];
  }

  activeOf(order: number): ModelVisit | undefined {
    return this.visits.find((visit) => visit.order === order && isActive(visit));
  }

  #dateOf(at: number): number {
    return this.dates.findIndex(({ midnight }) => midnight <= at && at < midnight + day);
  }

  #clashes(therapist: number, span: { start: number; end: number }, except?: ModelVisit): boolean {
    return this.visits.some(
      (visit) => visit !== except && visit.with === therapist && isActive(visit) && meet(visit, span),
    );
  }

  #isTaken = (slot: Slot) => this.#clashes(slot.with, { start: slot.start, end: slot.start + length });

  /** Why a patient may not have this time. */
  #whyClosed(therapist: number, start: number, end: number, except?: ModelVisit): Outcome[] {
    const why: Outcome[] = [];
    if (start < this.now + 2 * hour || start >= this.now + 60 * day) why.push("invalid");
    if (!this.slots.some((slot) => slot.with === therapist && slot.start === start)) why.push("invalid");
    if (this.#clashes(therapist, { start, end }, except)) why.push("conflict");
    const onThatDay = this.visits.filter(
      (visit) =>
        visit !== except &&
        isActive(visit) &&
        visit.with === therapist &&
        this.#dateOf(visit.start) === this.#dateOf(start),
    );
    if (onThatDay.length >= (this.capacities[therapist] ?? 0)) why.push("conflict");
    return why;
  }

  /** Every reason against an act. Without one it must succeed; otherwise it must be refused for one of them. */
  whyNot(act: Act): Outcome[] {
    switch (act.act) {
      case "book": {
        const start = this.timeOf(act.at);
        const known = act.key === undefined ? undefined : this.#keys.get(scopeOf(act));
        if (known) return known.body === bodyOf(act) ? [] : ["invalid"];
        const second = this.activeOf(act.order) ? ["conflict"] : [];
        if (act.by === "patient") return [...second, ...this.#whyClosed(act.with, start, start + length)];
        return [
          ...second,
          ...(start <= this.now ? ["invalid"] : []),
          ...(this.#clashes(act.with, { start, end: start + length }) ? ["conflict"] : []),
        ];
      }
      case "move-mine": {
        const visit = this.activeOf(act.order);
        if (!visit) return ["missing"];
        const start = this.timeOf(act.at);
        if (visit.start === start && visit.with === act.with) return [];
        if (visit.start - this.now < 24 * hour) return ["conflict"];
        return this.#whyClosed(act.with, start, start + visit.end - visit.start, visit);
      }
      case "move": {
        const visit = this.visitOf(act.visit);
        if (!visit) return ["missing"];
        if (!isActive(visit) || act.stale) return ["conflict"];
        const start = this.timeOf(act.at);
        const end = act.long ? start + 90 * minute : start + visit.end - visit.start;
        return [
          ...(start <= this.now ? ["invalid"] : []),
          ...(this.#clashes(visit.with, { start, end }, visit) ? ["conflict"] : []),
        ];
      }
      case "undo": {
        const visit = this.visitOf(act.visit);
        if (!visit) return ["missing"];
        if (!visit.announced) return ["conflict"];
        return this.#clashes(visit.with, visit.announced, visit) ? ["conflict"] : [];
      }
      case "confirm":
        return this.#whyNotTo(act.visit, "confirmed", ["submitted"]);
      case "complete":
        return this.#whyNotTo(act.visit, "completed", ["confirmed"]);
      case "cancel":
        return this.#whyNotTo(act.visit, "cancelled", ["submitted", "confirmed"]);
      case "cancel-mine": {
        const newest = this.visits.filter(({ order }) => order === act.order).at(-1);
        if (newest?.status === "cancelled") return [];
        const visit = this.activeOf(act.order);
        if (!visit) return ["missing"];
        return visit.start - this.now < 24 * hour ? ["conflict"] : [];
      }
      case "remove-one":
        return this.slots.some((slot) => slot.with === act.with && slot.start === this.timeOf(act.at))
          ? []
          : ["missing"];
      default:
        return [];
    }
  }

  #whyNotTo(number: number, status: string, from: string[]): Outcome[] {
    const visit = this.visitOf(number);
    if (!visit) return ["missing"];
    return visit.status === status || from.includes(visit.status) ? [] : ["conflict"];
  }

  /** Performs an act that has no conflict; returns whether it sends a notice. */
  perform(act: Act): boolean {
    switch (act.act) {
      case "book": {
        if (act.key !== undefined) {
          if (this.#keys.has(scopeOf(act))) return false;
          for (const [key, { at }] of this.#keys) if (at < this.now - 2 * day) this.#keys.delete(key);
          this.#keys.set(scopeOf(act), { body: bodyOf(act), at: this.now });
        }
        const start = this.timeOf(act.at);
        const { order } = act;
        this.visits.push({
          order,
          with: act.with,
          start,
          end: start + length,
          status: "submitted",
          version: 1,
          announced: null,
        });
        this.acts += 1;
        return true;
      }
      case "move-mine": {
        const visit = this.activeOf(act.order);
        const start = this.timeOf(act.at);
        if (!visit || (visit.start === start && visit.with === act.with)) return false;
        const handed = visit.with !== act.with;
        return this.#change(visit, {
          with: act.with,
          start,
          end: start + visit.end - visit.start,
          ...(handed && { status: "submitted" }),
        });
      }
      case "move": {
        const visit = this.visitOf(act.visit);
        if (!visit) return false;
        const start = this.timeOf(act.at);
        const end = act.long ? start + 90 * minute : start + visit.end - visit.start;
        const announced = visit.announced ?? { start: visit.start, end: visit.end };
        this.#change(visit, { start, end });
        if (act.hold) visit.announced = { ...announced, until: this.now + 30 * second };
        return !act.hold;
      }
      case "undo": {
        const visit = this.visitOf(act.visit);
        if (visit?.announced) this.#change(visit, { start: visit.announced.start, end: visit.announced.end });
        return false;
      }
      case "confirm":
        return this.#become(this.visitOf(act.visit), "confirmed");
      case "complete":
        return this.#become(this.visitOf(act.visit), "completed");
      case "cancel":
        return this.#become(this.visitOf(act.visit), "cancelled");
      case "cancel-mine":
        return this.#become(this.activeOf(act.order), "cancelled");
      case "generate":
        this.#generate(act);
        return false;
      case "remove": {
        const day = this.dates[act.date];
        if (day)
          this.#take(
            act.with,
            act.date,
            day.opens + act.from * 15 * minute,
            day.opens + act.to * 15 * minute,
          );
        return false;
      }
      case "remove-one": {
        const start = this.timeOf(act.at);
        this.slots = this.slots.filter((slot) => slot.with !== act.with || slot.start !== start);
        return false;
      }
      case "wait":
        this.now += act.for;
        return this.#tellMoves();
    }
  }

  #become(visit: ModelVisit | undefined, status: ModelVisit["status"]): boolean {
    return visit !== undefined && visit.status !== status && this.#change(visit, { status });
  }

  #change(visit: ModelVisit, to: Partial<ModelVisit>): boolean {
    const before = { ...visit };
    Object.assign(visit, to, { version: visit.version + 1, announced: null });
    this.acts += 1;
    if (
      isActive(visit) &&
      visit.with === before.with &&
      visit.start === before.start &&
      visit.end === before.end
    )
      return true;
    // A slot kept only by this visit is deleted.
    this.slots = this.slots.filter(
      (slot) =>
        slot.with !== before.with ||
        !slot.left ||
        !meet(before, { start: slot.start, end: slot.start + length }) ||
        this.#isTaken(slot),
    );
    return true;
  }

  #tellMoves(): boolean {
    let news = false;
    for (const visit of this.visits) {
      if (!visit.announced || visit.announced.until > this.now) continue;
      if (visit.announced.start !== visit.start || visit.announced.end !== visit.end) news = true;
      visit.announced = null;
    }
    return news;
  }

  #generate(act: Extract<Act, { act: "generate" }>): void {
    const opens = this.dates[act.date]?.opens ?? 0;
    const starts = Array.from(
      { length: 120 / act.interval },
      (_, nth) => opens + nth * act.interval * minute,
    ).filter((start) => start > this.now);
    const added = starts.filter(
      (start) =>
        !this.slots.some(
          (slot) => slot.with === act.with && slot.start === start && (!act.afresh || this.#isTaken(slot)),
        ) && !this.#clashes(act.with, { start, end: start + length }),
    );
    if (act.afresh)
      this.#take(act.with, act.date, 0, Number.POSITIVE_INFINITY, { starts, added: added.length });
    for (const slot of this.slots)
      if (slot.with === act.with && starts.includes(slot.start)) slot.left = false;
    for (const start of added) this.slots.push({ with: act.with, date: act.date, start, left: false });
  }

  /** Removes the free slots of a range; `again` lists the slots that the same act adds. */
  #take(
    therapist: number,
    date: number,
    from: number,
    to: number,
    again: { starts: number[]; added: number } = { starts: [], added: 0 },
  ): void {
    const within = (slot: Slot) =>
      slot.with === therapist && slot.date === date && slot.start >= from && slot.start < to;
    const free = this.slots.filter((slot) => within(slot) && !this.#isTaken(slot));
    const remain = this.visits.some(
      (visit) =>
        isActive(visit) &&
        visit.with === therapist &&
        visit.start > this.now &&
        this.#dateOf(visit.start) === date &&
        visit.start < to &&
        visit.end > from &&
        !(visit.start >= Math.min(...again.starts) && visit.start <= Math.max(...again.starts)),
    );
    this.slots = this.slots.filter((slot) => !free.includes(slot));
    // A change without effect marks nothing.
    if (free.length + again.added === 0 && !remain) return;
    for (const slot of this.slots) if (within(slot)) slot.left = true;
  }

  /** An order's step: confirmed 7, submitted 6, otherwise the order system's. */
  stepOf(order: number): { step: number; closed: boolean } {
    const active = this.activeOf(order);
    if (active) return { step: active.status === "confirmed" ? 7 : 6, closed: false };
    const completed = this.visits.some((visit) => visit.order === order && visit.status === "completed");
    return completed ? { step: this.#lastStep[order] ?? 7, closed: true } : { step: 4, closed: false };
  }

  readonly #lastStep: Record<number, number> = {};

  /** A completed visit leaves its order in its step. */
  noteSteps(orders: number): { step: number; closed: boolean }[] {
    return Array.from({ length: orders }, (_, order) => {
      const standing = this.stepOf(order);
      this.#lastStep[order] = standing.step;
      return standing;
    });
  }
}

const scopeOf = (act: Extract<Act, { act: "book" }>) =>
  `${act.by === "patient" ? `order ${act.order}` : "staff"} ${act.key}`;
const bodyOf = (act: Extract<Act, { act: "book" }>) => `${act.order} ${act.with} ${act.at}`;
