import type { MailContent, Site } from '#functions/_shared/mail/content.ts'
import { template } from '#functions/_shared/mail/template.ts'
import { codeBlocks, codeSchema, verifyLink } from './account-data.ts'

/*
 * Mails that an address is proven with. They repeat nothing that was typed in: whoever signs up with
 * somebody else's address must not be able to make us deliver words. A code stands in those whose
 * reader is asked for one.
 */

const onceAndSoon = 'Both work once, and only for a short time.'
const nobodyAsks = 'Nobody from us will ever ask you for this code.'

/** To whoever signed up: is this your mailbox? */
export const signup = template(codeSchema, (mail, site) => ({
  subject: `Confirm your address for ${site.name}`,
  title: 'Is this your address?',
  preview: 'One press, and your account is ready.',
  blocks: [
    {
      text: `Welcome to ${site.name}. Please confirm that this mailbox is yours; then your account is ready.`,
    },
    { button: 'Confirm my address', url: verifyLink(site, 'signup', mail) },
    ...codeBlocks(mail.code),
    { note: `${onceAndSoon} ${nobodyAsks}` },
  ],
  reason: usedOn(site, 'to create an account'),
}))

/** To whoever asked for a link or a code instead of a password, or proves an address. */
export const magiclink = template(codeSchema, (mail, site) => ({
  subject: mail.code ? `${mail.code} is your ${site.name} code` : `Sign in to ${site.name}`,
  title: 'Your link and code',
  preview: 'Use whichever is handier.',
  blocks: [
    {
      text: 'Press the button to sign in on this device. It shows us that this mailbox is yours, too.',
    },
    { button: 'Sign in', url: verifyLink(site, 'magiclink', mail) },
    ...codeBlocks(mail.code),
    { note: `${onceAndSoon} ${nobodyAsks}` },
  ],
  reason: usedOn(site, 'to sign in'),
}))

/** To whoever forgot a password. */
export const recovery = template(codeSchema, (mail, site) => ({
  subject: `Choose a new password for ${site.name}`,
  title: 'Choose a new password',
  preview: 'The link signs you in; the password is then yours to choose.',
  blocks: [
    { text: 'The button signs you in and lets you choose a new password.' },
    { button: 'Choose a new password', url: verifyLink(site, 'recovery', mail) },
    {
      note: 'It works once, and for an hour. Your old password goes on working until you change it.',
    },
  ],
  reason: usedOn(site, 'to ask for a new password', 'the link'),
}))

/** To somebody whom the house invites. */
export const invite = template(codeSchema, (mail, site) => ({
  subject: `You are invited to ${site.name}`,
  title: 'Come in',
  preview: 'Your account is waiting; the link opens it.',
  blocks: [
    {
      text: `You are invited to ${site.name}, where spaces are booked by the hour. Your account is prepared; the button opens it.`,
    },
    { button: 'Accept the invitation', url: verifyLink(site, 'invite', mail) },
    { note: 'It works once. If you do not want the account, leave this mail alone.' },
  ],
  reason: `You get this because ${site.name} invited this address. Nothing else follows unless you accept.`,
}))

/** To somebody signed in who is about to do something that matters. */
export const reauthentication = template(codeSchema, (mail, site): MailContent => ({
  subject: `${mail.code} confirms it is you`,
  title: 'Confirm that it is you',
  preview: 'Type this code where you were asked for it.',
  blocks: [
    { text: 'Before your account is changed we make sure that it is you. Type this code:' },
    { code: mail.code },
    {
      note: `It works once, and only for a short time. ${nobodyAsks} If you were not asked for one, somebody else is signed in as you: end that session and change your password.`,
    },
    { button: 'Open Profile > Security', url: `${site.url}/profile/security` },
  ],
  reason: `You get this because a change to your account on ${site.name} was begun.`,
}))

function usedOn(site: Site, purpose: string, means = 'the link or the code'): string {
  return `You get this because this address was used ${purpose} on ${site.name}. If it was not you, ignore it: nothing happens without ${means}.`
}
