import * as z from "zod";
import { findSessionHash } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import { optional } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { second } from "~/core/time";
import { followChanges, type Topic } from "./follow-changes.server";
import { followUnanswered } from "./follow-unanswered.server";

// Proxies close a connection that is silent for a minute.
const heartbeatEvery = 20 * second;

// Browsers open at most six connections to a host, and hidden tabs close theirs.
const maxPerUser = 12;
const maxStreams = 500;

/** In bytes. A client that leaves more than this unread is disconnected. It gets the changes when it reconnects. */
const longestQueue = 256_000;

interface StreamInput<Change> {
  topic: Topic<Change>;
  /** The event's data, in addition to its version. */
  show(changes: Change[]): object;
  userId: number;
  sessionId: number;
  since?: number | undefined;
  /** Also sends an event when the number of unanswered conversations changes. */
  unanswered?: boolean;
  signal: AbortSignal;
  beat?: number;
}

export const FollowChanges = z.object({
  since: optional(z.coerce.number("Enter a valid version.").int().min(0)),
});

/** Responds with the changes as server-sent events. HEAD requests get only the headers. */
export function streamChanges<Change>(app: App, { method }: Request, input: StreamInput<Change>): Response {
  const headers = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  };
  return new Response(method === "HEAD" ? null : changeStream(app, input), { headers });
}

/**
 * Ends when the session ends, the client stops reading, the signal aborts, or the process stops.
 * @throws Refusal "too-many"
 */
export function changeStream<Change>(
  app: App,
  { topic, show, userId, sessionId, since, unanswered, signal, beat = heartbeatEvery }: StreamInput<Change>,
): ReadableStream<Uint8Array> {
  const releaseSlot = acquireSlot(app, userId);
  signal.addEventListener("abort", releaseSlot);
  const encoder = new TextEncoder();
  let end = () => {};
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async start(controller) {
      let over = false;
      const leaves = [releaseSlot];
      end = () => {
        if (over) return;
        over = true;
        for (const leave of leaves) leave();
        controller.close();
      };
      const write = (text: string) => {
        if (over) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > 0) return;
        end();
        controller.error(new Error("The client stopped reading."));
      };
      signal.addEventListener("abort", end);
      const session = await findSessionHash(app.reads, sessionId);
      let version = await topic.newest(app.reads);
      if (signal.aborted || session === null) return end();
      const send = (changes: Change[], upTo: number, more?: object) => {
        version = upTo;
        write(`id: ${upTo}\ndata: ${JSON.stringify({ version, ...show(changes), ...more })}\n\n`);
      };
      // A client without a version gets the current one.
      send([], version);
      const timer = setInterval(() => write(": still here\n\n"), beat).unref();
      leaves.push(
        () => clearInterval(timer),
        followChanges(app, topic, since ?? version, { session, changed: send, ended: () => end() }),
      );
      if (!unanswered) return;
      const leave = await followUnanswered(app, session, (count) => send([], version, { unanswered: count }));
      leaves.push(leave);
      if (over) leave();
    },
    cancel: () => end(),
  };
  return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: longestQueue }));
}

const openStreams = new WeakMap<App, Set<{ userId: number }>>();

function acquireSlot(app: App, userId: number): () => void {
  const streams = openStreams.get(app) ?? new Set();
  openStreams.set(app, streams);
  const ownStreams = [...streams].filter((stream) => stream.userId === userId);
  if (ownStreams.length >= maxPerUser || streams.size >= maxStreams) {
    throw new Refusal("too-many", "Too many windows are open. Close some and try again.", {
      retryAfter: 60,
    });
  }
  const stream = { userId };
  streams.add(stream);
  return () => streams.delete(stream);
}
