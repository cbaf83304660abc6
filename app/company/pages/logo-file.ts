import type { LoaderFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { loadPage } from "~/http/page.server";

const LogoFile = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** Serves a company's logo. A new logo has a new address, so browsers keep each one. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: LogoFile }, async ({ app, input }) => {
    const logo = await app.reads
      .selectFrom("company_logos")
      .select(["type", "file"])
      .where("hash", "=", input.hash)
      .executeTakeFirst();
    if (!logo) throw new Refusal("missing", "File not found.");
    return new Response(Buffer.from(logo.file, "base64"), {
      headers: {
        "Content-Type": logo.type,
        "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  });
