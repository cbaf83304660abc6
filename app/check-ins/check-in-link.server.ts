import type { App } from "~/boot/app.server";

const tagOf = ({ secrets }: Pick<App, "secrets">, stepId: number) =>
  secrets.lookup("check-in", String(stepId)).slice(0, 32);

/** The link's token: the step's ID and a hash of it. It opens the page of this one check-in, and needs no row. */
export const checkInToken = (app: Pick<App, "secrets">, stepId: number): string =>
  `${stepId}-${tagOf(app, stepId)}`;

export const checkInHref = (app: Pick<App, "secrets" | "config">, stepId: number): string =>
  `${app.config.publicUrl}/check-in/${checkInToken(app, stepId)}`;

/** @returns the step's ID; null if the token isn't ours */
export function stepOfToken(app: Pick<App, "secrets">, token: string): number | null {
  const id = Number(/^(\d{1,15})-/.exec(token)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(id) && token === checkInToken(app, id) ? id : null;
}
