import type { Template } from '#functions/_shared/mail/content.ts'
import * as notices from './account-notices.ts'
import * as verification from './account-verification.ts'
import * as applications from './applications.ts'
import * as bookings from './bookings.ts'
import * as calendars from './calendars.ts'
import * as cancellations from './cancellations.ts'
import * as changes from './changes.ts'
import * as contact from './contact.ts'
import * as disputes from './disputes.ts'
import * as messages from './messages.ts'
import * as moderation from './moderation.ts'
import * as newsletter from './newsletter.ts'
import * as payouts from './payouts.ts'
import * as problems from './problems.ts'
import * as refunds from './refunds.ts'
import * as reminders from './reminders.ts'
import * as requests from './requests.ts'
import * as reviews from './reviews.ts'

/** Email templates by `outgoing_mails.template`, which the SQL function `queue_mail` sets. */
export const templates: Readonly<Record<string, Template>> = {
  'booking-confirmed': bookings.bookingConfirmed,
  'new-booking': bookings.newBooking,
  'booking-extended': bookings.bookingExtended,
  'request-sent': requests.requestSent,
  'new-request': requests.newRequest,
  'request-ended': requests.requestEnded,
  'request-ended-host': requests.requestEndedForHost,
  'booking-cancelled': bookings.bookingCancelled,
  'guest-cancelled': bookings.guestCancelled,
  'cancelled-for-guest': cancellations.cancelledForGuest,
  'cancelled-for-host': cancellations.cancelledForHost,
  'change-proposed': changes.changeProposed,
  'change-answered': changes.changeAnswered,
  'review-invited': reviews.reviewInvited,
  'review-published': reviews.reviewPublished,
  'problem-needs-you': problems.problemNeedsYou,
  'problem-reported': problems.problemReported,
  'problem-decided-guest': problems.problemDecidedForGuest,
  'problem-decided-host': problems.problemDecidedForHost,
  'calendar-conflict': calendars.calendarConflict,
  'calendar-failing': calendars.calendarFailing,
  'listing-hidden': moderation.listingHidden,
  'listings-hidden': moderation.listingsHidden,
  'listing-shown': moderation.listingShown,
  'review-hidden': moderation.reviewHidden,
  'review-shown': moderation.reviewShown,
  'slot-gone': bookings.slotGone,
  'reminder-day': reminders.reminderDay,
  'reminder-hours': reminders.reminderHours,
  'agenda-day': reminders.agendaDay,
  'payout-sent': payouts.payoutSent,
  'payouts-sent': payouts.payoutsSent,
  'bank-refused': payouts.bankRefused,
  'refund-made': refunds.refundMade,
  'refund-came-back': refunds.refundCameBack,
  'refund-needs-you': refunds.refundNeedsYou,
  'share-changed': refunds.shareChanged,
  'dispute-news': disputes.disputeNews,
  'dispute-needs-you': disputes.disputeNeedsYou,
  'contact-message': contact.contactMessage,
  'contact-received': contact.contactReceived,
  'inbox-answer': contact.inboxAnswer,
  'space-reported': moderation.spaceReported,
  'message-received': messages.messageReceived,
  'conversation-reported': moderation.conversationReported,
  'newsletter-confirmation': newsletter.newsletterConfirmation,
  'newsletter-welcome': newsletter.newsletterWelcome,
  'newsletter-already': newsletter.newsletterAlready,
  'job-application': applications.jobApplication,
  'application-received': applications.applicationReceived,
  // The SQL function `send_auth_mail` derives the following names from the auth service's email
  // actions.
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
  // Queued by the SQL function `erase_account`.
  'account-deleted': notices.accountDeleted,
}
