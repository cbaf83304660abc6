/** A patient in the simulated order system. Undefined fields are sent as nil. */
export interface SimulatedPatient {
  key: number;
  ptId: string;
  first: string;
  last: string;
  ssn: string;
  born: string;
  phone?: string;
  mobile?: string;
  email?: string;
  address?: { line1: string; line2?: string; city: string; state: string; zip: string };
  payors?: SimulatedPayor[];
}

export interface SimulatedPayor {
  level: "Primary" | "Secondary" | "Patient";
  company: string;
  policy: string;
  from: string;
  verified: boolean;
}

export interface SimulatedOrder {
  key: number;
  patientKey: number;
  /** `YYYY-MM-DDTHH:MM:SS` in the order system's time zone. */
  created: string;
  updated: string;
  status?: string;
  state?: string;
  branch?: string;
  orderNote?: string;
  deliveryNote?: string;
  /** `YYYY-MM-DDTHH:MM:SS`, like `created`. */
  scheduled?: string;
  delivered?: string;
  packages?: { carrier: string; number: string; shipped?: string }[];
  items: { code?: string; name: string }[];
  payors?: SimulatedPayor[];
}

export const contracts = "http://schemas.datacontract.org/2004/07/Brightree.ExternalAPI.CanonicalObjects";
const common = `xmlns:c="${contracts}.Common"`;

export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign === "&" ? "38" : sign.charCodeAt(0)};`);

/** Writes an element, which is nil if it has no value. */
export const tag = (name: string, value: string | number | boolean | undefined) =>
  value === undefined ? `<${name} i:nil="true"/>` : `<${name}>${escaped(String(value))}</${name}>`;

const address = (prefix: string, place: SimulatedPatient["address"]) =>
  place
    ? `<${prefix}:Address ${common}>${tag("c:AddressLine1", place.line1)}${tag("c:AddressLine2", place.line2)}${tag("c:AddressLine3", undefined)}${tag("c:City", place.city)}${tag("c:Country", undefined)}${tag("c:PostalCode", place.zip)}${tag("c:State", place.state)}</${prefix}:Address>`
    : `<${prefix}:Address i:nil="true"/>`;

const contact = (name: string, patient: SimulatedPatient) =>
  `<${name} ${common}>${tag("c:EmailAddress", patient.email)}${tag("c:FaxNumber", undefined)}${tag("c:MobilePhoneNumber", patient.mobile)}${tag("c:PhoneNumber", patient.phone)}</${name}>`;

const orderPayor = (payor: SimulatedPayor) =>
  `<b:SalesOrderPayorInfo><c:payorLevel ${common}>${payor.level}</c:payorLevel><c:payorPolicyInfo ${common}>${tag("c:EffectiveDate", `${payor.from}T00:00:00`)}${tag("c:Name", payor.company)}${tag("c:PolicyNumber", payor.policy)}${tag("c:Verified", payor.verified)}</c:payorPolicyInfo></b:SalesOrderPayorInfo>`;

const packageXml = ({ carrier, number, shipped }: NonNullable<SimulatedOrder["packages"]>[number]) =>
  `<b:ShippingTrackingInfo><b:Carrier ${common}>${tag("c:ID", 2)}${tag("c:Value", carrier)}</b:Carrier>${tag("b:TrackingNumber", number)}${tag("b:TrackingShipDate", shipped)}</b:ShippingTrackingInfo>`;

export function orderXml(order: SimulatedOrder, patient: SimulatedPatient): string {
  const items = order.items
    .map(
      ({ code, name }) =>
        `<b:SalesOrderItemInfo>${tag("b:ItemName", name)}${tag("b:ProcCode", code)}${tag("b:Qty", 1)}</b:SalesOrderItemInfo>`,
    )
    .join("");
  const payors = order.payors
    ? `<b:Payors>${order.payors.map(orderPayor).join("")}</b:Payors>`
    : "<b:Payors/>";
  return `<b:SalesOrder>${tag("b:BrightreeID", order.key)}
