import { DateTime } from "~/ui/date-time";
import { strings } from "../strings";

/** Shown only in the copy that `public/visit-worker.js` keeps. @param now when the page was written, in ms UTC */
export const OfflineStatus = ({ now }: { now: number }) => (
  <p className="notice dawn" id="offline-status" hidden>
    {`${strings.offlineCopy} `}
    <DateTime at={now} />
  </p>
);
