// The rows of the results table, one per figure. The ratio is value / reference from the same run.
//
// Each module in subjects/ exports `measure()`, which resolves to rows:
//   { figure, value, unit, reference?, ratio?, target?, met? }

const ratioOf = (value, reference) => (reference === undefined ? undefined : value / reference);

/** A figure without a target. */
export const withoutTarget = (figure, unit, value, reference) => ({
  figure,
  unit,
  value,
  reference,
  ratio: ratioOf(value, reference),
});

/** A figure with an upper limit. */
export const atMost = (limit, figure, unit, value, reference) => ({
  ...withoutTarget(figure, unit, value, reference),
  target: `≤ ${limit} ${unit}`,
  met: value <= limit,
});

/** A figure with a lower limit. */
export const atLeast = (limit, figure, unit, value, reference) => ({
  ...withoutTarget(figure, unit, value, reference),
  target: `≥ ${limit} ${unit}`,
  met: value >= limit,
});

/** A figure whose ratio to its reference has an upper limit. */
export const ratioAtMost = (limit, figure, unit, value, reference) => ({
  ...withoutTarget(figure, unit, value, reference),
  target: `≤ ${limit}×`,
  met: value / reference <= limit,
});

/** A figure whose ratio to its reference has a lower limit. */
export const ratioAtLeast = (limit, figure, unit, value, reference) => ({
  ...withoutTarget(figure, unit, value, reference),
  target: `≥ ${limit}×`,
  met: value / reference >= limit,
});
