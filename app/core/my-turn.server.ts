const arrived: (() => void)[] = [];
const underWay: (() => void)[] = [];

function callNext() {
  (underWay.shift() ?? arrived.shift())?.();
  if (underWay.length + arrived.length > 0) setImmediate(callNext);
}

function waitIn(line: (() => void)[]): Promise<void> {
  return new Promise((resolve) => {
    if (underWay.length + arrived.length === 0) setImmediate(callNext);
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
export const myTurn = (): Promise<void> => waitIn(arrived);

/**
 * Pauses in the middle of what takes a few turns. It goes on before what only arrived meanwhile begins, so that on
 * a busy machine nobody waits as many times as they pause; what may take hundreds waits its turn anew.
 */
export const nextTurn = (): Promise<void> => waitIn(underWay);
