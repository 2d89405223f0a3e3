import type { Template } from '#functions/_shared/mail/content.ts'
import * as notices from './account-notices.ts'
import * as verification from './account-verification.ts'
import { applicationReceived, jobApplication } from './applications.ts'
import {
  bookingCancelled,
  bookingConfirmed,
  guestCancelled,
  newBooking,
  slotGone,
} from './bookings.ts'
import { contactMessage, contactReceived } from './contact.ts'
import { disputeNeedsYou, disputeNews } from './disputes.ts'
import { newsletterAlready, newsletterConfirmation, newsletterWelcome } from './newsletter.ts'
import { bankRefused, payoutSent } from './payouts.ts'
import { refundCameBack, refundMade, refundNeedsYou, shareChanged } from './refunds.ts'

/**
 * Every email template by its name in `outgoing_mails.template`. To add a template, write it in
 * this folder, list it here, and call the SQL function `queue_mail(name, recipient, data,
 * dedupe_key)` where the event happens.
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
  // Names of account email templates. The SQL function `send_auth_mail` derives them from the auth
  // service's email actions.
  'account-signup': verification.signup,
  'account-magiclink': verification.magiclink,
  'account-recovery': verification.recovery,
  'account-invite': verification.invite,
  'account-reauthentication': verification.reauthentication,
  'account-email-change-current': verification.emailChangeCurrent,
  'account-email-change-new': verification.emailChangeNew,
  'account-email-changed': notices.emailChanged,
  'account-new-sign-in': notices.newSignIn,
  'account-password-changed': notices.passwordChanged,
  'account-phone-changed': notices.phoneChanged,
  'account-mfa-factor-enrolled': notices.factorEnrolled,
  'account-mfa-factor-unenrolled': notices.factorUnenrolled,
  'account-recovery-code-used': notices.recoveryCodeUsed,
  'account-address-proven': notices.addressVerified,
  'account-identity-linked': notices.identityLinked,
  'account-identity-unlinked': notices.identityUnlinked,
}
