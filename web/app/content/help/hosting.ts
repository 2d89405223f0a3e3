import { graceMinutes } from '@hourspace/domain/cancellation.ts'
import { hostCommissionPercentage, hostSharePercentage } from '@hourspace/domain/fees.ts'
import { paths } from '#web/lib/paths.ts'
import type { Question } from './help.ts'

export const hostingQuestions: readonly Omit<Question, 'category'>[] = [
  {
    id: 'how-to-list',
    question: 'How do I list my space?',
    answer: [
      `Sign in and open [Create Listing](${paths.createListing()}). You need a title, a description, the space type, the capacity, the price per hour, the location and the amenities. We keep a draft in your browser while you write. Your listing is visible as soon as it is created, and a checklist shows what to do next.`,
    ],
    alsoFoundBy: 'host owner rent out add publish',
  },
  {
    id: 'answer-guests',
    question: 'How do I answer guests’ questions?',
    answer: [
      `In your [inbox](${paths.messages()}). “Quick replies” saves texts that you use often. Once three guests have asked within 90 days, guests see how fast you usually answer.`,
    ],
    alsoFoundBy: 'chat message inbox response time contact guest',
  },
  {
    id: 'what-listing-costs',
    question: 'What does hosting cost?',
    answer: [
      `Listing is free. Of each rental you receive ${hostSharePercentage}%, and we keep ${hostCommissionPercentage}%. Our share comes out of the rental; the platform fee that guests pay is separate and does not change what you receive.`,
    ],
    alsoFoundBy: 'commission fee percentage charge',
  },
  {
    id: 'when-am-i-paid',
    question: 'When am I paid?',
    answer: [
      'We send your share 24 hours after the booking has ended. It then arrives in your bank account in 3 to 5 business days.',
      `Your [Dashboard](${paths.dashboard()}) shows each booking’s share and when it is sent, and we email you about every payout. Each booking’s page shows where the money is, and [Earnings](${paths.hostingEarnings()}) shows when Stripe pays out to your bank.`,
      'If a guest reports a problem with a booking, its payout waits until we have decided. If a guest’s bank disputes a payment, its payout waits for the decision. If a payment goes back to the guest after you were paid, your part of it is deducted from your next payouts.',
    ],
    alsoFoundBy: 'payout money transfer earnings bank',
  },
  {
    id: 'invoices',
    question: 'How do I get invoices?',
    answer: [
      `Open a paid booking and press “Download invoices”. Guests get the invoices for the rental and the platform fee; hosts get the invoices for the rental and the commission. After a refund, the file also contains the credit notes.`,
      `Your company, address and tax number come from the [invoice details](${paths.profile()}) in your profile. Hosts can also set the VAT that their prices include. Existing invoices don’t change.`,
    ],
    alsoFoundBy: 'vat tax receipt credit note company bill',
  },
  {
    id: 'connect-payouts',
    question: 'What do I need to get paid?',
    answer: [
      `A payout account with Stripe, our payment service. On your [Dashboard](${paths.dashboard()}) choose the country where you live and press the button on the payout card; Stripe asks who you are and which bank account is yours. It takes a few minutes, and you can pause and continue later.`,
      'Stripe pays hosts in the United States, the United Kingdom, Canada, Switzerland and the European Economic Area except Iceland.',
      'Guests can book before that. We keep your share and send it once the account is ready.',
      `To change your bank account later, press “Open Stripe” on the payout card of your [Dashboard](${paths.dashboard()}).`,
    ],
    alsoFoundBy: 'stripe onboarding bank account connect verify',
  },
  {
    id: 'pause-a-listing',
    question: 'Can I pause my listing?',
    answer: [
      `Yes, with the switch under [My Listings](${paths.myListings()}) or on the space’s page. While it is off, nobody can book, and the page says that the space is temporarily unavailable. Existing bookings are not affected.`,
    ],
    alsoFoundBy: 'unavailable close block holiday deactivate off availability',
  },
  {
    id: 'block-hours',
    question: 'How do I block hours or days?',
    answer: [
      `Open your [Calendar](${paths.hostingCalendar()}) and choose a space. Select hours by dragging, or press one, and press “Block these hours”. “Block dates” closes whole days. “Repeat weekly until” blocks the same time in the following weeks. You can open a blocked time again in the same place.`,
      'You can’t block a time that a guest has booked or requested; the calendar shows which booking it is. To change opening hours, prices or the shortest and longest booking, open “Hours and prices” of the listing.',
    ],
    alsoFoundBy: 'block close holiday repeat weekly calendar opening hours price exception',
  },
  {
    id: 'answer-requests',
    question: 'Can I approve each booking?',
    answer: [
      'Yes. Choose “On request” under “Hours and prices” of the listing. Guests then send a request, their card is authorized, and the time is kept. You accept or decline within 24 hours, or before the start if that is sooner; without an answer, the request expires and the time is free again.',
      'If another time suits you better, choose “Suggest another time” while you decline. The guest gets a link to book it; the time is not reserved.',
      `Open requests are at the top of [Today](${paths.hosting()}), and we email you each one. The guest is charged when you accept.`,
    ],
    alsoFoundBy: 'request accept decline suggest another time approve instant booking',
  },
  {
    id: 'sync-calendars',
    question: 'Can I sync my other calendars?',
    answer: [
      `Yes, in both directions. Open [your listings](${paths.myListings()}), edit the space and open Calendar sync.`,
      'Import: add the iCal address of a calendar, such as Google Calendar’s “Secret address in iCal format”. The events block your space. We read the calendar about every 15 minutes, and again before a guest pays.',
      'Export: copy the secret link into your other calendar. It shows booked and blocked times without the names of your guests. If the wrong person gets the link, replace it.',
      'If an event overlaps a booking, the booking keeps its time. We email you, and Calendar sync shows you both. We also email you when a calendar can’t be read for about two hours.',
    ],
    alsoFoundBy: 'ical ics google outlook apple airbnb import export feed subscribe double booking',
  },
  {
    id: 'photos',
    question: 'What photos can I use?',
    answer: [
      'Up to 5 images, each at most 20 MB, as JPEG, PNG, WebP, GIF or AVIF. The first is the cover. You can change their order and give each a caption at any time.',
      `[Five photos that let a room speak for itself](${paths.blogPost('photograph-a-room')}) has advice.`,
    ],
    alsoFoundBy: 'pictures images upload size format',
  },
  {
    id: 'which-price',
    question: 'How do I find the right price?',
    answer: [
      `You set it yourself, in any of nine currencies: USD, EUR, GBP, JPY, AUD, CAD, SGD, KRW and AED. Look at spaces of the same type in your city on [Explore](${paths.explore()}), or work it out with [this guide](${paths.blogPost('price-a-room-by-the-hour')}).`,
    ],
    alsoFoundBy: 'pricing rate hourly currency',
  },
  {
    id: 'choose-a-policy',
    question: 'Which cancellation policy should I choose?',
    answer: [
      'Flexible fills calendars: guests book more readily when they can change their mind until the day before. Moderate suits spaces that are prepared for each booking. Strict is for days that you cannot fill again, such as film shoots.',
      'A booking keeps the policy it was made with.',
    ],
    alsoFoundBy: 'flexible moderate strict refund',
  },
  {
    id: 'guest-cancels',
    question: 'What do I receive when a guest cancels?',
    answer: [
      `Your ${hostSharePercentage}% of what is not refunded. After a full refund you receive nothing, after a 50% refund half of your share, and after the deadline your whole share. In the first ${graceMinutes} minutes after booking the guest gets everything back, if the start is more than a day away. The time becomes free right away, so another guest can book it.`,
    ],
    alsoFoundBy: 'cancellation compensation',
  },
  {
    id: 'cancel-as-host',
    question: 'Can I cancel a guest’s booking?',
    answer: [
      'Yes, on the booking page, until it starts. Choose a reason and whether the time stays blocked. The guest gets everything back, including the platform fee, and you are not paid. We count your cancellations, and our team sees the number.',
      `The [Cancellation Policy](${paths.cancellation()}) has the rules.`,
    ],
    alsoFoundBy: 'host cancellation illness double booked',
  },
  {
    id: 'no-show',
    question: 'What if the guest doesn’t come?',
    answer: [
      'You are paid as usual, and the guest gets no refund. Report it on the booking page within 24 hours after the end, so that we have a record.',
    ],
    alsoFoundBy: 'no show absent',
  },
  {
    id: 'claim-damage',
    question: 'A guest damaged something. How do I claim it?',
    answer: [
      'Report it on the booking page within 48 hours after the end, with a description, the amount and photos. We ask the guest for their side, then decide. The guest’s card is not charged automatically: we ask the guest to pay within 14 days, and otherwise pass the claim to the liability insurance.',
      `[Safety](${paths.safety()}#damage) has each step.`,
    ],
    alsoFoundBy: 'broken damage claim repair insurance',
  },
  {
    id: 'insurance',
    question: 'Is my space insured?',
    answer: [
      `$1M of liability insurance is included in every booking. See [Safety](${paths.safety()}) for details.`,
    ],
    alsoFoundBy: 'damage liability cover accident',
  },
  {
    id: 'kind-of-space-missing',
    question: 'My type of space isn’t in the list. Can I add it?',
    answer: [
      `Yes. When you are signed in, [Explore](${paths.explore()}) has Add Type at the end of the row of types. You can then choose the new type for your listing.`,
    ],
    alsoFoundBy: 'space type category new',
  },
]
