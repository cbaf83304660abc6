import type { App } from "~/boot/app.server";
import { limiterOf, tooMany } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { hashToken } from "~/core/secrets.server";
import { hour } from "~/core/time";
import type { ClientInfo } from "~/core/who";
import type { Db } from "~/db/open.server";
import { addressLimit, browserLimit, chanceOf, isFactDue, type Pressure } from "./code-guess-odds";

type Counting = Pick<App, "db" | "clock">;

const keptFor = 25 * hour;
const wrongCodes = { name: "wrong-codes", points: 1, seconds: keptFor / 1000 };
const odds = { name: "guessed-chance", points: 1, seconds: keptFor / 1000 };

export async function checkAddressLimit(counting: Counting, address: string | null): Promise<void> {
  const used = await limiterOf(counting, addressLimit).get(clientKey(address));
  if (used && used.consumedPoints >= addressLimit.points) throw tooMany(used.msBeforeNext);
}

export async function countAddressGuess(counting: Counting, address: string | null): Promise<void> {
  await limiterOf(counting, addressLimit).penalty(clientKey(address));
}

export async function findPressure({ db, clock }: Counting): Promise<Pressure> {
  const now = clock.now();
  const { live } = await db
    .selectFrom("access_codes")
    .select((eb) => eb.fn.countAll<number>().as("live"))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return { live, wrong: await sumOf(db, wrongCodes.name, now), spent: await sumOf(db, odds.name, now) };
}

async function sumOf(db: Db, name: string, now: number): Promise<number> {
  const { sum } = await db
    .selectFrom("limits")
    .select((eb) => eb.fn.sum<number | null>("points").as("sum"))
    .where("key", ">=", `${name}:`)
    .where("key", "<", `${name};`)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

export async function isSecondFactRequired(
  counting: Counting,
  client: ClientInfo,
  pressure?: Pressure,
): Promise<boolean> {
  if (isFactDue(pressure ?? (await findPressure(counting)))) return true;
  const mark = await limiterOf(counting, browserLimit).get(hashToken(client.browser));
  return mark !== null;
}

export async function countWrongGuess(
  counting: Counting,
  client: ClientInfo,
  pressure: Pressure,
  withFact: boolean,
): Promise<void> {
  const now = counting.clock.now();
  const thisHour = Math.floor(now / hour);
  await countAddressGuess(counting, client.address);
  await limiterOf(counting, browserLimit).set(hashToken(client.browser), 1, browserLimit.seconds);
  await limiterOf(counting, wrongCodes).penalty(thisHour);
  await limiterOf(counting, odds).penalty(thisHour, chanceOf(pressure, withFact));
  await counting.db.deleteFrom("limits").where("expires_at", "<=", now).execute();
}
