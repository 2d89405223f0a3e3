import type { MailContent, Site } from '#functions/_shared/mail/content.ts'
import { template, type Template } from '#functions/_shared/mail/template.ts'
import {
  aboutYourAccount,
  ifNotYou,
  noticeSchema,
  whenAndWhere,
  type Notice,
} from './account-data.ts'

/** What happened to an account, how it is told, and what to do if it was somebody else. */
type Told = Pick<MailContent, 'subject' | 'title' | 'preview'> & { text: string; advice: string }

function notice(tell: (notice: Notice, site: Site) => Told): Template {
  return template(noticeSchema, (told, site) => {
    const { text, advice, ...head } = tell(told, site)
    return {
      ...head,
      blocks: [{ text }, whenAndWhere(told), ...ifNotYou(site, advice)],
      reason: aboutYourAccount(site),
    }
  })
}

export const newSignIn = notice((_, site) => ({
  subject: `New sign-in to your ${site.name} account`,
  title: 'A new device is signed in',
  preview: 'If it was you, there is nothing to do.',
  text: 'Your account was opened in a browser we have not seen you use before.',
  advice: 'end that session and change your password:',
}))

export const passwordChanged = notice((_, site) => ({
  subject: `The password of your ${site.name} account has changed`,
  title: 'Your password has changed',
  preview: 'Every other device was signed out.',
  text: 'Your account has a new password, and every other device was signed out.',
  advice: 'choose a new one with "Forgot your password?" in the sign-in dialog, then look here:',
}))

export const phoneChanged = notice((_, site) => ({
  subject: `The phone number of your ${site.name} account has changed`,
  title: 'Your phone number has changed',
  preview: 'If it was you, there is nothing to do.',
  text: 'Your account has another phone number now.',
  advice: 'end all other sessions and change your password:',
}))

export const factorEnrolled = notice(({ factor_type }, site) => ({
  subject: `Two-step verification was added to your ${site.name} account`,
  title: 'Two-step verification was added',
  preview: 'Signing in now asks for a code as well.',
  text: `From now on signing in asks for a code from ${factorName(factor_type)} as well. Keep your recovery codes where you find them without it.`,
  advice: 'change your password and remove it:',
}))

export const factorUnenrolled = notice(({ factor_type }, site) => ({
  subject: `Two-step verification was removed from your ${site.name} account`,
  title: 'Two-step verification was removed',
  preview: 'A method of signing in no longer applies.',
  text: `Signing in no longer asks for a code from ${factorName(factor_type)}.`,
  advice: 'change your password and add it again:',
}))

export const recoveryCodeUsed = notice((_, site) => ({
  subject: `A recovery code of your ${site.name} account was used`,
  title: 'A recovery code was used',
  preview: 'Two-step verification is off now, and every other device was signed out.',
  text: 'Somebody signed in with one of your recovery codes in place of a second step. Two-step verification is off now, your other recovery codes went with it, and every other device was signed out. Set it up anew as soon as you can.',
  advice: 'change your password, end all other sessions and set up two-step verification anew:',
}))

export const addressProven = notice((_, site) => ({
  subject: `Your ${site.name} account is yours alone now`,
  title: 'Your address is confirmed',
  preview: 'What opened your account before no longer does.',
  text: 'Somebody signed in with a mail to this address, for the first time. Until then anybody could have made the account, so what opened it before no longer does: its password, a phone, linked accounts, a second step, and other devices. Your bookings, listings and messages are as they were. For another password, use "Forgot your password?" in the sign-in dialog.',
  advice: 'end all other sessions and choose a new password:',
}))

export const identityLinked = notice(({ provider }, site) => ({
  subject: `${providerName(provider)} was linked to your ${site.name} account`,
  title: `${providerName(provider)} was linked`,
  preview: 'You can sign in with it from now on.',
  text: `You can sign in with ${providerName(provider)} from now on.`,
  advice: 'unlink it and change your password:',
}))

export const identityUnlinked = notice(({ provider }, site) => ({
  subject: `${providerName(provider)} was unlinked from your ${site.name} account`,
  title: `${providerName(provider)} was unlinked`,
  preview: 'It no longer signs you in.',
  text: `${providerName(provider)} no longer signs you in.`,
  advice: 'change your password and look what else is linked:',
}))

const factorNames: Readonly<Record<string, string>> = {
  totp: 'your authenticator app',
  phone: 'your phone',
  webauthn: 'your security key',
}

function factorName(type: string): string {
  return factorNames[type] ?? 'a second device'
}

const providerNames: Readonly<Record<string, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
  email: 'E-mail',
  phone: 'Your phone',
}

/** A provider as people call it; one of a company's own has only an id. */
function providerName(provider: string): string {
  if (provider.startsWith('sso:') || !provider) return 'Your company account'
  return providerNames[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}
