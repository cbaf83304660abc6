import { day, hour, minute } from "~/core/time";

/** One action in the exchange between a clinic and two phone numbers. The first has two patients, the second has one. */
export type Action =
  | { type: "say"; to: number; words: string }
  | { type: "again" }
  | { type: "remind" | "ask" | "move" | "cancel" | "rebook"; visit: number }
  | { type: "write"; to: number }
  | { type: "wait"; for: number };

const means = {
  confirm: ["OK", "I'll be there", "👍", "ahi estare", "see you tomorrow"],
  yes: ["YES", "Sí", "y"],
  start: ["START"],
  change: ["CHANGE", "I can't make it", "otra hora por favor"],
  stop: ["STOP", "OK, stop texting me", "👍 unsubscribe"],
  help: ["HELP"],
  number: ["1", "2", "both"],
  arrived: ["yes it came", "ya llegó"],
  missing: ["todavía no", "not yet"],
  talk: ["Where is my mask?", "OK but call me first", "thanks"],
} as const;
export const words: readonly string[][] = Object.values(means).map((list) => [...list]);
type Meaning = keyof typeof means;
const meaningOf = (text: string): Meaning =>
  (Object.keys(means) as Meaning[]).find((name) => (means[name] as readonly string[]).includes(text)) ??
  "talk";

interface Visit {
  to: number;
  start: number;
  active: boolean;
  confirmed: number | null;
  /** When the patient said that the equipment isn't there. */
  missing: number | null;
  patient: number;
}

interface Text {
  about: "reminder" | "equipment" | "other" | "canceled" | "request";
  visit: number | null;
  start: number;
  at: number;
}

class NumberState {
  consent: "none" | "given" | "withdrawn" = "none";
  entries = 0;
  sent: Text[] = [];
  held: Text[] = [];
  requestedAt = Number.NEGATIVE_INFINITY;
  answers: { text: string; at: number }[] = [];
  choices: { meaning: "confirm" | "change"; visits: number[]; at: number } | null = null;
  /** The last text came from the patient. */
  waiting = false;
  /** The patient asked staff a question. */
  question = false;
}

const isOnlyKeyword = (text: string) => text !== "OK, stop texting me";

const replyTime = 36 * hour;
export const changesClose = 4 * hour;

/** The rules of decision 059 for replies to reminders and to the question about the equipment. */
export class Replies {
  numbers = [new NumberState(), new NumberState()];
  visits: Visit[];
  /** The newest visit of each patient. */
  newest = [0, 1, 2];
  /** Whether each patient's equipment came, as far as the patient said. */
  arrived = [false, false, false];

  constructor(public now: number) {
    this.visits = [0, 0, 1].map((to, nth) => ({
      to,
      start: now + (60 + nth) * hour,
      active: true,
      confirmed: null,
      missing: null,
      patient: nth,
    }));
  }

