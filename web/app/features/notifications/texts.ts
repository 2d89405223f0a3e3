import { formatMinor, isCurrency } from '@hourspace/domain/money.ts'
import { formatDatedSpan, formatMoment, zoneName } from '#web/lib/times.ts'

/**
 * The facts of a notification, as the SQL function `notify` stores them. Each fact may be missing.
 */
type NotificationData = Readonly<Record<string, unknown>>

type NotificationText = { title: string; detail: string }

const text = (data: NotificationData, key: string) => {
  const value = data[key]
  return typeof value === 'string' ? value : ''
}
const zone = (data: NotificationData) => text(data, 'time_zone') || 'UTC'
const guest = (data: NotificationData) => text(data, 'guest_name') || 'Your guest'
const host = (data: NotificationData) => text(data, 'host_name') || 'The host'
const otherSide = (data: NotificationData) =>
  text(data, 'to') === 'guest' ? host(data) : guest(data)

/** Returns the space's title and the booking's local time, if the notification contains them. */
function booked(data: NotificationData): string {
  const [startsAt, endsAt] = [text(data, 'starts_at'), text(data, 'ends_at')]
  const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
  const time = startsAt && endsAt && formatDatedSpan(span, zone(data))
  return [text(data, 'space_title'), time && `${time} (${zoneName(span.startsAt, zone(data))})`]
    .filter(Boolean)
    .join(' · ')
}

/** Formats the amount in minor units that the notification stores under `key`. */
function amount(data: NotificationData, key: string): string {
  const { currency, [key]: minor } = data
  return typeof minor === 'number' && isCurrency(currency) ? formatMinor(minor, currency) : 'Money'
}

function answerTime(data: NotificationData, key: string): string {
  const at = text(data, key)
  return at ? `Please answer by ${formatMoment(new Date(at), zone(data))}. ` : ''
}

const aboutBooking =
  (title: (data: NotificationData) => string) =>
  (data: NotificationData): NotificationText => ({ title: title(data), detail: booked(data) })

function problemOutcome(data: NotificationData): string {
  const outcomes: Partial<Record<string, string>> = {
    upheld: 'We accepted a problem report',
    declined: 'We declined a problem report',
    withdrawn: 'A problem report was withdrawn',
  }
  return outcomes[text(data, 'problem_status')] ?? 'A problem report was decided'
}

/**
 * Texts of the notification center by kind of notification. The email template of the same kind has
 * the same name in `supabase/functions/_shared/mail/templates`.
 */
