import { Tabs } from "~/ui/components/tabs";

const tabs = [
  { href: "/admin/outbox", label: "Outbox" },
  { href: "/admin/deliveries", label: "Deliveries" },
];

export const MessageTabs = ({ current }: { current: "/admin/outbox" | "/admin/deliveries" }) => (
  <Tabs label="Messages" tabs={tabs} current={current} />
);
