const arrived: (() => void)[] = [];
const underWay: (() => void)[] = [];
const changes: (() => void)[] = [];
/** So many changes share a turn and its commit. Hundreds would let every page wait for the last of them. */
const changesAtOnce = 8;
/** At most so many turns in a row go to those at the door; then one of those inside has theirs. */
const turnsForTheDoor = 64;
let turnsGiven = 0;
let connectionCame = false;

function callNext() {
  if (connectionCame && turnsGiven < turnsForTheDoor) {
    turnsGiven++;
  } else {
    turnsGiven = 0;
    (underWay.shift() ?? arrived.shift())?.();
    for (const go of changes.splice(0, changesAtOnce)) go();
  }
  connectionCame = false;
  if (waiting() > 0) setImmediate(callNext);
}

const waiting = () => underWay.length + arrived.length + changes.length;

function waitIn(line: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    if (waiting() === 0) setImmediate(callNext);
    line.push(resolve);
  });
}

/**
 * Gives each request a turn of the event loop of its own, in the order they arrived. An answer is read and
 * drawn without a pause: ten that arrive together would else end in one turn, and whatever else the process
 * has to do would wait for all of them.
 *
 * @returns waits until the turn has come
 */
export const requestSlot = (): Promise<void> => waitIn(arrived);

/**
 * The same for a change. A few that arrive together begin in one turn, so that they share a commit.
 *
 * @returns waits until the turn has come
 */
export const writeSlot = (): Promise<void> => waitIn(changes);

/**
 * Pauses in the middle of what takes a few turns. It goes on before what only arrived meanwhile begins, so that on
 * a busy machine nobody waits as many times as they pause; what may take hundreds waits its turn anew.
 */
export const yieldToEventLoop = (): Promise<void> => waitIn(underWay);

/**
 * Says that a connection was let in. Node lets in one a turn (libuv since 1.45), so while they come, turns without work
 * follow: else a newcomer would wait for as many answers as there are connections before theirs.
 */
export function noteConnection(): void {
  connectionCame = true;
}
