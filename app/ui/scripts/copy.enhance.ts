import { watchCopyButtons } from "./copy-buttons";

watchCopyButtons();
