/**
 * A module's one-time notices by key: what the next page shows, or a function that makes it from the values that the
 * form's action leaves. Each module's are in its `flash.ts` or its strings.
 */
export type Flashes = Record<string, unknown>;

/** A key of `Known`, with its values if it has any. */
export type FlashOf<Known extends Flashes> = {
  [Key in keyof Known & string]: Known[Key] extends (...values: infer Values) => unknown
    ? readonly [key: Key, ...values: Values]
    : Key;
}[keyof Known & string];

/** The content that the next page shows. */
export type Shown<Notice> = Notice extends (...values: never[]) => infer Made ? Made : Notice;
