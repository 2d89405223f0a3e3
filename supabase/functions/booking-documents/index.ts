import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query } from '#functions/_shared/database.ts'
import { serveFile } from '#functions/_shared/serve-json.ts'
import { documentsPdf, type InvoiceDocument } from './documents-pdf.ts'

/**
 * Issues the missing invoices and credit notes of a booking, and returns all of them as one PDF.
 */
Deno.serve(
  serveFile({
    caller: requireAssuredUser,
    body: z.object({ bookingId: z.guid('Booking not found') }),
    response: ['application/pdf'],
    work: async ({ bookingId }, user) => {
      const documents = await query<InvoiceDocument>`
        select documents.*, invoices.number as corrects_number, bookings.start_time,
          bookings.end_time, bookings.time_zone, bookings.extras <> '[]' as has_extras,
          spaces.title as space_title
        from issue_documents(p_booking_id => ${bookingId}, p_user_id => ${user.id}) as documents
        left join documents invoices on invoices.id = documents.corrects_id
        join bookings on bookings.id = documents.booking_id
        join spaces on spaces.id = bookings.space_id`
      return {
        name: `invoices-${bookingId.slice(0, 8)}.pdf`,
        type: 'application/pdf',
        bytes: await documentsPdf(documents),
      }
    },
  }),
)
