import {
  template,
  type Block,
  type MailContent,
  type Site,
  type Template,
} from '#functions/_shared/mail/content.ts'
import { momentOf } from '#functions/_shared/mail/dates.ts'
import { aboutYourAccount, noticeSchema, securityButton, type Notice } from './account-data.ts'

/** `advice` says what to do if the recipient did not make the change. */
type NoticeText = Pick<MailContent, 'subject' | 'title' | 'preview'> & {
  text: string
  advice: string
}

function notice(write: (data: Notice, site: Site) => NoticeText): Template {
  return template(noticeSchema, (data, site) => {
    const { text, advice, ...head } = write(data, site)
    return {
      ...head,
      blocks: [
        { text },
        whenAndWhere(data),
        { text: `If this was you, you don’t need to do anything. If not, ${advice}` },
        securityButton(site),
      ],
      reason: aboutYourAccount(site),
    }
  })
}

function whenAndWhere({ at, device, ip_address }: Notice): Block {
  return {
    facts: [
      ['When', `${momentOf(at, 'UTC')} UTC`],
      ...(device ? [['Device', device] as const] : []),
      ...(ip_address ? [['IP address', ip_address] as const] : []),
    ],
  }
}

export const newSignIn = notice((_, site) => ({
  subject: `New sign-in to your ${site.name} account`,
  title: 'New sign-in to your account',
  preview: 'If this was you, you don’t need to do anything.',
  text: 'Your account was just used to sign in from a browser that we have not seen before.',
  advice: 'sign out that device and change your password:',
}))

export const passwordChanged = notice((_, site) => ({
  subject: `Your ${site.name} password was changed`,
  title: 'Your password was changed',
  preview: 'We signed out all your other devices.',
  text: 'Your account password was changed, and we signed out all your other devices.',
  advice: 'reset it with "Forgot your password?" on the sign-in page, then check your account:',
}))

export const phoneChanged = notice((_, site) => ({
  subject: `The phone number of your ${site.name} account was changed`,
  title: 'Your phone number was changed',
  preview: 'If this was you, you don’t need to do anything.',
  text: 'Your account has a new phone number.',
  advice: 'sign out all other devices and change your password:',
}))

export const factorEnrolled = notice(({ factor_type }, site) => ({
  subject: `Two-step verification was added to your ${site.name} account`,
  title: 'Two-step verification was added',
  preview: 'Signing in now requires a code as well.',
  text: `From now on, signing in also requires a code from ${factorName(factor_type)}. Keep your recovery codes somewhere you can reach without your phone or app.`,
  advice: 'change your password and remove this verification method:',
}))

export const factorUnenrolled = notice(({ factor_type }, site) => ({
  subject: `Two-step verification was removed from your ${site.name} account`,
  title: 'Two-step verification was removed',
  preview: 'Signing in no longer requires a code.',
  text: `Signing in no longer requires a code from ${factorName(factor_type)}.`,
  advice: 'change your password and turn two-step verification on again:',
}))

export const recoveryCodeUsed = notice((_, site) => ({
  subject: `A recovery code for your ${site.name} account was used`,
  title: 'A recovery code was used',
  preview: 'Two-step verification is off now, and all other devices are signed out.',
  text: 'One of your recovery codes was used to sign in instead of the second step. Two-step verification is off now, your other recovery codes are invalid, and all other devices are signed out. Please set up two-step verification again soon.',
  advice:
    'change your password, sign out all other devices and set up two-step verification again:',
}))

export const addressVerified = notice((_, site) => ({
  subject: `Other sign-in methods were removed from your ${site.name} account`,
  title: 'Your email address is confirmed',
  preview: 'We removed sign-in methods that were set up before.',
  text: 'You confirmed your email address by signing in with an email from us for the first time. To keep your account safe, we removed every sign-in method that was set up before that: the password, a phone number, linked accounts, two-step verification and other devices. Your bookings, listings and messages are unchanged. To set a new password, use "Forgot your password?" on the sign-in page.',
  advice: 'sign out all other devices and choose a new password:',
}))

export const identityLinked = notice(({ provider }, site) => ({
  subject: `${capitalized(providerName(provider))} was linked to your ${site.name} account`,
  title: `${capitalized(providerName(provider))} was linked`,
  preview: 'You can now sign in with it.',
  text: `You can now sign in with ${providerName(provider)}.`,
  advice: 'unlink it and change your password:',
}))

export const identityUnlinked = notice(({ provider }, site) => ({
  subject: `${capitalized(providerName(provider))} was unlinked from your ${site.name} account`,
  title: `${capitalized(providerName(provider))} was unlinked`,
  preview: 'You can no longer sign in with it.',
  text: `You can no longer sign in with ${providerName(provider)}.`,
  advice: 'change your password and check your other linked accounts:',
}))

export const emailChanged = template(noticeSchema, (mail, site) => ({
  subject: `The email address of your ${site.name} account was changed`,
  title: 'Your email address was changed',
  preview: 'From now on we write to the new address.',
  blocks: [
    { text: 'Your account has a new email address. Please use it to sign in from now on.' },
    {
      facts: [
        ...(mail.old_email ? [['From', mail.old_email] as const] : []),
        ...(mail.email ? [['To', mail.email] as const] : []),
      ],
    },
    whenAndWhere(mail),
    {
      text: 'If this was you, you don’t need to do anything. If not, contact us right away and we will help you get your account back.',
    },
    { button: 'Contact us', url: `${site.url}/contact?subject=support` },
  ],
  reason: aboutYourAccount(site),
}))

export const accountDeleted = template(noticeSchema, (mail, site) => ({
  subject: `Your ${site.name} account was deleted`,
  title: 'Your account was deleted',
  preview: 'Your personal data was deleted as well.',
  blocks: [
    {
      text: 'Your account and your personal data were deleted. As tax law requires, we keep bookings, payments and payouts, but without your name. Reviews that you wrote stay without your name, too.',
    },
    whenAndWhere(mail),
    {
      text: 'You can create a new account with the same email address anytime. If you did not delete your account, contact us right away:',
    },
    { button: 'Contact us', url: `${site.url}/contact?subject=support` },
  ],
  reason: `You’re receiving this email because your ${site.name} account was deleted. We won’t send you more emails about it.`,
}))

const factorNames: Readonly<Record<string, string>> = {
  totp: 'your authenticator app',
  phone: 'your phone',
  webauthn: 'your security key',
}

const factorName = (type: string) => factorNames[type] ?? 'a second device'

const providerNames: Readonly<Record<string, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  email: 'email',
  phone: 'your phone',
}

/**
 * Returns the name of an identity provider inside a sentence. An SSO provider has only an id, so it
 * gets a generic name.
 */
function providerName(provider: string): string {
  if (provider.startsWith('sso:') || !provider) return 'your company account'
  return providerNames[provider] ?? capitalized(provider)
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
