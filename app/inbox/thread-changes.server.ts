import type { Topic } from "~/live/follow-changes.server";
import { changedSince, lastChange } from "./conversation/messages.server";

const topic: Topic<number> = {
  newest: lastChange,
  async since(db, version) {
    const changed = await changedSince(db, version);
    return { changes: changed.map(({ id }) => id), upTo: changed.at(-1)?.version ?? version };
  },
};

export const threadStream = { topic, show: (threads: number[]) => ({ threads }) };