const notificationTexts: Readonly<Record<string, (data: NotificationData) => NotificationText>> = {
  'booking-confirmed': aboutBooking(() => 'Your booking is confirmed'),
  'new-booking': aboutBooking((data) => `${guest(data)} booked your space`),
  'booking-extended': aboutBooking(() => 'The booking is extended'),
  'request-sent': aboutBooking(
    (data) => `Your request is with ${text(data, 'host_name') || 'the host'}`,
  ),
  'new-request': (data) => ({
    title: `${guest(data)} would like to book your space`,
    detail: `${answerTime(data, 'answer_by')}${booked(data)}`,
  }),
  'request-ended': aboutBooking(
    (data) =>
      ({
        declined: text(data, 'suggested_starts_at')
          ? `${host(data)} declined your request and suggests another time`
          : 'Your request was declined',
        withdrawn: 'You withdrew your request',
        accepted: 'Your card could not be charged',
      })[text(data, 'answer')] ?? 'Your request has expired',
  ),
  'request-ended-host': aboutBooking(
    (data) =>
      ({
        withdrawn: `${guest(data)} withdrew a request`,
        accepted: `The card of ${guest(data)} could not be charged`,
      })[text(data, 'answer')] ?? 'A request expired without your answer',
  ),
  'booking-cancelled': aboutBooking(() => 'You cancelled your booking'),
  'guest-cancelled': aboutBooking((data) => `${guest(data)} cancelled a booking`),
  'cancelled-for-guest': aboutBooking((data) =>
    text(data, 'cancelled_by') === 'host'
      ? `${host(data)} cancelled your booking`
      : 'We cancelled your booking',
  ),
  'cancelled-for-host': aboutBooking((data) =>
    text(data, 'cancelled_by') === 'host' ? 'You cancelled a booking' : 'We cancelled a booking',
  ),
  'slot-gone': aboutBooking((data) =>
    data['is_over'] === true
      ? 'Not booked, refunded in full: the payment arrived too late'
      : 'Not booked, refunded in full: the time was taken',
  ),
  'change-proposed': (data) => ({
    title: `${otherSide(data)} proposes a change`,
    detail: `${answerTime(data, 'change_answer_by')}${booked(data)}`,
  }),
  'change-answered': aboutBooking(
    (data) =>
      ({
        done: 'Your booking has changed',
        declined: `${otherSide(data)} declined the change`,
        withdrawn: `${otherSide(data)} withdrew the proposed change`,
        failed: 'The change could not be carried out',
      })[text(data, 'change_status')] ?? 'The proposed change was not answered in time',
  ),
  'problem-reported': aboutBooking(() => 'A problem with a booking was reported'),
  'problem-decided-guest': aboutBooking(problemOutcome),
  'problem-decided-host': aboutBooking(problemOutcome),
  'message-received': (data) => ({
    title: `Message from ${text(data, 'name') || otherSide(data)}`,
    detail: text(data, 'excerpt') || booked(data),
  }),
  'review-invited': aboutBooking((data) =>
    text(data, 'to') === 'host' ? `How was ${guest(data)} as a guest?` : 'How was the space?',
  ),
  'review-published': aboutBooking((data) =>
    text(data, 'author_name')
      ? `${text(data, 'author_name')} reviewed you`
      : 'A new review is published',
  ),
  'review-answered': aboutBooking((data) => `${host(data)} answered your review`),
  'review-hidden': (data) => ({
    title: `We have hidden your review of ${text(data, 'space_title')}`,
    detail: `Reason: ${text(data, 'hidden_reason')}`,
  }),
  'review-shown': aboutBooking(() => 'Your review is visible again'),
  'reminder-day': aboutBooking(() => 'Your booking is coming up'),
  'reminder-hours': aboutBooking(() => 'Your booking starts in two hours'),
  'payout-sent': aboutBooking((data) =>
    Number(data['sent_minor']) > 0
      ? `${amount(data, 'sent_minor')} is on its way to you`
      : 'Your share covered an earlier refund',
  ),
  'bank-refused': () => ({
    title: 'Your bank refused a payout',
    detail: 'Please check your bank details at Stripe.',
  }),
  'refund-made': aboutBooking((data) => `You get ${amount(data, 'refunded_minor')} back`),
  'refund-came-back': aboutBooking(() => 'Your bank returned your refund'),
  'share-changed': aboutBooking(() => 'A refund changed your share'),
  'dispute-news': aboutBooking(
    (data) =>
      ({
        inquiry: 'A guest’s bank is asking about a payment',
        open: 'A guest disputed a payment',
        won: 'The dispute is over: you keep your share',
        lost: 'The dispute is lost',
      })[text(data, 'dispute_status')] ?? 'News about a dispute',
  ),
  'listing-hidden': (data) => ({
    title: 'We have hidden your listing',
    detail: text(data, 'space_title'),
  }),
  'listings-hidden': (data) => ({
    title: data['count'] === 1 ? 'We have hidden your listing' : 'We have hidden your listings',
    detail: text(data, 'space_title'),
  }),
  'listing-shown': (data) => ({
    title: 'Your listing is visible again',
    detail: text(data, 'space_title'),
  }),
  'calendar-conflict': (data) => ({
    title: `A calendar event overlaps a booking of ${text(data, 'space_title')}`,
    detail: [text(data, 'calendar_name'), text(data, 'summary')].filter(Boolean).join(' · '),
  }),
  'calendar-failing': (data) => ({
    title: `The calendar “${text(data, 'calendar_name')}” can’t be read`,
    detail: text(data, 'space_title'),
  }),
}

/** Returns the text of a notification. A kind without its own text gets a general text. */
export function notificationText(kind: string, data: NotificationData): NotificationText {
  return notificationTexts[kind]?.(data) ?? aboutBooking(() => 'News about your booking')(data)
}
