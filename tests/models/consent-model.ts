import { day, hour } from "~/core/time";

/** One action in the exchange between a clinic and two patients' phone numbers. */
export type Action =
  | { type: "write" | "notify"; to: number }
  | { type: "say"; to: number; words: string }
  | { type: "consent-by-booking" | "consent-by-import"; to: number }
  | { type: "visit"; to: number; becomes: "cancelled" | "moved" }
  | { type: "deliver" | "blocked" }
  | { type: "wait"; for: number };

/** Actions over HTTP: staff texts, bookings, and changes to the newest visit. */
export type HttpAction =
  | { type: "send"; to: number }
  | { type: "book"; to: number; agrees: boolean }
  | { type: "change"; to: number; becomes: "cancelled" | "moved" }
  | Extract<Action, { type: "say" | "deliver" | "blocked" | "wait" }>;

// Patients' texts, grouped as the specification classifies them.
export const yes = ["YES", "Yes.", "y", "yes please", "START", "unstop"];
export const stop = [
  "STOP",
  "Stop!",
  "stop texting me",
  "CANCEL",
  "END",
  "quit",
  "Unsubscribe",
  "revoke",
  "OPTOUT",
  "STOPALL",
];
export const help = ["HELP", "help please"];
export const talk = [
  "Yesterday was fine",
  "Can I stop by at noon?",
  "please cancel my visit",
  "no problem",
  "👍",
  "",
];

type Status = "held" | "queued" | "sent" | "dropped" | "failed" | "received";

interface ModelText {
  id: number;
  to: number;
  kind: "in" | "request" | "help" | "person" | "visit";
  status: Status;
  /** The earliest time it can be sent. */
  notBefore: number;
  /** The start of the visit it is about. */
  visitStart: number | null;
  /** The number of the action that created this text. */
  createdBy: number;
}

/** The rules for consent and held messages in part 3, sections 7 and 8. */
export class Ledger {
  texts: ModelText[] = [];
  consent: ("none" | "given" | "withdrawn")[] = ["none", "none"];
  /** Number of consent log entries for each phone. */
  entries = [0, 0];
  visits: { start: number; active: boolean }[];
  actionCount = 0;
  #requestedAt = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(
    public now: number,
    /** Time from booking to visit. */
    readonly leadTime = 30 * hour,
  ) {
    this.visits = [0, 1].map(() => ({ start: now + leadTime, active: true }));
  }

  #add(to: number, kind: ModelText["kind"], status: Status, about: number | null = null): void {
    this.texts.push({
      id: this.texts.length,
      to,
      kind,
      status,
      notBefore: this.now,
      visitStart: about,
      createdBy: this.actionCount,
    });
  }

  #send(to: number, kind: "person" | "visit"): void {
    const consent = this.consent[to];
    if (consent === "none" && (this.#requestedAt[to] ?? 0) <= this.now - day) {
      this.#requestedAt[to] = this.now;
      this.#add(to, "request", "queued");
    }
    const about = kind === "visit" ? (this.visits[to]?.start ?? 0) : null;
    this.#add(to, kind, consent === "none" ? "held" : consent === "given" ? "queued" : "dropped", about);
  }

  /** Texts about a visit are sent only to numbers with consent. */
  #notifyOfChange(to: number): void {
    if (this.consent[to] === "given") this.#add(to, "visit", "queued");
  }

  #isStale({ to, visitStart }: ModelText): boolean {
    const visit = this.visits[to];
    return visitStart !== null && (!visit?.active || visit.start !== visitStart || visitStart <= this.now);
  }

  #agree(to: number): void {
    this.consent[to] = "given";
    this.entries[to] = (this.entries[to] ?? 0) + 1;
    for (const text of this.texts) {
      if (text.to !== to) continue;
      if (text.kind === "request" && text.status === "queued") text.status = "dropped";
      if (text.status !== "held") continue;
      text.status = this.#isStale(text) ? "dropped" : "queued";
      text.notBefore = this.now;
    }
  }

  #optOut(to: number): void {
    this.consent[to] = "withdrawn";
    this.entries[to] = (this.entries[to] ?? 0) + 1;
    for (const text of this.texts) if (text.to === to && text.status === "queued") text.status = "dropped";
  }

  #next(): ModelText | undefined {
    const waiting = this.texts.filter(
      ({ status, notBefore }) => status === "queued" && notBefore <= this.now,
    );
    return waiting
      .filter((text) => text.kind === "help" || !waiting.some(({ to, id }) => to === text.to && id < text.id))
      .sort((a, b) => a.notBefore - b.notBefore || a.id - b.id)[0];
  }

  /** The next text to send. Drops texts that can't be sent anymore. */
  #claimNext(): ModelText | undefined {
    for (;;) {
      const text = this.#next();
      if (!text) return undefined;
      if (this.consent[text.to] !== "withdrawn" && !this.#isStale(text)) return text;
      text.status = "dropped";
    }
  }

  perform(action: Action | HttpAction): void {
    this.actionCount += 1;
    switch (action.type) {
      case "write":
        this.#send(action.to, "person");
        return;
      case "notify":
        this.#send(action.to, "visit");
        return;
      case "send":
        if (this.consent[action.to] !== "withdrawn") this.#send(action.to, "person");
        return;
      case "book":
        this.visits[action.to] = { start: this.now + this.leadTime, active: true };
        if (action.agrees && this.consent[action.to] !== "withdrawn") this.#agree(action.to);
        this.#notifyOfChange(action.to);
        return;
      case "change": {
        const visit = this.visits[action.to];
        if (!visit?.active) return;
        if (action.becomes === "cancelled") visit.active = false;
        else visit.start += hour;
        this.#notifyOfChange(action.to);
        return;
      }
      case "say":
        this.#add(action.to, "in", "received");
        if (yes.includes(action.words)) this.#agree(action.to);
        if (stop.includes(action.words)) this.#optOut(action.to);
        if (help.includes(action.words) && this.consent[action.to] !== "withdrawn")
          this.#add(action.to, "help", "queued");
        return;
      case "consent-by-booking":
      case "consent-by-import":
        if (this.consent[action.to] !== "withdrawn") this.#agree(action.to);
        return;
      case "visit": {
        const visit = this.visits[action.to];
        if (!visit) return;
        if (action.becomes === "cancelled") visit.active = false;
        else visit.start += hour;
        return;
      }
      case "deliver": {
        for (let text = this.#claimNext(); text; text = this.#claimNext()) text.status = "sent";
        return;
      }
      case "blocked": {
        const text = this.#claimNext();
        if (!text) return;
        text.status = "failed";
        if (this.consent[text.to] !== "withdrawn") this.#optOut(text.to);
        return;
      }
      case "wait":
        this.now += action.for;
    }
  }
}
