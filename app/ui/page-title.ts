import { currentScope } from "~/core/language/current-language";
import { strings } from "./strings";

/** The company that a patient's page is from, or the product if the company isn't known. */
export const pageOwner = (): string => currentScope().company ?? strings.product;

/** The title of a patient's page, which says who it is from: "My visit – Acme Sleep". */
export const pageTitle = (title: string): string => `${title} – ${pageOwner()}`;
