import { iso } from "~/core/time";
import { useBrowserZone } from "./page-context";
import { type TimeFormat, timeFormats } from "./time-formats";

/** The `date-time` script rewrites it in the viewer's time zone. @param at ms UTC */
export function DateTime({
  at,
  zone,
  format = "when",
  fixed,
}: {
  at: number;
  zone?: string;
  format?: TimeFormat;
  /** Keeps this zone in every browser, because messages and pages must show the same time for a visit. */
  fixed?: boolean;
}) {
  const browserZone = useBrowserZone();
  return (
    <time dateTime={iso(at)} data-when={fixed ? undefined : format}>
      {timeFormats[format](at, zone ?? browserZone)}
    </time>
  );
}
