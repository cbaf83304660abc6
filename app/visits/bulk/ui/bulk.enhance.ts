// Continues a bulk change that didn't finish within one request.
document.querySelector<HTMLFormElement>("form[data-continue]")?.querySelector("button")?.click();
