import type { HelperView } from "~/orders/helper/helper-view.server";
import { Fact } from "~/ui/components/fact";
import { usePage } from "~/ui/page-context";

const texts = { given: "gets texts", withdrawn: "opted out of texts", none: "hasn't agreed to texts" };

/** The patient's helper, with a link to add or remove one. */
export function HelperFact({ helper, href }: { helper: HelperView | null; href: string }) {
  const { hidesNames } = usePage();
  if (!helper) {
    return (
      <Fact label="Helper">
        <a href={href} data-opens="">
          Add a helper
        </a>
      </Fact>
    );
  }
  const { name, relation, phone, email } = helper;
  const contact = [phone && helper.texts && `${phone} (${texts[helper.texts]})`, email];
  return (
    <Fact label="Helper">
      {[!hidesNames && name, relation, ...contact].filter(Boolean).join(", ")}{" "}
      <a href={href} data-opens="">
        Change helper
      </a>
    </Fact>
  );
}
