import type { Template } from '#functions/_shared/mail/template.ts'
import * as codes from './codes.ts'
import * as change from './email-change.ts'
import * as notices from './notices.ts'

/** Mails of the accounts service, by the names that `send_auth_mail` of the database makes of its actions. */
export const accountTemplates: Readonly<Record<string, Template>> = {
  'account-signup': codes.signup,
  'account-magiclink': codes.magiclink,
  'account-recovery': codes.recovery,
  'account-invite': codes.invite,
  'account-reauthentication': codes.reauthentication,
  'account-email-change-current': change.emailChangeCurrent,
  'account-email-change-new': change.emailChangeNew,
  'account-email-changed': change.emailChanged,
  'account-new-sign-in': notices.newSignIn,
  'account-password-changed': notices.passwordChanged,
  'account-phone-changed': notices.phoneChanged,
  'account-mfa-factor-enrolled': notices.factorEnrolled,
  'account-mfa-factor-unenrolled': notices.factorUnenrolled,
  'account-recovery-code-used': notices.recoveryCodeUsed,
  'account-address-proven': notices.addressProven,
  'account-identity-linked': notices.identityLinked,
  'account-identity-unlinked': notices.identityUnlinked,
}
