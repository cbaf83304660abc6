import * as z from "zod";

export const Ok = z.object({ ok: z.literal(true) });
export const Success = z.object({ success: z.literal(true) });

export async function ok(done: Promise<unknown>) {
  await done;
  return { ok: true as const };
}

export async function success(done: Promise<unknown>) {
  await done;
  return { success: true as const };
}
