import { company } from '@hourspace/domain/company.ts'
import type { Block } from '../blocks.ts'
import { paths } from '#web/lib/paths.ts'

type Release = {
  slug: string
  title: string
  summary: string
  /** `YYYY-MM-DD`. */
  published: string
  body: readonly Block[]
}

export const releases: readonly Release[] = [
  {
    slug: 'privacy-in-two-buttons',
    title: `${company.name} puts data export and account deletion behind two buttons`,
    summary:
      'Everybody with an account can take their data with them as a file or leave for good, without writing to anyone.',
    published: '2026-11-17',
    body: [
      `**${company.place}, November 17, 2026.** ${company.name}, the marketplace for rooms by the hour, lets people download everything that it holds about them and delete their account by themselves. Both are in the account’s privacy settings, both work at once, and neither needs an email to support.`,
      'The export is a single file with the profile, the bookings, the listings and the messages that belong to the account. It is made for people and for programs: readable as it is, and ready to be loaded elsewhere.',
      'Deleting an account ends it for good. Upcoming bookings must be over or cancelled first, so that no host waits for a guest who no longer exists. Records that tax law obliges the company to keep are kept without the person’s name.',
      {
        quote:
          'If leaving takes three emails, staying was not a choice. We would rather be a place that people can leave in a minute and do not want to.',
        who: `Renata Salas, co-founder of ${company.name}`,
      },
      `The settings are at [Manage Privacy Settings](${paths.privacySettings()}); the [Privacy Policy](${paths.privacy()}) says what is stored and why.`,
    ],
  },
  {
    slug: 'refunds-shown-before-cancelling',
    title: `${company.name} shows guests their refund before they cancel`,
    summary:
      'Three cancellation policies, one sentence each, and the exact amount on the screen before the decision.',
    published: '2026-09-15',
    body: [
      `**${company.place}, September 15, 2026.** Guests who cancel a booking on ${company.name} see the exact amount that will go back to their card, and until when, before they confirm. The deadline is given in the time of the place where the room stands.`,
      'Each space carries one of three policies. Flexible refunds everything until 24 hours before the start, moderate until 5 days before, strict refunds half until 7 days before. A booking keeps the policy under which it was made, even if the host changes it later.',
      'Cancelling frees the time in the same moment, so that it can be booked again, and the refund starts by itself. It reaches the guest’s card in 5 to 7 business days.',
      {
        quote:
          'Most arguments about refunds are about surprise and not about money. So we took the surprise out.',
        who: `June Park, co-founder of ${company.name}`,
      },
      `The policies are explained on the [Cancellation Policy](${paths.cancellation()}) page.`,
    ],
  },
  {
    slug: 'double-bookings-made-impossible',
    title: `${company.name} makes double bookings impossible instead of unlikely`,
    summary:
      'The rule that no two bookings of a room may overlap is kept by the database itself, and has been raced by crowds of simulated guests.',
    published: '2026-06-09',
    body: [
      `**${company.place}, June 9, 2026.** Two guests cannot book the same hour of the same room on ${company.name}. What sounds like a matter of course is usually a check that fails when two people press the button at the same moment. ${company.name} has moved it to where it cannot fail: a single rule in the database refuses any second entry that overlaps a first.`,
      'A time is reserved as soon as a guest goes on to the payment, and held for 15 minutes. Nobody else can take it meanwhile. If the payment is not made, the time opens again by itself.',
      'Should a payment arrive after that while the time has gone to somebody else, the guest is refunded in full without asking. The company tests this with crowds of simulated guests who reach for one hour at the same instant: exactly one gets it, and all others know at once.',
      {
        quote:
          'A rare mistake is worse than a frequent one, for it waits until the busiest Saturday of the year. We wanted none.',
        who: `Tobias Adeyemi, co-founder of ${company.name}`,
      },
      `How it works is described, without jargon, [on the company’s blog](${paths.blogPost('no-double-bookings')}).`,
    ],
  },
]
