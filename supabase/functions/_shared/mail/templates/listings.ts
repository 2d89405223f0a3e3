import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'
import { reasonForHost } from './bookings.ts'

const listingSchema = z.object({
  space_id: z.string(),
  space_title: z.string(),
  reason: z.string(),
})

export const listingHidden = template(listingSchema, ({ space_id, space_title, reason }, site) => ({
  subject: `We have hidden your listing ${space_title}`,
  title: 'Your listing is hidden',
  preview: `${space_title} can’t be found or booked until we show it again.`,
  blocks: [
    {
      text: `${space_title} can’t be found or booked on ${site.name} until we show it again. Existing bookings and their payouts are not affected. This is the reason:`,
    },
    { quote: reason },
    { text: 'Please correct the listing, then write to us so that we can review it again.' },
    { button: 'Edit the listing', url: `${site.url}/hosting/listings/${space_id}` },
    { note: 'Write to us:', url: `${site.url}/contact` },
  ],
  reason: reasonForHost(site),
}))

export const listingShown = template(listingSchema, ({ space_id, space_title, reason }, site) => ({
  subject: `Your listing ${space_title} is visible again`,
  title: 'Your listing is visible again',
  preview: `Guests can find and book ${space_title} again.`,
  blocks: [
    {
      text: `Guests can find and book ${space_title} on ${site.name} again. A note from our team:`,
    },
    { quote: reason },
    { button: 'Open your listing', url: `${site.url}/hosting/listings/${space_id}` },
  ],
  reason: reasonForHost(site),
}))
