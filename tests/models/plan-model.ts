import { day, hour } from "~/core/time";

/** One action about a patient's plan. */
export type Action =
  | { type: "complete" | "complete-again" | "undo" | "opt-out" | "opt-in" | "edit" | "return" }
  | { type: "sweep"; times: 1 | 2 }
  | { type: "answer"; answer: Answer }
  | { type: "close"; died: boolean }
  | { type: "toggle"; on: boolean }
  | { type: "wait"; for: number };

type Answer = "well" | "trouble" | "call" | "stop" | "returned";

export interface Item {
  day: number;
  /** The end of a range of days. */
  last_day: number | null;
  type: "check_in" | "call";
}

interface Step extends Item {
  due: number;
  state: "planned" | "done" | "skipped" | "ended";
  answer?: { value: Answer; at: number };
}

interface Visit {
  start: number;
  completed: number | null;
}

export const editedItem: Item = { day: 12, last_day: null, type: "check_in" };

const reasons = ["nights_plan", "nights_trouble", "nights_asked", "nights_stop", "nights_returned"] as const;
const reasonOf = {
  trouble: "nights_trouble",
  call: "nights_asked",
  stop: "nights_stop",
  returned: "nights_returned",
} as const;

/** 2:00 AM on March 8, 2026, in New York, when daylight saving time starts. */
const clockChange = Date.UTC(2026, 2, 8, 7);

/** The patient's wall clock, as the UTC fields of a number. */
const local = (at: number) => at - (at >= clockChange ? 4 : 5) * hour;
const dateOf = (at: number) => Math.floor(local(at) / day) * day;

function at(date: number, clock: number): number {
  const standard = date + (clock + 5) * hour;
  return standard >= clockChange ? standard - hour : standard;
}

/** The rules for the plan of the first 90 nights (part 5, section D), for one order, without a database. */
export class PlanModel {
  visits: Visit[] = [];
  steps: Step[] = [];
  call: { reason: (typeof reasons)[number]; about: string } | null = null;
  asked = 0;
  closed = false;
  #on = true;
  #texts = true;
  /** The first night and the number of the visit from which the nights are followed. */
  #followed: { started: number; visit: number; ended: boolean } | null = null;

  constructor(
    public now: number,
    readonly hasEmail: boolean,
    public items: Item[],
  ) {}

