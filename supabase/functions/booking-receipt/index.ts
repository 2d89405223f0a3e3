import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { receiptPdf } from '#functions/_shared/receipt-pdf.ts'
import { findReceipt } from '#functions/_shared/receipts.ts'
import { serveFile } from '#functions/_shared/serve-json.ts'

/** Returns the receipt of a paid booking to its guest, as a PDF. */
Deno.serve(
  serveFile({
    caller: requireAssuredUser,
    body: z.object({ bookingId: z.guid('Booking not found') }),
    response: ['application/pdf'],
    work: async ({ bookingId }, user) => {
      const receipt = await findReceipt(bookingId, user.id)
      return {
        name: `receipt-${receipt.payment_id.slice(0, 8)}.pdf`,
        type: 'application/pdf',
        bytes: await receiptPdf(receipt),
      }
    },
  }),
)
