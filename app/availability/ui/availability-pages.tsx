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
  return (
    <nav className="tabs" aria-label="Availability pages">
      {pages.map(({ path, label }) => (
        <a
          key={path}
          href={availabilityHref(therapistId, path)}
          aria-current={path === page ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
