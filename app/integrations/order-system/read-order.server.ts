import { dayOf } from "~/core/dates";
import { instantOf } from "~/core/time";
import type { ChangedOrder, OrderMeta, OrderPackage } from "./order-system";
import { all, at, textAt, type Xml } from "./xml.server";

interface Records {
  order?: Xml;
  patient?: Xml;
  payors?: Xml[];
}

/** An order's details. Values missing from the order come from the patient. */
export function metaOf({ order, patient, payors = [] }: Records): OrderMeta {
  const delivery = at(order, "DeliveryInfo");
  const orderPatient = at(order, "SalesOrderClinicalInfo", "Patient");
  const general = at(patient, "PatientGeneralInfo");
  const contacts = [
    at(delivery, "ContactInfo"),
    at(orderPatient, "ContactInfo"),
    at(general, "BillingContactInfo"),
  ];
  return {
    order: {
      address: firstOf(
        [at(delivery, "Address"), at(orderPatient, "Address"), at(general, "DeliveryAddress")].map(addressOf),
      ),
      phone:
        firstOf(contacts.slice(0, 2).map((contact) => textAt(contact, "PhoneNumber"))) ??
        textAt(general, "DeliveryPhone") ??
        textAt(contacts[2], "PhoneNumber"),
      mobile: firstOf(contacts.map((contact) => textAt(contact, "MobilePhoneNumber"))),
      order_note: textAt(delivery, "OrderNote"),
      delivery_note: textAt(delivery, "DeliveryNote"),
    },
    insurance: insuranceOf(order, payors),
    items: all(order, "SalesOrderItems", "SalesOrderItemInfo").map((item) => ({
      proc_code: textAt(item, "ProcCode"),
      item_name: textAt(item, "ItemName") ?? textAt(item, "ItemDescription"),
    })),
    branch_office:
      textAt(order, "SalesOrderGeneralInfo", "Branch", "Value") ?? textAt(general, "Branch", "Value"),
  };
}

export function lacksPatientData({ order, insurance }: OrderMeta): boolean {
  return (
    order.address === null || (order.phone === null && order.mobile === null) || insurance.company === null
  );
}

const firstOf = (texts: (string | null)[]) => texts.find((text) => text !== null) ?? null;

function addressOf(address: Xml): string | null {
  const lines = ["AddressLine1", "AddressLine2", "AddressLine3", "City"].map((name) => textAt(address, name));
  const place = [textAt(address, "State"), textAt(address, "PostalCode")].filter(Boolean).join(" ");
  return [...lines, place].filter(Boolean).join(", ") || null;
}

function insuranceOf(order: Xml, payors: Xml[]): OrderMeta["insurance"] {
  const info = at(order, "SalesOrderInsuranceInfo");
  const ofOrder = primaryOf(all(info, "Payors", "SalesOrderPayorInfo"));
  if (ofOrder !== undefined) {
    const policy = at(ofOrder, "payorPolicyInfo") ?? at(ofOrder, "PayorPolicyInfo");
    return {
      company: textAt(policy, "Name"),
      policy_number: textAt(policy, "PolicyNumber"),
      effective: dateOf(textAt(policy, "EffectiveDate")),
      verified: yesOrNo(textAt(policy, "Verified") ?? textAt(info, "InsuranceVerified")),
    };
  }
  const ofPatient = primaryOf(payors);
  return {
    company: textAt(ofPatient, "InsuranceCompanyName"),
    policy_number: textAt(ofPatient, "Policy", "PolicyNumber"),
    effective: dateOf(textAt(ofPatient, "Policy", "StartDate")),
    verified: yesOrNo(textAt(ofPatient, "EligibilityInfo", "EligibilityVerified")),
  };
}

function primaryOf(payors: Xml[]): Xml {
  const levelOf = (payor: Xml) => textAt(payor, "payorLevel") ?? textAt(payor, "PayorLevel");
  return payors.find((payor) => levelOf(payor) === "Primary") ?? payors[0];
}

// A date that was never set is sent as year 1, which `dayOf` rejects.
const dateOf = (text: string | null) => text && dayOf(text.slice(0, 10));

function yesOrNo(text: string | null): boolean | null {
  return text === null ? null : /^(true|1|yes|y)$/i.test(text);
}

export function patientIdOf(order: Xml): number | null {
  const id = textAt(order, "SalesOrderClinicalInfo", "Patient", "BrightreeID");
  return id !== null && /^[1-9]\d{0,11}$/.test(id) ? Number(id) : null;
}

/** Reads an order for the import; null if it has no patient. @param zone the order system's time zone */
export function changedOrderOf(order: Xml, salesOrderNo: string, zone: string): ChangedOrder | null {
  const patientId = patientIdOf(order);
  if (patientId === null) return null;
  const patient = at(order, "SalesOrderClinicalInfo", "Patient");
  const name = at(patient, "Name");
  const { mobile, phone } = metaOf({ order }).order;
  const created = textAt(order, "SalesOrderAuditInfo", "CreatedDate");
  return {
    patient_id: patientId,
    sales_order_no: salesOrderNo,
    patient_name: [textAt(name, "First"), textAt(name, "Middle"), textAt(name, "Last")]
      .filter(Boolean)
      .join(" "),
    phone: mobile ?? phone,
    email:
      textAt(patient, "ContactInfo", "EmailAddress") ??
      textAt(order, "DeliveryInfo", "ContactInfo", "EmailAddress"),
    state: textAt(order, "DeliveryInfo", "Address", "State") ?? textAt(patient, "Address", "State"),
    branch_office: textAt(order, "SalesOrderGeneralInfo", "Branch", "Value"),
    recdate: instantIn(created, zone),
    orderState:
      textAt(order, "SalesOrderWIPInfo", "WIPStateName") ??
      textAt(order, "SalesOrderGeneralInfo", "WIPState", "Value"),
    isOver: /^(Closed|Stopped)$/.test(textAt(order, "SalesOrderGeneralInfo", "Status") ?? ""),
    packages: packagesOf(order, zone),
    expectedOn: dateOf(textAt(order, "DeliveryInfo", "ScheduledDeliveryDateTime")),
    deliveredAt: instantIn(textAt(order, "DeliveryInfo", "ActualDeliveryDateTime"), zone),
  };
}

/** Packages without a tracking number say nothing that a patient can use. */
const packagesOf = (order: Xml, zone: string): OrderPackage[] =>
  all(order, "ShippingTrackingInfos", "ShippingTrackingInfo").flatMap((info) => {
    const trackingNumber = textAt(info, "TrackingNumber");
    if (!trackingNumber || trackingNumber.length > 60) return [];
    return {
      carrier: textAt(info, "Carrier", "Value"),
      trackingNumber,
      shippedAt: instantIn(textAt(info, "TrackingShipDate"), zone),
    };
  });

/** A date and time without a zone are the order system's. */
const instantIn = (written: string | null, zone: string): number | null =>
  written !== null && dateOf(written) ? instantOf(written.slice(0, 10), timeOf(written), zone) : null;

const timeOf = (written: string) => /T(\d{2}:\d{2})/.exec(written)?.[1] ?? "12:00";
