const ofCompany = (path: string) => (company: string) => `${path}?${new URLSearchParams({ company })}`;

export const kindsPath = "/admin/company/kinds";
export const placesPath = "/admin/company/places";
export const kindsHref = ofCompany(kindsPath);
export const placesHref = ofCompany(placesPath);
export const newKindHref = ofCompany(`${kindsPath}/new`);
export const newPlaceHref = ofCompany(`${placesPath}/new`);
