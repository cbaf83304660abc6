const host = "https://webservices.brightree.net";

/** Brightree's paths are case-sensitive and contain a version. */
export const serviceDefaults = {
  orders_url: `${host}/v0100-2602/OrderEntryService/SalesOrderService.svc`,
  patients_url: `${host}/v0100-2410/OrderEntryService/patientservice.svc`,
  reference_url: `${host}/v0100-2602/ReferenceDataService/ReferenceDataService.svc`,
};

export const defaultPatientLink =
  "https://brightree.net/{env}/{org}/{db}/Patient/frmPatientPersonalRO.aspx?PatientKey={patient_id}&Edit=0";
