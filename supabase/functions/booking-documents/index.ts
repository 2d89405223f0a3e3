import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { serveFile } from '#functions/_shared/serve-json.ts'
import { documentsPdf, type InvoiceDocument } from './documents-pdf.ts'

type IssuedDocument = Omit<InvoiceDocument, 'corrects_number'> & {
  id: string
  corrects_id: string | null
}

/**
 * Issues the missing invoices and credit notes of a booking, and returns all of them as one PDF.
 */
Deno.serve(
  serveFile({
    caller: requireAssuredUser,
    body: z.object({ bookingId: z.guid('Booking not found') }),
    response: ['application/pdf'],
    work: async ({ bookingId }, user) => {
      const issued = await query<IssuedDocument>`
        select * from issue_documents(p_booking_id => ${bookingId}, p_user_id => ${user.id})`
      // A join would not find invoices that this statement has just issued.
      const numbers = new Map(issued.map(({ id, number }) => [id, number]))
      const documents = issued.map((document) => ({
        ...document,
        corrects_number: numbers.get(document.corrects_id ?? '') ?? null,
      }))
      return {
        name: `invoices-${bookingId.slice(0, 8)}.pdf`,
        type: 'application/pdf',
        bytes: await documentsPdf(documents),
      }
    },
  }),
)
