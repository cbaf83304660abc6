type Queue = (() => void)[];

const reads: Queue = [];
const resumed: Queue = [];
const writes: Queue = [];
/** Writes that start together share a commit. With hundreds of them, every page would wait for the last one. */
const writesAtOnce = 8;
const maxIterationsForConnections = 64;
let iterationsForConnections = 0;
let acceptedConnection = false;
let wasResumed = false;

function runNext() {
  if (acceptedConnection && iterationsForConnections < maxIterationsForConnections) {
    iterationsForConnections++;
  } else {
    iterationsForConnections = 0;
    const queue = resumed.length > 0 && (reads.length === 0 || !wasResumed) ? resumed : reads;
    wasResumed = queue === resumed;
    queue.shift()?.();
    for (const start of writes.splice(0, writesAtOnce)) start();
  }
  acceptedConnection = false;
  if (queued() > 0) setImmediate(runNext);
}

const queued = () => resumed.length + reads.length + writes.length;

function waitIn(queue: Queue): Promise<void> {
  return new Promise((resolve) => {
    if (queued() === 0) setImmediate(runNext);
    queue.push(resolve);
  });
}

/**
 * Waits for a separate event loop iteration, in order of arrival. A page is read and rendered without a
 * pause, so ten requests in one iteration would block everything else for their total time.
 */
export const requestSlot = (): Promise<void> => waitIn(reads);

/** Like `requestSlot`, for a request that writes. Up to eight of them start in one iteration and share a commit. */
export const writeSlot = (): Promise<void> => waitIn(writes);

/**
 * Lets other work run. Alternates with new requests: work that pauses a few times doesn't wait for all
 * requests each time, and work that pauses a thousand times doesn't keep requests waiting.
 */
export const yieldToEventLoop = (): Promise<void> => waitIn(resumed);

/**
 * Records that a connection was accepted. Node accepts one per iteration (libuv since 1.45), so iterations
 * without work follow. Otherwise a new connection would wait for a response to each one before it.
 */
export function noteConnection(): void {
  acceptedConnection = true;
}
