import { showCopyButtons } from "./copy-buttons";

showCopyButtons(document);
