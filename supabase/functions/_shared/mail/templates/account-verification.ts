import {
  template,
  type Block,
  type MailContent,
  type Site,
} from '#functions/_shared/mail/content.ts'
import { aboutYourAccount, codeSchema, securityButton, type CodeMail } from './account-data.ts'

/**
 * These emails contain no text that a user typed, except a new email address. Otherwise an attacker
 * could sign up with a victim's address and choose the text that the victim receives.
 */

const validOnce = 'Both work only once and expire after an hour.'
const linkOnce = 'The link works only once and expires after an hour.'
const neverAsk = 'We will never ask you for this code.'

export const signup = template(codeSchema, (mail, site) => ({
  subject: `Confirm your email address for ${site.name}`,
  title: 'Confirm your email address',
  preview: 'One click, and your account is ready.',
  blocks: [
    {
      text: `Welcome to ${site.name}! Please confirm that this email address is yours. Your account is ready after that.`,
    },
    { button: 'Confirm my address', url: verifyLink(site, 'signup', mail) },
    ...codeBlocks(mail.code),
    { note: `${validOnce} ${neverAsk}` },
  ],
  reason: usedOn(site, 'to create an account'),
}))

export const magiclink = template(codeSchema, (mail, site) => ({
  subject: mail.code ? `${mail.code} is your ${site.name} code` : `Sign in to ${site.name}`,
  title: 'Your sign-in link and code',
  preview: 'Use either of them.',
  blocks: [
    {
      text: 'Click the button to sign in on this device. This also confirms that the email address is yours.',
    },
    { button: 'Sign in', url: verifyLink(site, 'magiclink', mail) },
    ...codeBlocks(mail.code),
    { note: `${validOnce} ${neverAsk}` },
  ],
  reason: usedOn(site, 'to sign in'),
}))

export const recovery = template(codeSchema, (mail, site) => ({
  subject: `Reset your ${site.name} password`,
  title: 'Reset your password',
  preview: 'The link signs you in so that you can choose a new password.',
  blocks: [
    { text: 'Click the button to sign in and choose a new password.' },
    { button: 'Choose a new password', url: verifyLink(site, 'recovery', mail) },
    {
      note: 'The link works once and expires after an hour. Your old password stays valid until you change it.',
    },
  ],
  reason: usedOn(site, 'to request a new password', 'the link'),
}))

export const invite = template(codeSchema, (mail, site) => ({
  subject: `You are invited to ${site.name}`,
  title: 'You are invited',
  preview: 'Your account is waiting for you.',
  blocks: [
    {
      text: `You are invited to ${site.name}, where you can book spaces by the hour. Click the button to open your account.`,
    },
    { button: 'Accept the invitation', url: verifyLink(site, 'invite', mail) },
    { note: 'The link works once. If you don’t want an account, ignore this email.' },
  ],
  reason: `You’re receiving this email because ${site.name} invited this address. We won’t write again unless you accept.`,
}))

export const reauthentication = template(codeSchema, (mail, site): MailContent => ({
  subject: `${mail.code} is your ${site.name} code`,
  title: 'Confirm that it’s you',
  preview: 'Enter this code to continue.',
  blocks: [
    {
      text: 'Before we change your account, we need to make sure it’s really you. Enter this code:',
    },
    { code: mail.code },
    {
      note: `It works only once and expires after an hour. ${neverAsk} If you didn’t request it, someone else may be signed in to your account: sign out all other devices and change your password.`,
    },
    securityButton(site),
  ],
  reason: `You’re receiving this email because a change to your ${site.name} account was started.`,
}))

export const emailChangeCurrent = template(codeSchema, (mail, site) => ({
  subject: `Confirm the new email address of your ${site.name} account`,
  title: 'Change your email address?',
  preview: `Your account email is changing to ${mail.new_email}.`,
  blocks: [
    {
      text: 'You asked to change the email address of your account. It changes after you confirm both here and in the email to the new address.',
    },
    {
      facts: [
        ['From', mail.email],
        ['To', mail.new_email],
      ],
    },
    { button: 'Yes, change it', url: verifyLink(site, 'email_change', mail) },
    { note: linkOnce },
    {
      note: 'If you didn’t ask for this, don’t confirm it, and your address stays as it is. Change your password, because someone else may be signed in to your account:',
      url: `${site.url}/profile/security`,
    },
  ],
  reason: aboutYourAccount(site),
}))

/**
 * This email contains no account data, because the new address may belong to another person. The
 * email contains a code only if the user is anonymous and has no email yet. No page asks other
 * users for this code.
 */
export const emailChangeNew = template(codeSchema, (mail, site) => ({
  subject: `Confirm your new email address for ${site.name}`,
  title: 'Confirm your new email address',
  preview: 'One click confirms it.',
  blocks: [
    { text: `Please confirm that you want to use this address for your ${site.name} account.` },
    { button: 'Confirm this address', url: verifyLink(site, 'email_change', mail) },
    ...(mail.email ? [{ note: linkOnce }] : [...codeBlocks(mail.code), { note: validOnce }]),
  ],
  reason: `You’re receiving this email because this address was entered for an account on ${site.name}. If it wasn’t you, ignore this email; nothing will change.`,
}))

/**
 * Returns a link to a page with a confirm button. Mail scanners open links and would otherwise
 * consume the one-time token. For redirects to another origin, returns a link to the auth API,
 * which checks the redirect URL.
 */
function verifyLink(site: Site, type: string, mail: CodeMail): string {
  const to = mail.redirect_to || site.url
  const isOnSite = to === site.url || to.startsWith(`${site.url}/`)
  const query = isOnSite
    ? new URLSearchParams({ type, token_hash: mail.token_hash, next: to.slice(site.url.length) })
    : new URLSearchParams({ token: mail.token_hash, type, redirect_to: to })
  return `${isOnSite ? `${site.url}/auth/confirm` : `${site.authUrl}/verify`}?${query}`
}

/** The code is for users who read this email on a device other than the one they sign in on. */
function codeBlocks(code: string): Block[] {
  if (!code) return []
  return [{ text: 'Or enter this code on the page that asks for it:' }, { code }]
}

function usedOn(site: Site, purpose: string, means = 'the link or the code'): string {
  return `You’re receiving this email because this address was used ${purpose} on ${site.name}. If it wasn’t you, ignore this email: nothing happens without ${means}.`
}
