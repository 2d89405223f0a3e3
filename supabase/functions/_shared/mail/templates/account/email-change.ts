import { template } from '#functions/_shared/mail/template.ts'
import {
  aboutYourAccount,
  codeBlocks,
  codeSchema,
  noticeSchema,
  verifyLink,
  whenAndWhere,
} from './account-data.ts'

/** To the address that is to be left: does its owner want that? */
export const emailChangeCurrent = template(codeSchema, (mail, site) => ({
  subject: `Change the address of your ${site.name} account?`,
  title: 'Do you want to change your address?',
  preview: `Your account is to move to ${mail.new_email}.`,
  blocks: [
    {
      text: 'Your account is to move to another e-mail address. It does once you agree here and in the mail to the new address.',
    },
    {
      facts: [
        ['From', mail.email],
        ['To', mail.new_email],
      ],
    },
    { button: 'Yes, change it', url: verifyLink(site, 'email_change', mail) },
    ...codeBlocks(mail.code),
    {
      note: 'If you did not ask for this, do nothing: your address stays as it is. Then change your password, as somebody is signed in as you:',
      url: `${site.url}/profile/security`,
    },
  ],
  reason: aboutYourAccount(site),
}))

/** To the address that an account is to have; it may be a stranger's, so it learns nothing of the account. */
export const emailChangeNew = template(codeSchema, (mail, site) => ({
  subject: `Confirm your new address for ${site.name}`,
  title: 'Is this your new address?',
  preview: 'One press confirms it.',
  blocks: [
    { text: `An account on ${site.name} is to have this address. Is it yours?` },
    { button: 'Confirm this address', url: verifyLink(site, 'email_change', mail) },
    ...codeBlocks(mail.code),
    { note: 'Both work once, and only for a short time.' },
  ],
  reason: `You get this because somebody gave this address as theirs on ${site.name}. If it was not you, ignore it: nothing happens.`,
}))

/** To the address that was left. */
export const emailChanged = template(noticeSchema, (mail, site) => ({
  subject: `The address of your ${site.name} account has changed`,
  title: 'Your address has changed',
  preview: 'From now on our mails go to the new one.',
  blocks: [
    { text: 'Your account has another e-mail address now. Sign in with that one from now on.' },
    {
      facts: [
        ...(mail.old_email ? [['From', mail.old_email] as const] : []),
        ...(mail.email ? [['To', mail.email] as const] : []),
      ],
    },
    whenAndWhere(mail),
    {
      text: 'Was it you? Then there is nothing to do. If not, write to us at once, and we help you to get your account back.',
    },
    { button: 'Write to us', url: `${site.url}/contact?subject=support` },
  ],
  reason: aboutYourAccount(site),
}))
