import { ButtonLink } from "~/ui/components/button";
import { strings } from "../strings";

export const ClassesLink = () => (
  <ButtonLink look="quiet" size="wide" href="/schedule/classes">
    {strings.link}
  </ButtonLink>
);

export const hasClasses = ({ kinds }: { kinds: readonly { mode: string }[] }): boolean =>
  kinds.some(({ mode }) => mode === "class");
