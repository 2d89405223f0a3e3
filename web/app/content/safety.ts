import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Policy } from './policy.ts'

export const safety: Policy = {
  title: 'Safety',
  description: `How ${company.name} looks after guests and hosts: $1M of liability insurance, card payments by Stripe, reviews from real bookings, and what to do when something goes wrong.`,
  lead: 'A stranger’s space, a stranger as a guest: both sides deserve to know what protects them. Here is what we do, and what we ask of you.',
  updated: '2026-11-23',
  sections: [
    {
      id: 'insurance',
      title: '$1M liability insurance',
      blocks: [
        `Every booking that is made and paid on ${company.name} includes $1M of liability insurance. Neither guest nor host pays extra for it.`,
        {
          list: [
            'It belongs to the booked time. If you set up earlier or clear away later, book those hours too.',
            'Hours that are agreed on by message and paid in cash are not a booking, and have no cover.',
          ],
        },
        `After an injury, [write to support](${paths.contact({ subject: 'support' })}) as soon as everybody is safe, with photos and the date of the booking. We tell you what the insurer needs.`,
      ],
    },
    {
      id: 'damage',
      title: 'How to report damage',
      blocks: [
        {
          steps: [
            'Host: open the booking within 48 hours after its end, press Report a problem, and choose Something was damaged. Describe it, enter the amount, and add photos.',
            'We send the report to the guest and hear both sides.',
            'We decide how much of the claim we accept, and tell both sides why.',
            'The guest’s card is not charged automatically. We ask the guest to pay the accepted amount within 14 days.',
            'If the guest doesn’t pay, the claim goes to the liability insurance with your report, the photos and our decision. We tell you what the insurer still needs.',
          ],
        },
        'Photos of a report are seen only by the guest, the host and our team.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments that cannot go astray',
      blocks: [
        'Cards are charged by Stripe. The number you type goes to Stripe directly; it never touches our servers, and no host sees it.',
        `Your bank may ask you to confirm a payment with a code or in its app. That step is yours alone: nobody from ${company.name} will ever ask you for such a code, or for your password.`,
        'We hold the host’s share until 24 hours after the booking has ended. If the door stayed shut, there is time to tell us before any money has left.',
        {
          note: `Anybody who asks you to pay outside ${company.name} is asking you to give up all of this. Please tell us.`,
        },
      ],
    },
    {
      id: 'guests',
      title: 'Before you book, and when you arrive',
      blocks: [
        {
          list: [
            'Read the reviews. Each is by a guest whose booking has ended, one for each booking; hosts cannot review themselves. A host sees your review only when both of you have written one, or after 14 days.',
            'Look at the capacity. It is the number of people that the host may let in, not a suggestion.',
            'When you arrive, find the exits and the fire extinguisher before you unpack. It takes a minute.',
            'If you can’t get in, or the space is not safe or not what was shown, take pictures and report it on the booking’s page the same day. The host’s payout then waits for our decision.',
          ],
        },
      ],
    },
    {
      id: 'hosts',
      title: 'If you are a host',
      blocks: [
        {
          list: [
            'Show the space as it is on an ordinary day, with its stairs and its neighbors.',
            'Keep exits free, smoke detectors working and a first-aid kit in sight.',
            'Say what is not allowed where guests read it: in the description, and on a sheet by the door.',
            'Close a space while it is being repaired. One switch on My Listings does it, and nobody can book meanwhile.',
          ],
        },
        'Make sure that your lease, your license and your own insurance allow what you rent out. Our cover stands beside yours and does not replace it.',
      ],
    },
    {
      id: 'accounts',
      title: 'Your account',
      blocks: [
        `Choose a password that you use nowhere else. It is stored only as a one-way hash. In [Privacy Settings](${paths.privacySettings()}) you can download what we keep about you or delete your account.`,
      ],
    },
    {
      id: 'emergency',
      title: 'When something goes wrong',
      blocks: [
        {
          steps: [
            'In danger: call the emergency number where you are, 911 in the United States, 112 in Europe. Do not write to us first.',
            'Get everybody out of harm’s way, and leave the space as it is.',
            `Then [tell us](${paths.contact({ subject: 'support' })}) what happened, where and when. We look into every report, and while we do, the host’s payout can wait.`,
          ],
        },
      ],
    },
  ],
}
