import type { Template } from '#functions/_shared/mail/template.ts'
import { accountTemplates } from './account/index.ts'
import { bookingCancelled, guestCancelled } from './booking-cancelled.ts'
import { bookingConfirmed } from './booking-confirmed.ts'
import { contactMessage, contactReceived } from './contact.ts'
import { disputeNeedsYou, disputeNews } from './disputes.ts'
import { applicationReceived, jobApplication } from './job-application.ts'
import { newBooking } from './new-booking.ts'
import { newsletterAlready, newsletterConfirmation, newsletterWelcome } from './newsletter.ts'
import { bankRefused, payoutSent } from './payouts.ts'
import { refundCameBack, refundMade, refundNeedsYou, shareChanged } from './refunds.ts'
import { slotGone } from './slot-gone.ts'

/**
 * Every mail there is, by the name in `outgoing_mails.template`. A new one is a file here, a line
 * below, and a `queue_mail(name, recipient, data, dedupe_key)` where the thing happens.
 */
export const templates: Readonly<Record<string, Template>> = {
  'booking-confirmed': bookingConfirmed,
  'new-booking': newBooking,
  'booking-cancelled': bookingCancelled,
  'guest-cancelled': guestCancelled,
  'slot-gone': slotGone,
  'payout-sent': payoutSent,
  'bank-refused': bankRefused,
  'refund-made': refundMade,
  'refund-came-back': refundCameBack,
  'refund-needs-you': refundNeedsYou,
  'share-changed': shareChanged,
  'dispute-news': disputeNews,
  'dispute-needs-you': disputeNeedsYou,
  'contact-message': contactMessage,
  'contact-received': contactReceived,
  'newsletter-confirmation': newsletterConfirmation,
  'newsletter-welcome': newsletterWelcome,
  'newsletter-already': newsletterAlready,
  'job-application': jobApplication,
  'application-received': applicationReceived,
  ...accountTemplates,
}
