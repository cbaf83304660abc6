type Queue = (() => void)[];

const reads: Queue = [];
const resumed: Queue = [];
const writes: Queue = [];
/** Writes that start together share a commit. If hundreds started together, every page would wait for the last one. */
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
 * Waits until the request has an event loop iteration to itself, in order of arrival. A page is read and rendered
 * without a pause, so ten requests in one iteration would block everything else until all of them are done.
 */
export const requestSlot = (): Promise<void> => waitIn(reads);

/** Like `requestSlot`, but for requests that write. Up to eight start in one iteration and share a commit. */
export const writeSlot = (): Promise<void> => waitIn(writes);

/**
 * Lets other work run. Paused work alternates with new requests, so that neither has to wait until the other is
 * finished.
 */
export const yieldToEventLoop = (): Promise<void> => waitIn(resumed);

/**
 * Records that a connection was accepted. Node accepts one per iteration (since libuv 1.45), so the next iterations
 * do no other work. Otherwise, a new connection would wait for the response to each connection before it.
 */
export function noteConnection(): void {
  acceptedConnection = true;
}
