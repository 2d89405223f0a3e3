import type { EmailOtpType } from '@supabase/auth-js'
import { browserClient } from '#web/data/browser-client.ts'

/** What a mail's link is for, by the backend's names: what its page says, and where it leads. */
export const mailLinks = {
  signup: { title: 'Confirm your address', action: 'Confirm my address' },
  magiclink: { title: 'Sign in to Hourspace', action: 'Sign in' },
  email: { title: 'Sign in to Hourspace', action: 'Sign in' },
  recovery: { title: 'Choose a new password', action: 'Go on to the new password' },
  invite: { title: 'You are invited', action: 'Accept the invitation' },
  email_change: { title: 'Confirm your e-mail address', action: 'Yes, it is mine' },
} satisfies Partial<Record<EmailOtpType, { title: string; action: string }>>

export type MailLinkType = keyof typeof mailLinks

export function isMailLinkType(type: string | null): type is MailLinkType {
  return type !== null && Object.hasOwn(mailLinks, type)
}

/**
 * Redeems the link: its owner is signed in. False when the change of an address waits for the link
 * that went to the other one.
 */
export async function followMailLink(type: MailLinkType, tokenHash: string): Promise<boolean> {
  const { auth } = await browserClient()
  const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash })
  if (error) throw error
  return data.session !== null
}
