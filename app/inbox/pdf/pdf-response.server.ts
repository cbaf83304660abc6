/** A response that opens a PDF in the browser. */
export const pdfResponse = (pdf: Uint8Array<ArrayBuffer>, filename: string): Response =>
  new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(pdf.length),
      "Content-Disposition": `inline; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
