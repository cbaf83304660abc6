// An ordinary 14 KB page, like one on a clinic's website: headings, text, lists, a table with links, and a small
// inline style sheet.
import { once } from "node:events";
import { createServer } from "node:http";

const size = 14 * 1024;

const style = `
body{margin:0;background:#fff;color:#222;font:16px/1.5 system-ui,sans-serif}
header,main,footer{max-width:40rem;margin:0 auto;padding:1rem}
header{border-bottom:1px solid #ccc}h1{font-size:1.6rem}h2{font-size:1.25rem}nav a{margin-right:1rem}
table{width:100%;border-collapse:collapse}td,th{padding:.5rem;border-bottom:1px solid #ddd;text-align:left}
.button{display:inline-block;padding:.5rem 1rem;border:1px solid #246;border-radius:8px;color:#246}
footer{color:#666}`;

const sentences = [
  "A therapist calls you at the time you chose and shows you how the mask is fitted.",
  "Have the equipment and its paperwork with you.",
  "Most people need 40 minutes. Some are done in half an hour.",
  "The first night feels strange to almost everyone, but it gets better each night.",
  "If the mask leaks, lie down, loosen both straps, and tighten them again.",
  "Fill the water chamber to the line at night, and empty it in the morning.",
  "Contact us if anything isn't working the way it should.",
];

const sentence = (number) => sentences[number % sentences.length];

function section(number) {
  const rows = Array.from({ length: 5 }, (_, row) => {
    const hour = 8 + ((row + number) % 4);
    return `<tr><td>May ${row + number + 1}</td><td>${hour}:30 AM</td><td><a class="button" href="/times/${number}-${row}">Select</a></td></tr>`;
  });
  return `<section><h2>Step ${number + 1}</h2>
<p>${[0, 1, 2, 3].map((more) => sentence(number + more)).join(" ")}</p>
<ul>${[4, 5, 6].map((more) => `<li>${sentence(number + more)}</li>`).join("")}</ul>
<table><thead><tr><th>Day</th><th>Time</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table></section>\n`;
}

/** Serves the page at every path with plain node:http. */
export async function openFloorPage() {
  const page = floorPage();
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-length": page.length }).end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The page, padded to exactly `size` bytes. */
function floorPage() {
  let page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Your first night</title><style>${style}</style></head>
<body><header><nav><a href="/">Start</a><a href="/help">Help</a><a href="/contact">Contact</a></nav><h1>Your first night</h1></header><main>\n`;
  const end = "</p></main><footer>Our clinic, since 1998</footer></body></html>";
  for (let number = 0; ; number++) {
    const more = section(number);
    if (page.length + more.length + end.length + 3 > size) break;
    page += more;
  }
  const padding = size - page.length - end.length - 3;
  return `${page}<p>${sentences.join(" ").repeat(9).slice(0, padding)}${end}`;
}
