import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { messageExamples } from "../support/message-examples";

const file = join(projectRoot, "docs/message-examples.md");

test("the examples of messages in the documents are what Firstnight writes", async () => {
  const examples = await messageExamples();
  if (process.env.UPDATE_EXAMPLES) writeFileSync(file, examples);
  expect(readFileSync(file, "utf8")).toBe(examples);
});
