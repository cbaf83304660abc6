import ts from "typescript";

/** Calls that can fail a test: assertions, and waiting for a condition or an element. */
const asserts = /^(expect\w*|assert\w*|eventually|waitFor|waitForURL)$/;

/** Lists the names of tests without an assertion. */
export function testsWithoutAssertions(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && rootName(node.expression) === "test") {
      const body = node.arguments.find(
        (argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument),
      );
      if (body && !callsAny(body, source)) found.push(node.arguments[0]?.getText(source) ?? "");
    }
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(source);
  return found;
}

/** Returns `test` for `test.each(rows)("name", body)`. */
function rootName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isTaggedTemplateExpression(node)
  ) {
    return rootName(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  }
  return "";
}

function callsAny(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const name = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : expression.getText(source);
    if (asserts.test(name)) return true;
  }
  return ts.forEachChild(node, (child) => callsAny(child, source) || undefined) ?? false;
}
