/** One answer, in milliseconds: when it was due and how long it took from then. */
export interface Answer {
  kind: string;
  at: number;
  took: number;
  wrong: string | null;
}

const share = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** For each kind of request its count, median and 99th percentile, in total and by thirds of the time. */
export function tableOf(answers: Answer[], length: number) {
  const kinds = [...new Set(answers.map(({ kind }) => kind))].sort();
  return [...kinds, "all"].map((kind) => {
    const own = kind === "all" ? answers : answers.filter((answer) => answer.kind === kind);
    const tookIn = (from: number, to: number) =>
      own.filter(({ at }) => at >= from * length && at < to * length).map(({ took }) => took);
    const p = (values: number[], part: number) => Math.round(share(values, part));
    const all = own.map(({ took }) => took);
    return {
      kind,
      count: own.length,
      wrong: own.filter(({ wrong }) => wrong).length,
      "p50, ms": p(all, 0.5),
      "p99, ms": p(all, 0.99),
      "p99 before": p(tookIn(0, 1 / 3), 0.99),
      "with intruders": p(tookIn(1 / 3, 2 / 3), 0.99),
      after: p(tookIn(2 / 3, 9), 0.99),
    };
  });
}
