// The baseline: Remix and React render the same elements for each request on node:http, with compression but without
// SQL, sessions, components, or data.
import { createServer } from "node:http";
import { constants, zstdCompressSync } from "node:zlib";
import { createRequestHandler } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const empty = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]);
const decoded = (text) =>
  text.replace(
    /&(amp|lt|gt|quot|#x27);/g,
    (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'",
  );

/** Parses a page into a tree of `{ tag, props, children }` and strings. */
function treeOf(html) {
  const top = { children: [] };
  const open = [top];
  for (const [, text, close, tag, attributes] of html.matchAll(/([^<]+)|<(\/?)([\w-]+)([^>]*)>/g)) {
    const inside = open.at(-1).children;
    if (text) inside.push(decoded(text));
    else if (close) open.pop();
    else {
      const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
      const props = Object.fromEntries(pairs.map(([, name, value = ""]) => [name, decoded(value)]));
      const element = { tag, props, children: [] };
      inside.push(element);
      if (!empty.has(tag)) open.push(element);
    }
  }
  return top.children[0];
}

const toElement = (node) =>
  typeof node === "string" ? node : createElement(node.tag, node.props, ...node.children.map(toElement));

/** The style sheet is inserted as raw text. */
function pageOf(body) {
  const [whole, style] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(body) ?? ["", ""];
  const tree = treeOf(
    body
      .replace("<!doctype html>", "")
      .replace(whole, "")
      .replace(/<!--.*?-->/g, ""),
  );
  const html = { __html: style };
  const head = () => createElement("style", { dangerouslySetInnerHTML: html });
  return () => createElement("html", tree.props, head(), ...tree.children.map(toElement));
}

function handlerOf(path, body) {
  const route = { id: "page", parentId: "root", path: path.slice(1), module: { default: pageOf(body) } };
  const routes = { root: { id: "root", path: "", module: {} }, page: route };
  const render = (request, status, headers, context) => {
    const html = renderToString(createElement(RemixServer, { context, url: request.url }));
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(`<!doctype html>${html}`, { status, headers });
  };
  return createRequestHandler(
    {
      entry: { module: { default: render, streamTimeout: 500 } },
      routes,
      assets: { entry: {}, routes, url: "", version: "" },
      future: { v3_singleFetch: true, v3_throwAbortReason: true, v3_relativeSplatPath: true },
      publicPath: "/build/",
    },
    "production",
  );
}

process.once("message", ({ responses }) => {
  const handlers = new Map(
    Object.entries(responses).map(([path, { body }]) => [path, handlerOf(path, body)]),
  );
  const server = createServer(async (request, response) => {
    const webRequest = new Request(`http://127.0.0.1${request.url}`);
    const rendered = await handlers.get(request.url)(webRequest);
    const bytes = Buffer.from(await rendered.text());
    const compressed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 5 } });
    const headers = {
      "content-type": "text/html",
      "content-encoding": "zstd",
      "content-length": compressed.length,
    };
    response.writeHead(rendered.status, headers).end(compressed);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
