import { z } from 'zod'
import { template, type Block, type Site } from '#functions/_shared/mail/content.ts'
import { bookingSchema, bookingUrl } from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

/** A user's report of a space or of a conversation about it. */
const reportSchema = z.object({
  space_title: z.string(),
  reporter: z.string(),
  details: z.string(),
})

function reportBlocks(report: z.output<typeof reportSchema>, reason: string, site: Site): Block[] {
  return [
    {
      facts: [
        ['Space', report.space_title],
        ['Reason', reason],
        ['Reported by', report.reporter],
      ],
    },
    ...(report.details ? [{ quote: report.details }] : []),
    { button: 'Open Admin Dashboard', url: `${site.url}/admin` },
  ]
}

const spaceReasons = {
  inaccurate: 'Inaccurate listing',
  scam: 'Scam',
  unsafe: 'Unsafe place',
  offensive: 'Offensive content',
  other: 'Other',
} as const

const spaceReportSchema = reportSchema.extend({
  /** `space_address` is the slug or id of the space. */
  space_address: z.string(),
  reason: z.enum(['inaccurate', 'scam', 'unsafe', 'offensive', 'other']),
})

export const spaceReported = template(spaceReportSchema, (report, site) => {
  const reason = spaceReasons[report.reason]
  return {
    subject: `Report: ${report.space_title} (${reason})`,
    title: `${report.space_title} was reported`,
    preview: report.details || reason,
    blocks: [
      ...reportBlocks(report, reason, site),
      {
        note: 'Open the space:',
        url: `${site.url}/space/${encodeURIComponent(report.space_address)}`,
      },
    ],
    reason: 'Sent for each report of a space. Resolve the report in the admin dashboard.',
  }
})

const conversationReasons = {
  spam: 'Spam',
  outside_payment: 'Asks to pay outside the site',
  harassment: 'Harassment',
  scam: 'Scam',
  other: 'Other',
} as const

const conversationReportSchema = reportSchema.extend({
  reason: z.enum(['spam', 'outside_payment', 'harassment', 'scam', 'other']),
})

export const conversationReported = template(conversationReportSchema, (report, site) => {
  const reason = conversationReasons[report.reason]
  return {
    subject: `Reported conversation: ${report.space_title} (${reason})`,
    title: `A conversation about ${report.space_title} was reported`,
    preview: report.details || reason,
    blocks: reportBlocks(report, reason, site),
    reason: 'Sent for each report of a conversation. Review it in the admin dashboard.',
  }
})

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

/** The listings that a ban has hidden. */
const hiddenListingsSchema = z.object({
  /** `space_title` contains the titles of all hidden listings. */
  space_title: z.string(),
  count: z.number(),
  reason: z.string(),
})

export const listingsHidden = template(
  hiddenListingsSchema,
  ({ space_title, count, reason }, site) => {
    const listings = count === 1 ? 'your listing' : `your ${count} listings`
    return {
      subject: `We have hidden ${listings}`,
      title: `We have hidden ${listings}`,
      preview: `Guests can’t find or book ${space_title} until we show ${count === 1 ? 'it' : 'them'} again.`,
      blocks: [
        {
          text: `Your account is suspended, so guests can’t find or book ${listings} on ${site.name} until we show ${count === 1 ? 'it' : 'them'} again. Existing bookings and their payouts are not affected.`,
        },
        { facts: [[count === 1 ? 'Listing' : 'Listings', space_title]] },
        { text: 'This is the reason:' },
        { quote: reason },
        { text: 'If you disagree, write to us so that we can look at your account again.' },
        { button: 'Write to us', url: `${site.url}/contact` },
      ],
      reason: reasonForHost(site),
    }
  },
)

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

const hiddenReviewSchema = bookingSchema.extend({ hidden_reason: z.string() })

export const reviewHidden = template(hiddenReviewSchema, (review, site) => ({
  subject: `We have hidden your review of ${review.space_title}`,
  title: 'Your review is hidden',
  preview: 'Other people can’t read it until we show it again.',
  blocks: [
    {
      text: `Other people can’t read your review of ${review.space_title} until we show it again, and it doesn’t count in the rating of the space. This is the reason:`,
    },
    { quote: review.hidden_reason },
    { text: 'If you disagree, write to us so that we can look at your review again.' },
    { button: 'Open your review', url: `${bookingUrl(review, site)}/review` },
    { note: 'Write to us:', url: `${site.url}/contact` },
  ],
  reason: reasonForGuest(site),
}))

export const reviewShown = template(bookingSchema, (review, site) => ({
  subject: `Your review of ${review.space_title} is visible again`,
  title: 'Your review is visible again',
  preview: 'Other people can read it again.',
  blocks: [
    {
      text: `Other people can read your review of ${review.space_title} again, and it counts in the rating of the space.`,
    },
    { button: 'Open your review', url: `${bookingUrl(review, site)}/review` },
  ],
  reason: reasonForGuest(site),
}))
