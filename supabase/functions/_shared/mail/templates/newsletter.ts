import { z } from 'zod'
import { template, type Site } from '#functions/_shared/mail/content.ts'

const token = z.string().regex(/^[0-9a-f]{48}$/)
const subscriberSchema = z.object({ unsubscribe_token: token })
const confirmationSchema = subscriberSchema.extend({ confirm_token: token })

const reason = 'You’re receiving this email because you subscribed to our newsletter.'

function link(site: Site, action: 'confirm' | 'unsubscribe', token: string): string {
  return `${site.url}/newsletter?${new URLSearchParams({ token, action })}`
}

export const newsletterConfirmation = template(confirmationSchema, (data, site) => ({
  subject: 'Please confirm your subscription',
  title: 'Confirm your subscription',
  preview: 'New spaces and ideas, once a month.',
  blocks: [
    {
      text: 'You asked for our newsletter: new spaces and ideas for using them, once a month. Please confirm that this address is yours.',
    },
    { button: 'Confirm subscription', url: link(site, 'confirm', data.confirm_token) },
    { note: 'The link works for two days. If you don’t confirm, we won’t write again.' },
  ],
  reason: 'If you didn’t subscribe, ignore this email.',
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))

export const newsletterWelcome = template(subscriberSchema, (data, site) => ({
  subject: 'You are subscribed',
  title: 'Welcome!',
  preview: 'Your first newsletter arrives within a month.',
  blocks: [
    {
      text: 'Your subscription is confirmed. Once a month we send you the newest spaces and stories about how guests use them.',
    },
    { button: 'Explore spaces', url: `${site.url}/explore` },
  ],
  reason,
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))

/**
 * Sent when a subscriber's address is entered in the newsletter form again. The form responds as it
 * does to a new address, so that it does not reveal the subscription.
 */
export const newsletterAlready = template(subscriberSchema, (data, site) => ({
  subject: 'You are already subscribed',
  title: 'You are already subscribed',
  preview: 'You don’t need to do anything.',
  blocks: [
    {
      text: 'Your address was entered in our newsletter form again. You are already subscribed and don’t need to do anything.',
    },
  ],
  reason,
  unsubscribeUrl: link(site, 'unsubscribe', data.unsubscribe_token),
}))
