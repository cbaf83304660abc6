import { strings } from "../../strings";

export const EarlierLink = ({ href }: { href: string }) => (
  <p className="small" title={strings.opensToday}>
    <a href={href}>{strings.earlier}</a>
  </p>
);
