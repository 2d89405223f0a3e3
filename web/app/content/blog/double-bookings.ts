import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const doubleBookings: Post = {
  slug: 'no-double-bookings',
  title: 'How we made a double booking impossible',
  summary:
    'Most calendars check whether a time is free and then write it down. Between the two fits another guest. Ours has no between.',
  category: 'technology',
  author: 'tobias',
  published: '2026-09-10',
  pictureAlt: 'A meeting room with a long table and the skyline of Tampa in the windows',
  intro: [
    'Two guests, one room, Saturday at two. Each has a confirmation, each has paid, and one of them is standing in the rain. It is the worst thing that a booking service can do, so we began with it, before there was a search or a logo.',
  ],
  sections: [
    {
      id: 'the-gap',
      title: 'The gap',
      blocks: [
        'The obvious program asks a question and then acts on the answer. Is 2 PM free? Yes. Then write: 2 PM, taken. It works every time you try it, because you try it alone.',
        'Now two people press the button in the same tenth of a second. Both programs ask, both hear “free”, both write. Neither made a mistake. The mistake was that the answer could grow old between asking and writing. A faster computer makes this gap shorter and therefore rarer, and rare is worse: it then happens on the busiest day of the year instead of in your tests.',
      ],
    },
    {
      id: 'let-the-calendar-refuse',
      title: 'Let the calendar refuse',
      blocks: [
        'So we do not ask. Everything that makes a room busy is a row in one table: a booking, a checkout under way, hours that the owner keeps for themselves. Each row names a room and a span of time. On that table lies a single rule, kept by the database itself: **no two active rows of the same room may overlap.**',
        'It is not a check that some part of our program performs, and so no part of our program can forget it. Whoever writes, by whatever road, a thousand at a time, the second row for the same minute does not come into being. PostgreSQL calls this an exclusion constraint. We call it the reason why we sleep.',
        'Spans are half-open, which sounds dull and is lovely. A booking from one to two and another from two to three touch and do not overlap. There is no minute between them to argue about.',
      ],
    },
    {
      id: 'fifteen-minutes',
      title: 'Fifteen minutes to find your card',
      blocks: [
        'A rule alone would still be unfriendly. You would type your card number, pay, and only then hear that somebody was quicker. Therefore the time is taken when you press Continue to Payment: a hold is written into the same table, under the same rule, for 15 minutes. While you look for your card, everybody else sees the hour as taken.',
        'If you leave, the hold lapses and the hour opens again. Before we let it go we cancel the payment with the card company, in this order, so that a payment cannot arrive for a time that has just been given away.',
      ],
    },
    {
      id: 'when-everything-goes-wrong',
      title: 'And when everything goes wrong?',
      blocks: [
        'Connections break at the worst moment. Suppose that your bank confirms the payment, the hold has lapsed meanwhile and another guest has taken the hour. We cannot have two bookings, and we do not: your payment is refunded in full, by itself, and the screen tells you so. The debt to you is written down before the refund is sent, which means that even a power cut in that very second does not forget it.',
        'The message that a payment succeeded may also come twice, or late, or in the wrong order. Each step can therefore be repeated without harm. Doing it twice is the same as doing it once.',
      ],
    },
    {
      id: 'how-we-know',
      title: 'How we know',
      blocks: [
        'We race it. A test sends a crowd of guests at one hour of one room at the same instant and counts: one gets it, all others are told at once that it is taken, and nobody waits in a queue that never moves. It runs with every change that we make.',
        'Our first version failed in an instructive way. There was never a double booking, but under a crowd the database stood still for seconds while the losers waited for one another. Correct and slow is only half correct. Now a request that has lost hears so at once.',
        {
          note: `You can see the rule at work: open [any room](${paths.explore()}) in two windows and try to book the same hour in both.`,
        },
      ],
    },
  ],
}