  #of(to: number): NumberState {
    const number = this.numbers[to];
    if (!number) throw new Error("There are two numbers.");
    return number;
  }

  #automated(number: NumberState): void {
    if (number.question) return;
    number.waiting = false;
  }

  /** Sends a text about a visit. Without consent it is held; after an opt-out it isn't created. */
  #notify(id: number, about: "reminder" | "other" | "canceled"): void {
    const visit = this.visits[id];
    if (!visit) return;
    const number = this.#of(visit.to);
    if (number.consent === "withdrawn") return;
    const text: Text = { about, visit: id, start: visit.start, at: this.now };
    if (number.consent === "given") number.sent.push(text);
    else {
      if (number.requestedAt <= this.now - day) {
        number.requestedAt = this.now;
        number.sent.push({ about: "request", visit: null, start: 0, at: this.now });
        this.#automated(number);
      }
      number.held.push(text);
    }
    this.#automated(number);
  }

  isUpcoming = (visit: Visit | undefined): visit is Visit => visit?.active === true && visit.start > this.now;

  /** The visits that the last texts asked about. */
  #asked(to: number, about: "reminder" | "equipment"): { id: number; visit: Visit; at: number }[] {
    const found = new Map<number, Text>();
    for (const text of this.#of(to).sent.toReversed()) {
      if (text.about !== about || text.visit === null) break;
      if (text.at > this.now - replyTime && !found.has(text.visit)) found.set(text.visit, text);
    }
    return [...found]
      .flatMap(([id, text]) => {
        const visit = this.visits[id];
        return this.isUpcoming(visit) && visit.start === text.start ? [{ id, visit, at: text.at }] : [];
      })
      .sort((a, b) => a.visit.start - b.visit.start || a.id - b.id);
  }

  #answer(number: NumberState, text: string): boolean {
    if (number.answers.filter(({ at }) => at > this.now - day).length >= 3) return false;
    number.answers.push({ text, at: this.now });
    return true;
  }

  #handle(number: NumberState, meaning: "confirm" | "change", visit: Visit): "done" | "for-staff" {
    if (meaning === "confirm") {
      if (visit.confirmed === null) {
        visit.confirmed = this.now;
        this.#answer(number, "thanks");
      }
      return "done";
    }
    visit.confirmed = null;
    const open = visit.start - this.now >= changesClose;
    const sent = this.#answer(number, open ? "link" : "call");
    return sent && open ? "done" : "for-staff";
  }

  #reply(to: number, text: string): "done" | "for-staff" | null {
    const number = this.#of(to);
    const meaning = meaningOf(text);
    if (number.sent.at(-1)?.about === "equipment") return this.#answerAboutEquipment(to, meaning, text);
    const reminded = this.#asked(to, "reminder");
    if (meaning === "number") {
      const { choices } = number;
      if (!choices || choices.at <= this.now - replyTime) return null;
      if (text === "both" && (choices.meaning !== "confirm" || choices.visits.length !== 2)) return null;
      const ids = text === "both" ? choices.visits : choices.visits.slice(Number(text) - 1, Number(text));
      const chosen = reminded.filter(({ id }) => ids.includes(id));
      if (ids.length === 0 || chosen.length !== ids.length) return null;
      const results = chosen.map(({ visit }) => this.#handle(number, choices.meaning, visit));
      return results.includes("for-staff") ? "for-staff" : "done";
    }
    if (meaning !== "confirm" && meaning !== "yes" && meaning !== "change") return null;
    if (reminded.length === 0) return null;
    const intent = meaning === "change" ? "change" : "confirm";
    let candidates = reminded;
    if (intent === "confirm") {
      if (reminded.every(({ visit }) => visit.confirmed !== null)) return "done";
      const last = Math.max(...reminded.map(({ at }) => at));
      candidates = reminded.filter(({ visit }) => visit.confirmed === null || visit.confirmed >= last);
    }
    const [only] = candidates;
    if (only && candidates.length === 1) return this.#handle(number, intent, only.visit);
    if (candidates.length > 3 || !this.#answer(number, "which")) return "for-staff";
    number.choices = { meaning: intent, visits: candidates.map(({ id }) => id), at: this.now };
    return "done";
  }

  #answerAboutEquipment(to: number, meaning: Meaning, text: string): "done" | "for-staff" | null {
    const hasArrived = meaning === "arrived" || meaning === "yes" || text === "1";
    if (!hasArrived && meaning !== "missing" && text !== "2") return null;
    const number = this.#of(to);
    const [only, ...others] = this.#asked(to, "equipment");
    if (!only) return null;
    if (others.length > 0) return "for-staff";
    const { visit } = only;
    const isSaid = hasArrived
      ? this.arrived[visit.patient] && visit.missing === null
      : visit.missing !== null;
    if (isSaid) return "done";
    this.arrived[visit.patient] = hasArrived;
    visit.missing = hasArrived ? null : this.now;
    const open = visit.start - this.now >= changesClose;
    const sent = this.#answer(number, hasArrived ? "thanks" : open ? "later" : "call for later");
    return hasArrived || (sent && open) ? "done" : "for-staff";
  }

  #receive(to: number, text: string): void {
    const number = this.#of(to);
    const meaning = meaningOf(text);
    const before = number.question;
    const isConsent = meaning === "yes" || meaning === "start";
    const answered = () => {
      number.waiting = before;
      number.question = before;
    };
    number.waiting = true;
    number.question = !isConsent && meaning !== "stop" && meaning !== "help";
    if (meaning === "stop") {
      number.consent = "withdrawn";
      number.entries += 1;
      if (isOnlyKeyword(text)) answered();
      return;
    }
    if (meaning === "help") {
      if (number.consent !== "withdrawn") this.#automated(number);
      return;
    }
    if (number.consent === "given") {
      const result = this.#reply(to, text);
      if (result === "done") answered();
      if (result) return;
    }
    if (!isConsent) return;
    this.#agree(number);
    if (isOnlyKeyword(text)) answered();
  }

  #agree(number: NumberState): void {
    number.consent = "given";
    number.entries += 1;
    for (const text of number.held) {
      const visit = this.visits[text.visit ?? -1];
      const isCurrent = this.isUpcoming(visit) && visit.start === text.start;
      if (isCurrent || (text.about === "canceled" && text.start > this.now))
        number.sent.push({ ...text, at: this.now });
    }
    number.held = [];
  }

  perform(action: Action): void {
    this.now += minute;
    switch (action.type) {
      case "say":
        this.#receive(action.to, action.words);
        return;
      case "again":
        return;
      case "write": {
        const number = this.#of(action.to);
        if (number.consent !== "given") return;
        number.sent.push({ about: "other", visit: null, start: 0, at: this.now });
        number.waiting = false;
        number.question = false;
        return;
      }
      case "wait":
        this.now += action.for;
        return;
    }
    const id = this.newest[action.visit] ?? 0;
    const visit = this.visits[id];
    if (!visit) return;
    if (action.type === "rebook") {
      if (visit.active && visit.start > this.now) return;
      visit.active = false;
      this.visits.push({
        ...visit,
        start: this.now + 60 * hour,
        active: true,
        confirmed: null,
        missing: null,
      });
      this.newest[action.visit] = this.visits.length - 1;
    } else if (this.isUpcoming(visit)) this.#change(id, visit, action.type);
  }

  #change(id: number, visit: Visit, action: "remind" | "ask" | "move" | "cancel"): void {
    if (action === "move") {
      visit.start += 3 * hour;
      visit.confirmed = null;
      visit.missing = null;
    }
    if (action === "ask") {
      const number = this.#of(visit.to);
      if (number.consent !== "given") return;
      number.sent.push({ about: "equipment", visit: id, start: visit.start, at: this.now });
      this.#automated(number);
      return;
    }
    if (action === "cancel") visit.active = false;
    this.#notify(id, action === "remind" ? "reminder" : action === "cancel" ? "canceled" : "other");
  }
}
