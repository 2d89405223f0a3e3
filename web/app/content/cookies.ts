import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Policy } from './policy.ts'

/** Everything this site stores in a browser. `policies.test.ts` compares it with the code. */
export const stored = [
  {
    key: 'hourspace-session',
    where: 'Local storage',
    purpose: 'Keeps you signed in. It is there only while you are.',
    until: 'you sign out',
  },
  {
    key: 'hourspace-theme',
    where: 'Local storage',
    purpose: 'Light or dark, if you have chosen.',
    until: 'you clear it',
  },
  {
    key: 'hourspace-demo-notice',
    where: 'Local storage',
    purpose: 'That you have closed the notice at the top, where the site has one.',
    until: 'you clear it',
  },
  {
    key: 'hourspace-currency',
    where: 'Local storage',
    purpose: 'The currency in which you want to see approximate prices.',
    until: 'you clear it',
  },
  {
    key: 'hourspace-mode',
    where: 'Local storage',
    purpose: 'Whether you last used the screens for guests or those for hosts.',
    until: 'you clear it',
  },
  {
    key: 'hourspace-recent-searches',
    where: 'Local storage',
    purpose:
      'Your last searches, which the search field offers again. They never leave your browser.',
    until: 'you remove them or clear it',
  },
  {
    key: 'hourspace-recent-spaces',
    where: 'Local storage',
    purpose:
      'The spaces you viewed last, which the home page shows again. They never leave your browser.',
    until: 'you clear it',
  },
  {
    key: 'hourspace-results',
    where: 'Session storage',
    purpose: 'Your latest search, so that “Back to results” on a space finds it.',
    until: 'you close the tab',
  },
  {
    key: 'hourspace-wish',
    where: 'Session storage',
    purpose: 'The space whose heart you pressed, until you have signed in and it is saved.',
    until: 'it is saved or you close the tab',
  },
  {
    key: 'hourspace-two-step-asked',
    where: 'Local or session storage',
    purpose: 'That you, as an admin, were asked to set up two-step verification.',
    until: 'you clear it or close the tab',
  },
  {
    key: 'hourspace-listing-draft',
    where: 'Local storage',
    purpose: 'A listing that you have begun, so that you can finish it later.',
    until: 'you create or discard the listing, or after 30 days',
  },
  {
    key: 'hourspace-draft',
    where: 'Session storage',
    purpose:
      'The time you chose at a space, until you have booked it, so that a reload loses nothing.',
    until: 'you close the tab',
  },
  {
    key: 'react-router-scroll-positions',
    where: 'Session storage',
    purpose: 'Where you were on a page, so that the back button returns there.',
    until: 'you close the tab',
  },
  {
    key: 'hourspace-replays',
    where: 'Local storage',
    purpose: 'That you allow masked replays of your visits, in Privacy Settings.',
    until: 'you turn them off or clear it',
  },
  {
    key: 'hourspace:recorded',
    where: 'Session storage',
    purpose:
      'Whether this visit is one of the few whose masked replay helps us find errors, if you allow replays.',
    until: 'you close the tab',
  },
] as const

/** Our own cookies, all for account security. `policies.test.ts` compares them with the code. */
export const ownCookies = [
  {
    name: 'sb-device',
    purpose:
      'Marks a browser in which you have signed in, so that failed sign-ins from other devices can’t lock you out.',
    until: '400 days after it was set',
  },
  {
    name: 'sb-flow',
    purpose: 'Makes sure that a sign-in with another company ends in the browser it began in.',
    until: 'it has ended, at most ten minutes',
  },
] as const

export const cookies: Policy = {
  title: 'Cookies',
  description: `${company.name} sets two cookies, both when you sign in. What is kept in your browser, item by item, for what and for how long.`,
  lead: `${company.name} sets two cookies, both for the safety of your account and only when you sign in. It follows nobody around, and so needs no banner. A few more things are kept in your browser for you; here they all are.`,
  updated: '2026-11-23',
  sections: [
    {
      id: 'own',
      title: 'Our cookies',
      blocks: [
        {
          facts: ownCookies.map(({ name, purpose, until }): readonly [string, string] => [
            name,
            `${purpose} It is there until ${until}.`,
          ]),
        },
      ],
    },
    {
      id: 'stored',
      title: 'What is kept in your browser',
      blocks: [
        {
          facts: stored.map(({ key, where, purpose, until }): readonly [string, string] => [
            key,
            `${purpose} ${where}, until ${until}.`,
          ]),
        },
        'Local storage and session storage are not cookies: they stay in your browser and are not sent along with each request.',
      ],
    },
    {
      id: 'others',
      title: 'What others keep',
      blocks: [
        'When you reach the payment step, and not before, Stripe’s script is loaded. Stripe sets two cookies to prevent fraud: __stripe_mid for a year and __stripe_sid for half an hour. Paying by card does not work without them.',
        'Where error reports are switched on, a replay that you allow keeps its number in session storage as sentryReplaySession until you close the tab. Nothing else on our pages comes from other companies: no analytics, no advertising, no buttons that report back.',
      ],
    },
    {
      id: 'clear',
      title: 'How to clear it',
      blocks: [
        'Your browser’s settings show and clear all of this under “Cookies and site data”. You are then signed out, and the site looks as it did on your first visit.',
        `See the [Privacy Policy](${paths.privacy()}) for what we keep on our servers. In [Privacy Settings](${paths.privacySettings()}) you can download it or delete your account.`,
      ],
    },
  ],
}
