import { Fragment } from "react";
import { Badge } from "~/ui/components/status";
import { dayMarksOf } from "../late/day-marks";

export const DayMarkBadges = ({ visit }: { visit: Parameters<typeof dayMarksOf>[0] }) =>
  dayMarksOf(visit).map(({ text }) => (
    <Fragment key={text}>
      {" "}
      <Badge dawn>{text}</Badge>
    </Fragment>
  ));
