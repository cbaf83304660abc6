import { fill } from "~/core/language/strings";
import type { MyVisit } from "../find-my-visit.server";
import { strings } from "../strings";

/** Shows the helper's name, or the patient's name if the viewer is the helper. Empty in query sessions. */
export function HelperLine({ helper, helps, byQuery }: Pick<MyVisit, "helper" | "helps" | "byQuery">) {
  if (byQuery) return null;
  if (helps) return <p className="soft">{strings.helper.youHelp}</p>;
  return (
    <p>
      {helper && `${fill(strings.helper.named, { helper })} `}
      <a className="tall" href="/my-visit/helper">
        {helper ? strings.helper.change : strings.helper.title}
      </a>
    </p>
  );
}
