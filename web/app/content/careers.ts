import { company } from '@hourspace/domain/company.ts'
export type Opening = {
  /** Identifies the opening in applications and in the URL of its form: `/careers?position=slug`. */
  slug: string
  title: string
  team: string
  place: string
  summary: string
  tasks: readonly string[]
  brings: readonly string[]
}

export const careers = {
  title: 'Work on rooms worth an hour',
  lead: `We are a tech company from ${company.place}. We like plain words, small steps and rooms with people in them. Here is whom we are looking for.`,
  terms: [
    {
      title: 'Four hours together',
      text: 'From 10 AM to 2 PM Eastern everybody can be reached. The rest of the day is yours to arrange.',
    },
    {
      title: 'A room of your choice',
      text: `Eight hours a month in any space on ${company.name}, for work or for a birthday.`,
    },
    {
      title: 'One answer, always',
      text: 'A person reads every application and answers it, whatever the answer is.',
    },
  ],
} as const

export const openings: readonly Opening[] = [
  {
    slug: 'product-engineer-booking',
    title: 'Product Engineer, Booking',
    team: 'Engineering',
    place: 'Tampa or remote in the Americas',
    summary:
      'The way from “that room looks right” to “it is ours on Saturday” is yours: calendar, slots, checkout, confirmation.',
    tasks: [
      'Make booking faster and calmer for people in a hurry, on a phone, with one hand',
      'Carry a change from the database constraint to the sentence on the button',
      'Write the test that would have caught it, whenever something slips through',
      'Watch real people book, once a month, and say nothing',
    ],
    brings: [
      'Several years with TypeScript, React and a relational database, in something people depended on',
      'Respect for time zones, won the hard way',
      'An ear for wording; you notice when a message blames the reader',
      'Care for keyboards and screen readers as a matter of course',
    ],
  },
  {
    slug: 'payments-engineer',
    title: 'Payments Engineer',
    team: 'Engineering',
    place: 'Tampa or remote in the Americas',
    summary:
      'Guests pay by card in nine currencies, hosts are paid out, and refunds find their way back. You make sure that every cent knows where it is.',
    tasks: [
      'Look after card payments, payouts and refunds, and the ledger that says what is owed',
      'Make each step safe to repeat, and prove it by interrupting it',
      'Answer the hard questions from support, and then make them unnecessary',
      'Bring new countries and currencies in without special cases',
    ],
    brings: [
      'Experience with a payment provider’s API in production, webhooks and disputes included',
      'Comfort with SQL, transactions and what happens between two of them',
      'The habit of writing down what is owed before doing it',
      'Patience with rounding',
    ],
  },
  {
    slug: 'host-success-manager',
    title: 'Host Success Manager',
    team: 'Hosts',
    place: 'Tampa',
    summary:
      'New hosts arrive with a room and a worry. You help them get their first good booking, and listen to what they tell us on the way.',
    tasks: [
      'Walk hosts through their first listing: photos, price, policy, neighbors',
      'Visit rooms around Tampa Bay and write down what a photo does not show',
      'Turn questions that come twice into an article, and those that come ten times into a change',
      'Speak for hosts when we decide what to build next',
    ],
    brings: [
      'Years on the other side: a studio, a venue, a café, a hotel desk',
      'Clear, warm writing in English; Spanish is very welcome',
      'Numbers without fear, since most worries are about money',
      'A driver’s license, for rooms that no bus reaches',
    ],
  },
  {
    slug: 'guest-support-specialist',
    title: 'Guest Support Specialist',
    team: 'Support',
    place: 'Remote, Monday to Friday, 9 AM to 6 PM PST',
    summary:
      'When a door does not open at five to nine, you are the voice at the other end: quick, kind and able to decide.',
    tasks: [
      'Answer guests and hosts by chat and email',
      'Find another room within the hour when one falls through',
      'Decide on goodwill yourself, within a budget, and write down why',
      'Keep the Help Center true: you see first where it is not',
    ],
    brings: [
      'Two years of helping people in writing, several conversations at a time',
      'Calm that spreads',
      'The ability to say no in a way that is still help',
      'A quiet place to work and a connection that holds',
    ],
  },
]

export const openingOf = (slug: string | null) => openings.find((opening) => opening.slug === slug)
