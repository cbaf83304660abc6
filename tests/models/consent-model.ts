import { day, hour } from "~/core/time";

/** One act between a clinic and two patients' numbers. */
export type Act =
  | { act: "write" | "tell"; to: number }
  | { act: "say"; to: number; words: string }
  | { act: "tick" | "paper"; to: number }
  | { act: "visit"; to: number; becomes: "cancelled" | "moved" }
  | { act: "deliver" | "blocked" }
  | { act: "wait"; for: number };

/** Acts over HTTP: staff texts and bookings, and changes of the newest visit. */
export type DoorAct =
  | { act: "send"; to: number }
  | { act: "book"; to: number; agrees: boolean }
  | { act: "change"; to: number; becomes: "cancelled" | "moved" }
  | Extract<Act, { act: "say" | "deliver" | "blocked" | "wait" }>;

// What patients write, and how the specification classifies it.
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
  /** The earliest time it may be sent. */
  from: number;
  /** The start of its visit. */
  about: number | null;
  /** The act that wrote it. */
  by: number;
}

/** The rules of part 3, sections 7 and 8, about consent and held messages. */
export class Ledger {
  texts: ModelText[] = [];
  standing: ("none" | "given" | "withdrawn")[] = ["none", "none"];
  /** Entries in the consent log. */
  entries = [0, 0];
  visits: { start: number; active: boolean }[];
  acts = 0;
  #asked = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(
    public now: number,
    /** Time from booking to visit. */
    readonly ahead = 30 * hour,
  ) {
    this.visits = [0, 1].map(() => ({ start: now + ahead, active: true }));
  }

  #add(to: number, kind: ModelText["kind"], status: Status, about: number | null = null): void {
    this.texts.push({ id: this.texts.length, to, kind, status, from: this.now, about, by: this.acts });
  }

  #write(to: number, kind: "person" | "visit"): void {
    const standing = this.standing[to];
    if (standing === "none" && (this.#asked[to] ?? 0) <= this.now - day) {
      this.#asked[to] = this.now;
      this.#add(to, "request", "queued");
    }
    const about = kind === "visit" ? (this.visits[to]?.start ?? 0) : null;
    this.#add(to, kind, standing === "none" ? "held" : standing === "given" ? "queued" : "dropped", about);
  }

  /** Texts about a visit go only to numbers with consent. */
  #tellOfChange(to: number): void {
    if (this.standing[to] === "given") this.#add(to, "visit", "queued");
  }

  #isStale({ to, about }: ModelText): boolean {
    const visit = this.visits[to];
    return about !== null && (!visit?.active || visit.start !== about || about <= this.now);
  }

  #agree(to: number): void {
    this.standing[to] = "given";
    this.entries[to] = (this.entries[to] ?? 0) + 1;
    for (const text of this.texts) {
      if (text.to !== to) continue;
      if (text.kind === "request" && text.status === "queued") text.status = "dropped";
      if (text.status !== "held") continue;
      text.status = this.#isStale(text) ? "dropped" : "queued";
      text.from = this.now;
    }
  }

  #refuse(to: number): void {
    this.standing[to] = "withdrawn";
    this.entries[to] = (this.entries[to] ?? 0) + 1;
    for (const text of this.texts) if (text.to === to && text.status === "queued") text.status = "dropped";
  }

  #next(): ModelText | undefined {
    const waiting = this.texts.filter(({ status, from }) => status === "queued" && from <= this.now);
    return waiting
      .filter((text) => text.kind === "help" || !waiting.some(({ to, id }) => to === text.to && id < text.id))
      .sort((a, b) => a.from - b.from || a.id - b.id)[0];
  }

  /** The next text for the provider. Texts that may no longer be sent are dropped. */
  #take(): ModelText | undefined {
    for (;;) {
      const text = this.#next();
      if (!text) return undefined;
      if (this.standing[text.to] !== "withdrawn" && !this.#isStale(text)) return text;
      text.status = "dropped";
    }
  }

  perform(act: Act | DoorAct): void {
    this.acts += 1;
    switch (act.act) {
      case "write":
        this.#write(act.to, "person");
        return;
      case "tell":
        this.#write(act.to, "visit");
        return;
      case "send":
        if (this.standing[act.to] !== "withdrawn") this.#write(act.to, "person");
        return;
      case "book":
        this.visits[act.to] = { start: this.now + this.ahead, active: true };
        if (act.agrees && this.standing[act.to] !== "withdrawn") this.#agree(act.to);
        this.#tellOfChange(act.to);
        return;
      case "change": {
        const visit = this.visits[act.to];
        if (!visit?.active) return;
        if (act.becomes === "cancelled") visit.active = false;
        else visit.start += hour;
        this.#tellOfChange(act.to);
        return;
      }
      case "say":
        this.#add(act.to, "in", "received");
        if (yes.includes(act.words)) this.#agree(act.to);
        if (stop.includes(act.words)) this.#refuse(act.to);
        if (help.includes(act.words) && this.standing[act.to] !== "withdrawn")
          this.#add(act.to, "help", "queued");
        return;
      case "tick":
      case "paper":
        if (this.standing[act.to] !== "withdrawn") this.#agree(act.to);
        return;
      case "visit": {
        const visit = this.visits[act.to];
        if (!visit) return;
        if (act.becomes === "cancelled") visit.active = false;
        else visit.start += hour;
        return;
      }
      case "deliver": {
        for (let text = this.#take(); text; text = this.#take()) text.status = "sent";
        return;
      }
      case "blocked": {
        const text = this.#take();
        if (!text) return;
        text.status = "failed";
        if (this.standing[text.to] !== "withdrawn") this.#refuse(text.to);
        return;
      }
      case "wait":
        this.now += act.for;
    }
  }
}
