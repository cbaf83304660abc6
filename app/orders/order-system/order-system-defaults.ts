const host = "https://webservices.brightree.net";

/** Where Brightree's services were last seen. Their paths are case-sensitive and carry each its version. */
export const serviceDefaults = {
  orders_url: `${host}/v0100-2602/OrderEntryService/SalesOrderService.svc`,
  patients_url: `${host}/v0100-2410/OrderEntryService/patientservice.svc`,
  reference_url: `${host}/v0100-2602/ReferenceDataService/ReferenceDataService.svc`,
};

/** The read-only screen of a patient (part 3, section 9). */
export const usualLink =
  "https://brightree.net/{env}/{org}/{db}/Patient/frmPatientPersonalRO.aspx?PatientKey={patient_id}&Edit=0";