  get #newest(): Visit | undefined {
    return this.visits.at(-1);
  }

  /** Whether the action is possible. The others are left out. */
  can(action: Action): boolean {
    const newest = this.#newest;
    switch (action.type) {
      case "complete":
        return !this.closed && (!newest || (newest.completed !== null && newest.start < this.now - 2 * hour));
      case "complete-again":
        return !this.closed && newest !== undefined && newest.completed === null;
      case "undo":
        return !this.closed && !!newest && newest.completed !== null && this.now < newest.completed + day;
      case "answer":
        return !!this.#followed && !this.#followed.ended && this.askedStep() !== undefined;
      case "return":
        return this.#followed !== null && !this.#followed.ended;
      case "close":
        return !this.closed && newest !== undefined && newest.completed !== null;
      default:
        return true;
    }
  }

  askedStep(): Step | undefined {
    return this.steps.filter(({ type, state }) => type === "check_in" && state === "done").at(-1);
  }

  perform(action: Action): void {
    switch (action.type) {
      case "complete":
        this.visits.push({ start: this.now - hour, completed: null });
        this.#complete();
        return;
      case "complete-again":
        this.#complete();
        return;
      case "undo":
        this.#undo();
        return;
      case "opt-out":
        this.#texts = false;
        if (!this.hasEmail) this.#settle("ended", () => true);
        return;
      case "opt-in":
        this.#texts = true;
        return;
      case "edit": {
        const rest = this.items.filter((item) => item.day !== editedItem.day);
        this.items = rest.length < this.items.length ? rest : [...rest, editedItem];
        return;
      }
      case "return":
        this.#end();
        return;
      case "close":
        this.closed = true;
        if (this.#followed && !this.#followed.ended) this.#end();
        return;
      case "toggle":
        this.#on = action.on;
        return;
      case "answer":
        this.#answer(action.answer);
        return;
      case "sweep":
        this.#sweep();
        return;
      case "wait":
        this.now += action.for;
    }
  }

  #settle(state: "skipped" | "ended", which: (step: Step) => boolean): void {
    for (const step of this.steps) if (step.state === "planned" && which(step)) step.state = state;
  }

  #end(): void {
    if (this.#followed) this.#followed.ended = true;
    this.#settle("ended", () => true);
    this.call = null;
  }

  #complete(): void {
    const visit = this.visits.length - 1;
    const completed = this.visits[visit];
    if (!completed) return;
    completed.completed = this.now;
    if (!this.#on) return;
    this.#followed ??= { started: dateOf(completed.start), visit, ended: false };
    if (this.#followed.ended) return;
    const isUndone = this.visits[this.#followed.visit]?.completed === null;
    // A plan starts once, and again only with the visit whose outcome was undone, or instead of it.
    if (this.#followed.visit !== visit && !isUndone && this.steps.length > 0) return;
    if (isUndone) this.#followed.visit = visit;
    if (this.#texts || this.hasEmail) this.#plan(this.#followed.started);
  }

  #plan(started: number): void {
    for (const { day: number, last_day, type } of this.items) {
      const dueOn = (count: number) => {
        let date = started + count * day;
        const weekday = new Date(date).getUTCDay();
        if (type === "call" && (weekday === 6 || weekday === 0)) date += (weekday === 6 ? 2 : 1) * day;
        return at(date, type === "call" ? 9 : 10);
      };
      const days = Array.from({ length: (last_day ?? number) - number + 1 }, (_, index) => number + index);
      const due = days.map(dueOn).find((time) => time > this.now);
      if (due === undefined) continue;
      const known = this.steps.find((step) => step.day === number && step.type === type);
      if (!known) this.steps.push({ day: number, last_day, type, due, state: "planned" });
      else if (known.state === "ended") Object.assign(known, { due, last_day, state: "planned" });
    }
    this.steps.sort((a, b) => a.due - b.due || a.day - b.day);
  }

  #undo(): void {
    const visit = this.visits.length - 1;
    const undone = this.visits[visit];
    if (undone) undone.completed = null;
    if (this.#followed?.visit !== visit) return;
    this.#settle("ended", () => true);
    this.call = null;
    if (this.#followed.ended || this.askedStep()) return;
    this.#followed = null;
    this.steps = [];
  }

  #callAbout(reason: (typeof reasons)[number], { day: number, last_day: last }: Step): void {
    if (this.call && reasons.indexOf(this.call.reason) >= reasons.indexOf(reason)) return;
    const isPlanned = reason === "nights_plan" && last !== null;
    this.call = { reason, about: isPlanned ? `days ${number} to ${last}` : `day ${number}` };
  }

  #answer(answer: Answer): void {
    const step = this.askedStep();
    if (!step) return;
    const stops = (value: Answer | undefined) => value === "stop" || value === "returned";
    const isTakenBack =
      stops(step.answer?.value) && !stops(answer) && dateOf(step.answer?.at ?? 0) === dateOf(this.now);
    if (isTakenBack && (this.#texts || this.hasEmail)) {
      for (const one of this.steps)
        if (one.type === "check_in" && one.state === "skipped" && one.due > this.now) one.state = "planned";
    }
    step.answer = { value: answer, at: this.now };
    const skipCalls = () =>
      this.#settle("skipped", ({ type, due }) => type === "call" && due <= this.now + 7 * day);
    if (answer === "well") {
      if (step.day < 3) return;
      skipCalls();
      if (this.call?.reason === "nights_plan") this.call = null;
      return;
    }
    if (answer === "stop" || answer === "returned")
      this.#settle("skipped", ({ type }) => type === "check_in");
    else skipCalls();
    this.#callAbout(reasonOf[answer], step);
  }

  #sweep(): void {
    const due = this.steps.filter((step) => step.state === "planned" && step.due <= this.now);
    for (const step of due) {
      if (step.type === "call") {
        step.state = "done";
        this.#callAbout("nights_plan", step);
        continue;
      }
      const newer = due.some(
        (other) =>
          other.type === "check_in" &&
          other.state === "planned" &&
          other.due <= this.now &&
          (other.due > step.due || (other.due === step.due && other.day > step.day)),
      );
      const today = dateOf(this.now);
      const last = step.last_day === null ? null : (this.#followed?.started ?? 0) + step.last_day * day;
      if (newer || (last === null ? this.now - step.due > 2 * day : today > last)) {
        step.state = "skipped";
        continue;
      }
      const clock = Math.floor((local(this.now) - today) / hour);
      const hasVisit = this.visits.some(
        ({ start }) => dateOf(start) === today || dateOf(start) === today + day,
      );
      if ((hasVisit || clock >= 20) && today === last) step.state = "skipped";
      else if (hasVisit || clock >= 20) step.due = at(today + day, 10);
      else if (clock < 9) step.due = at(today, 10);
      else {
        step.state = "done";
        if (this.#texts || this.hasEmail) this.asked++;
        else this.#callAbout("nights_plan", step);
      }
    }
    this.steps.sort((a, b) => a.due - b.due || a.day - b.day);
  }
}
