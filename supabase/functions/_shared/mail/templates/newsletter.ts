import { z } from 'zod'
import type { Site } from '#functions/_shared/mail/content.ts'
import { template } from '#functions/_shared/mail/template.ts'

const token = z.string().regex(/^[0-9a-f]{48}$/)
const letterSchema = z.object({ unsubscribe_token: token })
const confirmationSchema = letterSchema.extend({ confirm_token: token })

function link(site: Site, action: 'confirm' | 'unsubscribe', token: string): string {
  return `${site.url}/newsletter?${new URLSearchParams({ token, action })}`
}

/** To an address that somebody typed in: was it you? */
export const newsletterConfirmation = template(confirmationSchema, (data, site) => ({
  subject: 'Please confirm your subscription',
  title: 'One press, and you are in',
  preview: 'New rooms, once a month. Confirm that this address is yours.',
  blocks: [
    {
      text: 'You asked for our newsletter: new rooms and good ideas for them, once a month. Please confirm that this address is yours.',
    },
    { button: 'Confirm subscription', url: link(site, 'confirm', data.confirm_token) },
    { note: 'The link works for two days. Without it you get no further letter.' },
  ],
  reason: 'If it was not you, ignore this letter.',
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))

/** To a new subscriber. */
export const newsletterWelcome = template(letterSchema, (data, site) => ({
  subject: 'You are subscribed',
  title: 'Welcome',
  preview: 'The next letter comes within a month.',
  blocks: [
    {
      text: 'Your subscription is confirmed. Once a month you get the rooms that were listed since, and what people do with them.',
    },
    { button: 'Explore Spaces', url: `${site.url}/explore` },
  ],
  reason: 'You get this because you subscribed to our newsletter.',
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))

/** To a subscriber who asked again; the site itself tells nobody who is on the list. */
export const newsletterAlready = template(letterSchema, (data, site) => ({
  subject: 'You are subscribed already',
  title: 'You are on the list already',
  preview: 'Nothing to do.',
  blocks: [
    { text: 'Somebody, probably you, subscribed this address once more. There is nothing to do.' },
  ],
  reason: 'You get this because you subscribed to our newsletter.',
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))
