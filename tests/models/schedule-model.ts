import { day, hour, minute, second } from "~/core/time";

/** One action in a small clinic. Orders, therapists, visits, times, and keys have numbers. */
export type Action =
  | { type: "book"; by: "patient" | "staff"; order: number; with: number; at: number; key?: number }
  | { type: "move-mine"; order: number; with: number; at: number }
  | { type: "move"; visit: number; at: number; long: boolean; stale: boolean; hold: boolean }
  | { type: "undo"; visit: number }
  | { type: "confirm" | "complete" | "cancel"; visit: number }
  | { type: "cancel-mine"; order: number }
  | { type: "generate"; with: number; date: number; interval: 15 | 30; replace: boolean }
  | { type: "remove"; with: number; date: number; from: number; to: number }
  | { type: "remove-one"; with: number; at: number }
  | { type: "wait"; for: number };

/** "done" or the refusal's code. */
export type Outcome = string;

export interface ModelVisit {
  order: number;
  with: number;
  start: number;
  end: number;
  status: "submitted" | "confirmed" | "completed" | "cancelled";
  version: number;
  /** The time that the patient knows, while a move can be undone. */
  announced: { start: number; end: number; until: number } | null;
}

interface Slot {
  with: number;
  date: number;
  start: number;
  /** Kept only for its visit, because its hours were removed. */
  orphaned: boolean;
}

const length = 45 * minute;
const isActive = ({ status }: ModelVisit) => status === "submitted" || status === "confirmed";
const overlap = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end;

/**
 * The rules for visits and slots in part 3, without a database. `dates` has the midnight and the opening time of each
 * day.
 */