<b:DeliveryInfo>${tag("b:ActualDeliveryDateTime", order.delivered)}${address("b", patient.address)}${contact("b:ContactInfo", patient)}${tag("b:DeliveryNote", order.deliveryNote)}${tag("b:OrderNote", order.orderNote)}${tag("b:ScheduledDeliveryDateTime", order.scheduled)}${tag("b:SetupMethod", "Remote")}</b:DeliveryInfo>
<b:SalesOrderAuditInfo>${tag("b:CreatedDate", order.created)}</b:SalesOrderAuditInfo>
<b:SalesOrderClinicalInfo><b:DiagnosisCodes><b:ICDCodeInfo>${tag("b:ICDCode", "G47.33")}</b:ICDCodeInfo></b:DiagnosisCodes><b:Patient>${tag("b:BrightreeID", patient.key)}${contact("b:ContactInfo", patient)}${tag("b:DOB", `${patient.born}T00:00:00`)}${tag("b:Gender", "Female")}<b:Name ${common}>${tag("c:First", patient.first)}${tag("c:Last", patient.last)}${tag("c:Middle", undefined)}</b:Name>${tag("b:PatientID", patient.ptId)}${tag("b:SSN", patient.ssn)}</b:Patient></b:SalesOrderClinicalInfo>
<b:SalesOrderGeneralInfo><b:Branch ${common}>${tag("c:ID", 7)}${tag("c:Value", order.branch)}</b:Branch>${tag("b:Status", order.status ?? "Active")}</b:SalesOrderGeneralInfo>
<b:SalesOrderInsuranceInfo>${tag("b:CoverageVerified", true)}${payors}</b:SalesOrderInsuranceInfo>
<b:SalesOrderItems>${items}</b:SalesOrderItems>
<b:SalesOrderWIPInfo>${tag("b:WIPStateKey", 3)}${tag("b:WIPStateName", order.state)}</b:SalesOrderWIPInfo><b:ShippingTrackingInfos>${(order.packages ?? []).map(packageXml).join("")}</b:ShippingTrackingInfos></b:SalesOrder>`;
}

export function patientXml(patient: SimulatedPatient): string {
  return `<b:Patient>${tag("b:BrightreeID", patient.key)}<b:PatientGeneralInfo>${contact("b:BillingContactInfo", patient)}${tag("b:BirthDate", `${patient.born}T00:00:00`)}${address("b", patient.address).replaceAll("b:Address", "b:DeliveryAddress")}${tag("b:DeliveryPhone", patient.phone)}${tag("b:PtID", patient.ptId)}${tag("b:SSN", patient.ssn)}</b:PatientGeneralInfo></b:Patient>`;
}

export function patientPayorXml(payor: SimulatedPayor): string {
  return `<b:PatientPayor><b:EligibilityInfo>${tag("b:EligibilityVerified", payor.verified)}</b:EligibilityInfo>${tag("b:InsuranceCompanyName", payor.company)}<b:Insured>${tag("b:SSN", "987-65-4321")}</b:Insured><b:Policy>${tag("b:PolicyNumber", payor.policy)}${tag("b:StartDate", `${payor.from}T00:00:00`)}</b:Policy>${tag("b:payorLevel", payor.level)}</b:PatientPayor>`;
}

export function foundXml(order: SimulatedOrder, patient: SimulatedPatient): string {
  return `<b:SalesOrderSearchResponse>${tag("b:BrightreeID", order.key)}${tag("b:CreateDate", order.created)}<b:Patient ${common}>${tag("c:ID", patient.key)}${tag("c:Value", `${patient.last}, ${patient.first}`)}</b:Patient>${tag("b:Status", order.status ?? "Active")}</b:SalesOrderSearchResponse>`;
}

export const stateXml = (name: string, index: number) =>
  `<b:WIPState>${tag("b:BrightreeID", index + 1)}${tag("b:Description", name)}${tag("b:IsActive", true)}</b:WIPState>`;

/** Writes an operation's response in the envelope that all services share. */
export function responseXml(
  service: string,
  operation: string,
  result: { items?: string[]; success?: boolean; messages?: string[]; total?: number },
): string {
  const { items = [], success = true, messages = [], total = items.length } = result;
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${operation}Response xmlns="http://www.brightree.com/external/${service}"><${operation}Result xmlns:a="http://schemas.datacontract.org/2004/07/Brightree.Common.CanonicalObjects" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a:Messages xmlns:t="http://schemas.microsoft.com/2003/10/Serialization/Arrays">${messages.map((text) => tag("t:string", text)).join("")}</a:Messages><a:Success>${success}</a:Success>${items.length > 0 ? `<a:Items xmlns:b="${contracts}.OrderEntry">${items.join("")}</a:Items>` : "<a:Items/>"}<a:TotalItemCount>${total}</a:TotalItemCount></${operation}Result></${operation}Response></s:Body></s:Envelope>`;
}

export const faultXml = (sentence: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="en-US">${escaped(sentence)}</faultstring></s:Fault></s:Body></s:Envelope>`;
