const waiting: (() => void)[] = [];

function callNext() {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(callNext);
}

/**
 * Gives each who asks a turn of the event loop of their own, in the order they asked. An answer is read and
 * drawn without a pause: ten that arrive together would else end in one turn, and whatever else the process
 * has to do would wait for all of them. Reading that takes long asks anew in between, in the same line.
 *
 * @returns waits until the turn has come
 */
export function myTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(callNext);
  });
}
