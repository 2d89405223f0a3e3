import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Policy } from './policy.ts'

export const privacy: Policy = {
  title: 'Privacy Policy',
  description: `What ${company.name} knows about you, why, who else sees it, how long it is kept, and how to get a copy of it or have it deleted.`,
  lead: 'What we know about you, why, who else gets to see it, and how you get it back or have it deleted.',
  updated: '2026-11-28',
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      blocks: [
        'Only what the marketplace needs to work. Nothing is bought from others.',
        {
          facts: [
            [
              'Account data',
              'Your email address, your password (stored only as a one-way hash), your name and picture if you add them, and for each sign-in its time, browser and network address.',
            ],
            [
              'Booking data',
              'Spaces you list, with their photos; bookings, cancellations, payments, refunds, payouts and reviews. Card numbers and bank details go to Stripe directly; we only keep Stripe’s reference to them.',
            ],
            [
              'Communication data',
              'What you write to us: messages, newsletter sign-ups, job applications. What you and a host or guest write to each other, with pictures and files; we read such a conversation only after one of you has reported it. We also keep, for 30 days, which emails we sent to which address.',
            ],
            [
              'Usage data',
              'Where error reports are switched on: technical errors and how long pages took. Only if you allow it in Privacy Settings, some of your visits are recorded as a replay of the screen with every text and every input masked. Payment fields are never part of it.',
            ],
          ],
        },
      ],
    },
    {
      id: 'use',
      title: 'What we use it for',
      blocks: [
        {
          list: [
            'to let you sign in, list, book, pay, and be paid;',
            'to answer you, and to tell you what concerns your bookings;',
            'to keep accounts as the law demands, and to stop fraud and abuse;',
            'to find and fix errors;',
            'to send you the newsletter, if you asked for it and confirmed it from your mailbox.',
          ],
        },
        'We do not sell your data, we show no advertising, and no program decides about you on its own.',
      ],
    },
    {
      id: 'share',
      title: 'Who else sees it',
      blocks: [
        {
          facts: [
            [
              'Other users',
              'Everybody sees the listings and the name and picture of their host. The host of a space sees the name and picture of who booked it and for when. When you ask a host before you book, the host sees your first name, the first letter of your last name and your picture. Reviews are shown with the first name of their author and the first letter of the last name. Hosts read the reviews that other hosts wrote about a guest who books with them.',
            ],
            [
              'Providers',
              'Stripe for payments and payouts, and the companies that run servers, mail and error reports for us. They may use the data for that work alone.',
            ],
            [
              'Law enforcement',
              'Where a valid order of a court or an authority obliges us. We check each one, hand over no more than it names, and tell you unless that is forbidden.',
            ],
            [
              'With your consent',
              'Whenever you ask us to, for instance to share a booking with a colleague.',
            ],
          ],
        },
      ],
    },
    {
      id: 'keep',
      title: 'How long we keep it',
      blocks: [
        'As long as you have an account. When you delete it, your name, address, picture, password, sessions, files and the emails we sent you are erased at once, and your listings are withdrawn. Only the email that confirms the deletion keeps your email address, until it is sent.',
        'Bookings, payments, refunds and payouts are kept for as long as tax and commercial law demand, up to ten years, without your name or address. Reviews stay, without a name.',
        'Emails about a booking are kept for 30 days, so that we can send them to you again.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        {
          facts: [
            [
              'Access',
              `Everything we store about you, as one file, at the press of a button: [Export my data](${paths.privacySettings()}).`,
            ],
            [
              'Correct',
              `Your name and picture on your [Profile](${paths.profile()}), your listings on My Listings, anything else by writing to us.`,
            ],
            [
              'Delete',
              `[Delete my account](${paths.privacySettings()}). It takes effect at once and cannot be undone. First, your upcoming bookings must be over or cancelled, and payments in progress must be settled.`,
            ],
            [
              'Opt out of marketing',
              `The newsletter is the only marketing we send. Every issue has an unsubscribe link. You can also unsubscribe in [Privacy Settings](${paths.privacySettings()}).`,
            ],
          ],
        },
        'These rights are yours wherever you live. If you think that we got something wrong, please tell us; you may also complain to the data protection authority where you live.',
      ],
    },
    {
      id: 'browser',
      title: 'In your browser',
      blocks: [
        `We set two cookies, for the safety of your account, and keep a few things in your browser so that the site works. [Cookies](${paths.cookies()}) lists them one by one.`,
      ],
    },
    {
      id: 'contact',
      title: 'Who is responsible',
      blocks: [
        `${company.name}, ${company.place}. The buttons below lead to the people who look after privacy and to your own settings. We answer within 30 days, usually within two.`,
      ],
    },
  ],
}
