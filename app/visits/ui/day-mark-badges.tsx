import { Fragment } from "react";
import { Badge } from "~/ui/components/status";
import { type DayMarks, dayMarksOf } from "../late/day-marks";

export const DayMarkBadges = ({ visit }: { visit: Partial<DayMarks> }) =>
  dayMarksOf(visit).map(({ text }) => (
    <Fragment key={text}>
      {" "}
      <Badge dawn>{text}</Badge>
    </Fragment>
  ));
