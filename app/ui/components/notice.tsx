import type { HTMLAttributes } from "react";

/** `dawn` is only for notices that need action. */
type Tone = "plain" | "dawn" | "good" | "warn" | "bad";

export function Notice({ tone = "plain", ...rest }: { tone?: Tone } & HTMLAttributes<HTMLDivElement>) {
  return <div role={tone === "bad" ? "alert" : undefined} {...rest} className={`notice ${tone}`} />;
}
