import { Fragment } from "react";
import { Badge } from "~/ui/components/status";
import { type DayMarks, dayMarksOf } from "../late/day-marks";

/** The patient's messages about the day of the visit. */
export const DayMarkBadges = ({ visit }: { visit: Partial<DayMarks> }) =>
  dayMarksOf(visit).map(({ text }) => (
    <Fragment key={text}>
      {" "}
      <Badge dawn>{text}</Badge>
    </Fragment>
  ));
