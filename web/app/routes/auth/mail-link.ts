import type { EmailOtpType } from '@supabase/auth-js'
import { browserClient } from '#web/data/browser-client.ts'

const onePress = 'One press, and it is done.'

/** What a mail's link is for, by the backend's names: what its page says, and where it leads. */
export const mailLinks = {
  signup: { title: 'Confirm your address', lead: onePress, action: 'Confirm my address' },
  magiclink: { title: 'Sign in to Hourspace', lead: onePress, action: 'Sign in' },
  email: { title: 'Sign in to Hourspace', lead: onePress, action: 'Sign in' },
  recovery: {
    title: 'Choose a new password',
    lead: 'The next step signs you in and asks for the password you would like.',
    action: 'Go on to the new password',
  },
  invite: {
    title: 'You are invited',
    lead: 'Your account is prepared. All it needs is a password of yours.',
    action: 'Accept the invitation',
  },
  email_change: { title: 'Confirm your e-mail address', lead: onePress, action: 'Yes, it is mine' },
} satisfies Partial<Record<EmailOtpType, { title: string; lead: string; action: string }>>

export type MailLinkType = keyof typeof mailLinks

export function isMailLinkType(type: string | null): type is MailLinkType {
  return type !== null && Object.hasOwn(mailLinks, type)
}

/**
 * Redeems the link: its owner is signed in. Answers their address; null when the change of an address
 * waits for the link that went to the other one.
 */
export async function followMailLink(
  type: MailLinkType,
  tokenHash: string,
): Promise<string | null> {
  const { auth } = await browserClient()
  const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash })
  if (error) throw error
  return data.session && (data.session.user.email ?? '')
}
