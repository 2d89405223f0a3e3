import { graceMinutes } from '@hourspace/domain/cancellation.ts'
import { platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { paths } from '#web/lib/paths.ts'
import type { Question } from './help.ts'

/** Example booking: three hours at $40. */
const example = quote(40, 'USD', 3)
const dollars = (minor: number) => `$${String(minor / 100)}`

export const bookingQuestions: readonly Omit<Question, 'category'>[] = [
  {
    id: 'how-to-book',
    question: 'How do I book a space?',
    answer: [
      {
        steps: [
          `Find a space on [Explore](${paths.explore()}) and open its page.`,
          'Choose the day, how many hours you need, one of the free times, the number of people and any extras.',
          'Press Continue to Payment. If you aren’t signed in, sign in or create an account.',
          'Pay by card. Your booking is confirmed once the payment has gone through.',
        ],
      },
      `You find every booking under [My Bookings](${paths.myBookings()}).`,
    ],
    alsoFoundBy: 'reserve reservation rent hire',
  },
  {
    id: 'request-or-instant',
    question: 'Does the host have to accept my booking?',
    answer: [
      'Usually not. Most spaces can be booked instantly: your booking is confirmed as soon as you have paid. The “Instant booking” filter shows only these spaces.',
      'Some hosts answer each request first. Your card is then authorized, the time is kept for you, and the host has 24 hours to accept, or until the start if that is sooner. You are charged only if the host accepts; otherwise the authorization ends. You can withdraw a request until it is answered.',
      'A host who declines can suggest another time. Its link is in the email and on the page of the request. The time is not reserved, so book it soon.',
    ],
    alsoFoundBy: 'instant approval request confirm',
  },
  {
    id: 'ask-the-host',
    question: 'How do I ask the host a question?',
    answer: [
      `Press “Ask the host” on the space’s page. The answer appears in your [inbox](${paths.messages()}), and by email if you do not read it within a few minutes. You can send pictures and files there, too.`,
      'Phone numbers, email addresses and links in messages stay hidden until a booking is confirmed, to protect both sides from scams. Please never pay outside the site. The conversation’s menu lets you report the conversation or block the host or guest.',
    ],
    alsoFoundBy: 'chat message contact owner write phone inbox block report',
  },
  {
    id: 'which-hours',
    question: 'At what times can I book, and for how long?',
    answer: [
      'Bookings start on the hour and last 1 to 24 hours. At most spaces they can start between 9 AM and 9 PM; the space’s page shows its own hours and limits.',
    ],
    alsoFoundBy: 'duration minimum maximum opening night overnight',
  },
  {
    id: 'whose-time-zone',
    question: 'Which time zone are the times in?',
    answer: [
      'The space’s own. 9:00 AM in Tokyo is nine in the morning in Tokyo, wherever you are. If your time zone is different, the page also shows your time.',
      `Our blog explains [why](${paths.blogPost('the-clock-on-the-wall')}).`,
    ],
    alsoFoundBy: 'timezone local abroad',
  },
  {
    id: 'what-it-costs',
    question: 'What do I pay on top of the hourly price?',
    answer: [
      `A platform fee of ${platformFeePercentage}% of the rental, and nothing else from us. Extras that you choose, such as cleaning or a projector, are part of the rental. You see every line and the total before you pay.`,
      {
        facts: [
          ['Rental', 'hourly price × hours, for example $40 × 3 = $120'],
          [
            'Platform fee',
            `${platformFeePercentage}% of the rental: ${dollars(example.platformFeeMinor)}`,
          ],
          ['Your total', dollars(example.totalMinor)],
        ],
      },
    ],
    alsoFoundBy: 'fees charges price service cost tax',
  },
  {
    id: 'how-many-people',
    question: 'How many people can I bring?',
    answer: [
      'As many as the space holds; its page shows the number. When you book, enter how many people are coming. Extras priced per person are charged for each of them.',
    ],
    alsoFoundBy: 'guests capacity group size extras per person',
  },
  {
    id: 'fifteen-minutes',
    question: 'How long is my time held while I pay?',
    answer: [
      'For 15 minutes after you press Continue to Payment. During that time, nobody else can take it. If you don’t pay in time, it becomes free again and you are not charged.',
    ],
    alsoFoundBy: 'hold timer countdown expired checkout',
  },
  {
    id: 'how-to-pay',
    question: 'How can I pay?',
    answer: [
      'By card, or with Apple Pay, Google Pay or Link where your browser offers them. The card form belongs to Stripe, our payment service: your card number goes to them and never touches our servers. Some banks ask you to confirm the payment in their app.',
    ],
    alsoFoundBy:
      'credit debit visa mastercard 3d secure payment method cash invoice apple google pay wallet link',
  },
  {
    id: 'card-declined',
    question: 'My card was declined. What now?',
    answer: [
      'You were not charged. The form shows the reason your bank gave. Correct the details or use another card before your 15 minutes are up. If every card is refused, ask your bank: it can tell you more than we can.',
    ],
    alsoFoundBy: 'refused failed payment error',
  },
  {
    id: 'change-a-booking',
    question: 'Can I change a booking?',
    answer: [
      `Changes are allowed up to 48 hours before the start. Open the booking in [My Bookings](${paths.myBookings()}), press Change time, people or extras, and propose another time, length, number of people or other extras. The host can propose changes, too.`,
      'You see the difference before you send the proposal. The price is based on the prices of your booking, even if the host has raised them since. If the price rises, your card is authorized and charged only when both sides have agreed; if it falls, the difference is refunded.',
      'Each proposal must be answered within 48 hours. We don’t hold the new time while you wait. Another guest can still book it. You can also cancel under the space’s cancellation policy and book the new time yourself.',
    ],
    alsoFoundBy: 'reschedule move modify date 48 hours longer shorter',
  },
  {
    id: 'stay-longer',
    question: 'Can I stay longer while I’m there?',
    answer: [
      'Yes, if the time right after your booking is free. Open the booking before it ends, choose how many hours to add, and pay. The extra time is a separate booking at the current price and follows without a break. It can’t be refunded.',
    ],
    alsoFoundBy: 'extend extension more hours overtime',
  },
  {
    id: 'cancel-a-booking',
    question: 'How do I cancel, and what do I get back?',
    answer: [
      `Open [My Bookings](${paths.myBookings()}) and press Cancel Booking. Before you confirm, you see exactly how much we refund. It depends on the policy that the space had when you booked:`,
      {
        facts: [
          ['Flexible', 'full refund until 24 hours before the start'],
          ['Moderate', 'full refund until 5 days before the start'],
          ['Strict', '50% until 7 days before the start'],
        ],
      },
      `After the deadline nothing is refunded. One exception: for ${graceMinutes} minutes after booking you can cancel free of charge under every policy, if the start is more than a day away.`,
      `Checkout shows the deadline for your dates before you pay. The [Cancellation Policy](${paths.cancellation()}) has the details.`,
    ],
    alsoFoundBy: 'cancellation refund money back policy grace 30 minutes mistake wrong',
  },
  {
    id: 'host-cancels',
    question: 'What if the host cancels?',
    answer: [
      'You get everything back, including the platform fee, whatever the cancellation policy. An email tells you the reason. A host can cancel only before the start.',
    ],
    alsoFoundBy: 'cancelled by host full refund',
  },
  {
    id: 'report-a-problem',
    question: 'I couldn’t get in, or the space wasn’t as described. What now?',
    answer: [
      `Open the booking under [My Bookings](${paths.myBookings()}) and press Report a problem. If you couldn’t get in, report it within 24 hours after the end. If the space isn’t as described, report it within 24 hours after the start.`,
      'While the report is open, the host’s payout waits. Once we confirm that you couldn’t get in, you get everything back. If the space isn’t as described, we refund between 0% and 100%. The booking shows our decision and its reason.',
    ],
    alsoFoundBy: 'locked door no access wrong listing complaint dirty refund',
  },
  {
    id: 'reviews',
    question: 'How do reviews work?',
    answer: [
      `Two hours after the end, we ask guest and host for a review. Write yours on the booking’s page or from [My Bookings](${paths.myBookings()}) within 14 days. Neither of you can read the other’s review until both are written or the 14 days are over, so you can both be honest.`,
      'A review of a space appears on its page with your first name and the first letter of your last name. The host can answer it publicly. Only the guest, and hosts whose spaces the guest books or requests, can read a review of a guest.',
      `To report a review that is insulting, untrue or an advertisement, open all reviews on the page of the space and press Report. Hosts also find the button under [Reviews](${paths.hostingReviews()}). About a host’s review of you, [contact us](${paths.contact({ subject: 'support' })}). We hide a review if the report is justified.`,
    ],
    alsoFoundBy: 'stars rating feedback opinion answer report blind',
  },
  {
    id: 'when-the-refund-arrives',
    question: 'When does my refund arrive?',
    answer: [
      'It goes back to the card you paid with, and takes 5 to 7 business days to appear. The exact time depends on your bank.',
    ],
    alsoFoundBy: 'money back how long',
  },
  {
    id: 'paid-but-taken',
    question: 'Can someone else book the same time?',
    answer: [
      'No. The database itself refuses two bookings of one space that overlap. If your payment arrives after your 15 minutes are up and the time is gone, we refund you in full. You don’t have to ask.',
      `Our [blog](${paths.blogPost('no-double-bookings')}) explains how it works.`,
    ],
    alsoFoundBy: 'double booking overbooked conflict',
  },
]
