import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startIntl } from "~/ui/scripts/local-times";
import { whenIdle } from "~/ui/scripts/when-idle";

const waiting: (() => void)[] = [];

beforeEach(() => {
  waiting.length = 0;
  const requestIdleCallback = (work: () => void) => waiting.push(work);
  vi.stubGlobal("window", { requestIdleCallback });
  vi.stubGlobal("requestIdleCallback", requestIdleCallback);
});
afterEach(() => vi.unstubAllGlobals());

test("each step runs in its own task, in order", () => {
  const done: number[] = [];
  whenIdle(...[1, 2, 3].map((step) => () => void done.push(step)));
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    expect(done).toEqual(expected);
  }
  expect(waiting).toHaveLength(0);
});

test("a step that fails doesn't stop the others", () => {
  const after = vi.fn();
  whenIdle(() => {
    throw new Error("failed");
  }, after);
  expect(() => waiting.shift()?.()).toThrow("failed");
  waiting.shift()?.();
  expect(after).toHaveBeenCalledOnce();
});

test("the first use of Intl has separate steps", () => {
  const resolved = vi.spyOn(Intl, "DateTimeFormat");
  whenIdle(...startIntl);
  waiting.shift()?.();
  expect(resolved).not.toHaveBeenCalled();
  while (waiting.length > 0) waiting.shift()?.();
  expect(resolved).toHaveBeenCalledOnce();
});