export class ScheduleModel {
  visits: ModelVisit[] = [];
  slots: Slot[];
  /** Number of audit log entries about visits. */
  auditEntries = 0;
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
          orphaned: false,
        })),
      ),
    );
  }

  /** The start of a numbered quarter hour. Each day has eight, so 9 is the second quarter of the second day. */
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
      (visit) => visit !== except && visit.with === therapist && isActive(visit) && overlap(visit, span),
    );
  }

  #isTaken = (slot: Slot) => this.#clashes(slot.with, { start: slot.start, end: slot.start + length });

  /** The reasons a patient can't book this time. */
  #whyClosed(therapist: number, start: number, end: number, except?: ModelVisit): Outcome[] {
    const why: Outcome[] = [];
    if (start < this.now + 2 * hour || start >= this.now + 60 * day) why.push("invalid");
    if (!this.slots.some((slot) => slot.with === therapist && slot.start === start)) why.push("invalid");
    if (this.#clashes(therapist, { start, end }, except)) why.push("conflict");
    const sameDay = this.visits.filter(
      (visit) =>
        visit !== except &&
        isActive(visit) &&
        visit.with === therapist &&
        this.#dateOf(visit.start) === this.#dateOf(start),
    );
    if (sameDay.length >= (this.capacities[therapist] ?? 0)) why.push("conflict");
    return why;
  }

  /** All reasons to refuse an action. It must be refused for one of them, or succeed if there are none. */
  whyNot(action: Action): Outcome[] {
    switch (action.type) {
      case "book": {
        const start = this.timeOf(action.at);
        const known = action.key === undefined ? undefined : this.#keys.get(scopeOf(action));
        if (known) return known.body === bodyOf(action) ? [] : ["invalid"];
        const second = this.activeOf(action.order) ? ["conflict"] : [];
        if (action.by === "patient")
          return [...second, ...this.#whyClosed(action.with, start, start + length)];
        return [
          ...second,
          ...(start <= this.now ? ["invalid"] : []),
          ...(this.#clashes(action.with, { start, end: start + length }) ? ["conflict"] : []),
        ];
      }
      case "move-mine": {
        const visit = this.activeOf(action.order);
        if (!visit) return ["missing"];
        const start = this.timeOf(action.at);
        if (visit.start === start && visit.with === action.with) return [];
        if (visit.start - this.now < 24 * hour) return ["conflict"];
        return this.#whyClosed(action.with, start, start + visit.end - visit.start, visit);
      }
      case "move": {
        const visit = this.visitOf(action.visit);
        if (!visit) return ["missing"];
        if (!isActive(visit) || action.stale) return ["conflict"];
        const start = this.timeOf(action.at);
        const end = action.long ? start + 90 * minute : start + visit.end - visit.start;
        return [
          ...(start <= this.now ? ["invalid"] : []),
          ...(this.#clashes(visit.with, { start, end }, visit) ? ["conflict"] : []),
        ];
      }
      case "undo": {
        const visit = this.visitOf(action.visit);
        if (!visit) return ["missing"];
        if (!visit.announced) return ["conflict"];
        return this.#clashes(visit.with, visit.announced, visit) ? ["conflict"] : [];
      }
      case "confirm":
        return this.#whyNotTo(action.visit, "confirmed", ["submitted"]);
      case "complete":
        return this.#whyNotTo(action.visit, "completed", ["confirmed"]);
      case "cancel":
        return this.#whyNotTo(action.visit, "cancelled", ["submitted", "confirmed"]);
      case "cancel-mine": {
        const newest = this.visits.filter(({ order }) => order === action.order).at(-1);
        if (newest?.status === "cancelled") return [];
        const visit = this.activeOf(action.order);
        if (!visit) return ["missing"];
        return visit.start - this.now < 24 * hour ? ["conflict"] : [];
      }
      case "remove-one":
        return this.slots.some((slot) => slot.with === action.with && slot.start === this.timeOf(action.at))
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

  /** Performs an allowed action; returns whether it sends a notice. */
  perform(action: Action): boolean {
    switch (action.type) {
      case "book": {
        if (action.key !== undefined) {
          if (this.#keys.has(scopeOf(action))) return false;
          for (const [key, { at }] of this.#keys) if (at < this.now - 2 * day) this.#keys.delete(key);
          this.#keys.set(scopeOf(action), { body: bodyOf(action), at: this.now });
        }
        const start = this.timeOf(action.at);
        const { order } = action;
        this.visits.push({
          order,
          with: action.with,
          start,
          end: start + length,
          status: "submitted",
          version: 1,
          announced: null,
        });
        this.auditEntries += 1;
        return true;
      }
      case "move-mine": {
        const visit = this.activeOf(action.order);
        const start = this.timeOf(action.at);
        if (!visit || (visit.start === start && visit.with === action.with)) return false;
        const reassigned = visit.with !== action.with;
        return this.#change(visit, {
          with: action.with,
          start,
          end: start + visit.end - visit.start,
          ...(reassigned && { status: "submitted" }),
        });
      }
      case "move": {
        const visit = this.visitOf(action.visit);
        if (!visit) return false;
        const start = this.timeOf(action.at);
        const end = action.long ? start + 90 * minute : start + visit.end - visit.start;
        const announced = visit.announced ?? { start: visit.start, end: visit.end };
        this.#change(visit, { start, end });
        if (action.hold) visit.announced = { ...announced, until: this.now + 30 * second };
        return !action.hold;
      }
      case "undo": {
        const visit = this.visitOf(action.visit);
        if (visit?.announced) this.#change(visit, { start: visit.announced.start, end: visit.announced.end });
        return false;
      }
      case "confirm":
        return this.#become(this.visitOf(action.visit), "confirmed");
      case "complete":
        return this.#become(this.visitOf(action.visit), "completed");
      case "cancel":
        return this.#become(this.visitOf(action.visit), "cancelled");
      case "cancel-mine":
        return this.#become(this.activeOf(action.order), "cancelled");
      case "generate":
        this.#generate(action);
        return false;
      case "remove": {
        const day = this.dates[action.date];
        if (day)
          this.#removeFree(
            action.with,
            action.date,
            day.opens + action.from * 15 * minute,
            day.opens + action.to * 15 * minute,
          );
        return false;
      }
      case "remove-one": {
        const start = this.timeOf(action.at);
        this.slots = this.slots.filter((slot) => slot.with !== action.with || slot.start !== start);
        return false;
      }
      case "wait":
        this.now += action.for;
        return this.#announceMoves();
    }
  }

  #become(visit: ModelVisit | undefined, status: ModelVisit["status"]): boolean {
    return visit !== undefined && visit.status !== status && this.#change(visit, { status });
  }

  #change(visit: ModelVisit, to: Partial<ModelVisit>): boolean {
    const before = { ...visit };
    Object.assign(visit, to, { version: visit.version + 1, announced: null });
    this.auditEntries += 1;
    if (
      isActive(visit) &&
      visit.with === before.with &&
      visit.start === before.start &&
      visit.end === before.end
    )
      return true;
    // Deletes slots that were kept only for this visit.
    this.slots = this.slots.filter(
      (slot) =>
        slot.with !== before.with ||
        !slot.orphaned ||
        !overlap(before, { start: slot.start, end: slot.start + length }) ||
        this.#isTaken(slot),
    );
    return true;
  }

  #announceMoves(): boolean {
    let isAnnounced = false;
    for (const visit of this.visits) {
      if (!visit.announced || visit.announced.until > this.now) continue;
      if (visit.announced.start !== visit.start || visit.announced.end !== visit.end) isAnnounced = true;
      visit.announced = null;
    }
    return isAnnounced;
  }

  #generate(action: Extract<Action, { type: "generate" }>): void {
    const opens = this.dates[action.date]?.opens ?? 0;
    const starts = Array.from(
      { length: 120 / action.interval },
      (_, nth) => opens + nth * action.interval * minute,
    ).filter((start) => start > this.now);
    const added = starts.filter(
      (start) =>
        !this.slots.some(
          (slot) =>
            slot.with === action.with && slot.start === start && (!action.replace || this.#isTaken(slot)),
        ) && !this.#clashes(action.with, { start, end: start + length }),
    );
    if (action.replace)
      this.#removeFree(action.with, action.date, 0, Number.POSITIVE_INFINITY, {
        starts,
        added: added.length,
      });
    for (const slot of this.slots)
      if (slot.with === action.with && starts.includes(slot.start)) slot.orphaned = false;
    for (const start of added)
      this.slots.push({ with: action.with, date: action.date, start, orphaned: false });
  }

  /** Removes the free slots of a range. `readded` lists the slots that the same action adds. */
  #removeFree(
    therapist: number,
    date: number,
    from: number,
    to: number,
    readded: { starts: number[]; added: number } = { starts: [], added: 0 },
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
        !(visit.start >= Math.min(...readded.starts) && visit.start <= Math.max(...readded.starts)),
    );
    this.slots = this.slots.filter((slot) => !free.includes(slot));
    // A change without effect orphans no slots.
    if (free.length + readded.added === 0 && !remain) return;
    for (const slot of this.slots) if (within(slot)) slot.orphaned = true;
  }

  /** An order's step: 7 if confirmed, 6 if submitted, otherwise the order system's step. */
  stepOf(order: number): { step: number; closed: boolean } {
    const active = this.activeOf(order);
    if (active) return { step: active.status === "confirmed" ? 7 : 6, closed: false };
    const completed = this.visits.some((visit) => visit.order === order && visit.status === "completed");
    return completed ? { step: this.#lastStep[order] ?? 7, closed: true } : { step: 4, closed: false };
  }

  readonly #lastStep: Record<number, number> = {};

  /** Records each order's step, because a completed visit doesn't change it. */
  recordSteps(orders: number): { step: number; closed: boolean }[] {
    return Array.from({ length: orders }, (_, order) => {
      const current = this.stepOf(order);
      this.#lastStep[order] = current.step;
      return current;
    });
  }
}

const scopeOf = (action: Extract<Action, { type: "book" }>) =>
  `${action.by === "patient" ? `order ${action.order}` : "staff"} ${action.key}`;
const bodyOf = (action: Extract<Action, { type: "book" }>) => `${action.order} ${action.with} ${action.at}`;
