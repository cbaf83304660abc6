import { Tabs } from "~/ui/components/tabs";
import { availabilityHref } from "../availability-view";

const pages = [
  { path: "", label: "Slots" },
  { path: "/week", label: "Weekly hours" },
  { path: "/days-off", label: "Days off" },
  { path: "/changes", label: "Changes" },
];

interface AvailabilityPagesProps {
  therapistId: number;
  page?: string;
}

export function AvailabilityPages({ therapistId, page }: AvailabilityPagesProps) {
  const hrefOf = (path: string) => availabilityHref(therapistId, path);
  const tabs = pages.map(({ path, label }) => ({ href: hrefOf(path), label }));
  return <Tabs label="Availability pages" tabs={tabs} current={page === undefined ? page : hrefOf(page)} />;
}
