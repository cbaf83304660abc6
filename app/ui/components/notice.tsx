import type { HTMLAttributes } from "react";

/** `dawn` only for what needs the reader's action. */
type Tone = "plain" | "dawn" | "good" | "warn" | "bad";

export function Notice({ tone = "plain", ...rest }: { tone?: Tone } & HTMLAttributes<HTMLDivElement>) {
  return <div role={tone === "bad" ? "alert" : undefined} {...rest} className={`notice ${tone}`} />;
}
