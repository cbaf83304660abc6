// The rows of the table, one per figure. A ratio is value : reference of the same run.
//
// Each subject is a module in subjects/ that exports `measure()`, which resolves to such rows:
//   { figure, value, unit, reference?, ratio?, target?, met? }
// A row without a target is only shown.

const ratioOf = (value, reference) => (reference === undefined ? undefined : value / reference);

/** A figure without a target. */
export const shown = (figure, unit, value, reference) => ({
  figure,
  unit,
  value,
  reference,
  ratio: ratioOf(value, reference),
});

/** A figure that must not be above a limit. */
export const atMost = (limit, figure, unit, value, reference) => ({
  ...shown(figure, unit, value, reference),
  target: `≤ ${limit} ${unit}`,
  met: value <= limit,
});

/** A figure that must not be below a limit. */
export const atLeast = (limit, figure, unit, value, reference) => ({
  ...shown(figure, unit, value, reference),
  target: `≥ ${limit} ${unit}`,
  met: value >= limit,
});

/** A figure whose ratio to its reference must not be above a limit. */
export const ratioAtMost = (limit, figure, unit, value, reference) => ({
  ...shown(figure, unit, value, reference),
  target: `≤ ${limit}×`,
  met: value / reference <= limit,
});

/** A figure whose ratio to its reference must not be below a limit. */
export const ratioAtLeast = (limit, figure, unit, value, reference) => ({
  ...shown(figure, unit, value, reference),
  target: `≥ ${limit}×`,
  met: value / reference >= limit,
});
