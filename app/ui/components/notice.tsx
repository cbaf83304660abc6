import type { HTMLAttributes } from "react";

/** `dawn` is for "this needs you" and nothing else. */
type Tone = "plain" | "dawn" | "good" | "warn" | "bad";

/** Something to know, where it belongs. A problem is read out at once. */
export function Notice({ tone = "plain", ...rest }: { tone?: Tone } & HTMLAttributes<HTMLDivElement>) {
  return <div role={tone === "bad" ? "alert" : undefined} {...rest} className={`notice ${tone}`} />;
}
