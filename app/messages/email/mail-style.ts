/** The same colors as in tokens.css. Uses no external fonts or images, because email apps block them. */
export const mailStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:16px;background:#f7f3ea;color:#17223d;font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.mail{max-width:34em;margin:0 auto;padding:8px 20px;background:#fff;border:1px solid #ddd5c6;border-radius:14px}
p,.block{margin:16px 0;overflow-wrap:break-word}
a{color:#0b5f70;overflow-wrap:anywhere}
.phone{white-space:nowrap}
.link{margin:8px 0}
.link a{display:block;padding:8px 0}
@media (prefers-color-scheme:dark){
body{background:#0e1526;color:#f1ebdf}
.mail{background:#141d32;border-color:#2b3752}
a{color:#83cfda}
.block{background:#173443!important;border-color:#83cfda!important}
.button{background:#83cfda!important;color:#07262d!important}
}
`;

/** The most important styles, for email apps that ignore style sheets. */
export const inlineStyles = {
  block: "padding:16px;border-left:4px solid #0b5f70;border-radius:8px;background:#e0edec",
  large: "font-size:24px;line-height:1.3",
  medium: "font-size:18px;line-height:1.5",
  button:
    "display:block;padding:14px 20px;border-radius:8px;background:#0b5f70;color:#fff;font-weight:600;text-align:center;text-decoration:none",
};
