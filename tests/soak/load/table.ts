/** A response. `at` is when its request was due and `took` is the time since then, in milliseconds. */
export interface TimedResponse {
  kind: string;
  at: number;
  took: number;
  wrong: string | null;
}

const quantile = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The count, median, and 99th percentile for each kind of request, in total and by thirds of the run. */
export function tableOf(responses: TimedResponse[], length: number) {
  const kinds = [...new Set(responses.map(({ kind }) => kind))].sort();
  return [...kinds, "all"].map((kind) => {
    const own = kind === "all" ? responses : responses.filter((response) => response.kind === kind);
    const tookIn = (from: number, to: number) =>
      own.filter(({ at }) => at >= from * length && at < to * length).map(({ took }) => took);
    const p = (values: number[], part: number) => Math.round(quantile(values, part));
    const all = own.map(({ took }) => took);
    return {
      kind,
      count: own.length,
      failed: own.filter(({ wrong }) => wrong).length,
      "p50, ms": p(all, 0.5),
      "p99, ms": p(all, 0.99),
      "p99 before the attack": p(tookIn(0, 1 / 3), 0.99),
      "p99 during the attack": p(tookIn(1 / 3, 2 / 3), 0.99),
      "p99 after the attack": p(tookIn(2 / 3, 9), 0.99),
    };
  });
}
