import { company } from '@hourspace/domain/company.ts'
import { messageOf } from '#web/lib/errors.ts'

type Words = string | ((message: string) => string)

/**
 * Text for an expired code from a text message. The challenge of an authenticator app starts only
 * at submit, so it does not expire.
 */
const expiredText = 'This code has expired. Please choose “Text me another code”.'

/** Texts by error code that replace the backend's own messages, which are not meant for users. */
const texts: Record<string, Words> = {
  otp_expired:
    'This code is wrong or has expired. Check for the latest email, or send another code.',
  mfa_verification_failed: 'This code is wrong. Codes change every 30 seconds: try the next one.',
  mfa_challenge_expired: expiredText,
  // The backend has deleted the expired challenge, so the next attempt does not find it.
  mfa_factor_not_found: (message) => (message.includes('challenge') ? expiredText : message),
  over_request_rate_limit: (message) =>
    `Too many attempts. Please ${waiting(message)}, then try again.`,
  over_email_send_rate_limit: (message) =>
    `We just emailed you. Check your spam folder. For another email, please ${waiting(message)}.`,
  over_sms_send_rate_limit: (message) =>
    `We just texted you. For another text, please ${waiting(message)}.`,
  captcha_failed: 'We couldn’t verify that you are human. Please try again, or reload the page.',
  anonymous_provider_disabled: 'You can’t continue without an account here. Please create one.',
  sso_provider_not_found: 'No organization has set up sign-in for this email.',
  sso_domain_mismatch:
    'Your organization returned an email from another domain. Use your work email, or ask your administrator.',
  saml_relay_state_not_found:
    'This sign-in was already completed, or started in another browser. Please start again here.',
  saml_relay_state_expired: 'That sign-in took too long. Please start again.',
  saml_assertion_no_email:
    'Your organization didn’t share your email with us. Ask your administrator to include it.',
  account_email_not_proven:
    'This email already has an account that isn’t confirmed yet. Sign in with its password or an emailed code, then link this sign-in in Profile > Security.',
  provider_email_needs_verification: (message) =>
    message.includes('has been sent')
      ? 'We sent you an email to confirm your address. Follow the link in that email, then sign in again.'
      : 'Your email isn’t confirmed with that provider yet. Confirm it there, then sign in again.',
  user_banned: `This account is suspended. To ask why, write to ${company.email}.`,
  signup_disabled: 'New accounts can’t be created right now.',
  current_password_invalid: 'This is not your current password.',
  current_password_required: 'Please enter your current password.',
  mfa_account_not_proven: 'Please confirm your email first, under “Email” on this page.',
  reauthentication_needed: 'Please sign out and sign in again first.',
  reauthentication_not_valid:
    'This code is wrong or has expired. Check for the latest email, or send another code.',
  mfa_factor_name_conflict: 'You already use this name. Please choose another.',
  too_many_enrolled_mfa_factors: 'You’ve reached the maximum number of verification methods.',
  email_exists: 'Another account uses this email.',
  identity_already_exists: 'This sign-in is linked to another account.',
  single_identity_not_deletable: 'This is your only sign-in method, so it can’t be removed.',
  same_password: 'This is already your password. Please choose another.',
}

function propertyOf(failure: unknown, name: string): unknown {
  if (typeof failure !== 'object' || failure === null) return undefined
  return (failure as Record<string, unknown>)[name]
}

export function codeOf(failure: unknown): string | undefined {
  const code = propertyOf(failure, 'code')
  return typeof code === 'string' ? code : undefined
}

export function statusOf(failure: unknown): number | undefined {
  const status = propertyOf(failure, 'status')
  return typeof status === 'number' ? status : undefined
}

/** Returns true if the error comes from a gateway, whose texts are not meant for users. */
function isFromGateway(failure: unknown): boolean {
  const isUnread = failure instanceof Error && failure.name === 'AuthUnknownError'
  return isUnread || (statusOf(failure) ?? 0) > 500
}

/** Returns our text for an error; undefined if the backend's own text is suitable for users. */
export function failureText(failure: unknown): string | undefined {
  if (isFromGateway(failure)) return 'An error occurred on our side. Please try again in a moment.'
  const words = texts[codeOf(failure) ?? '']
  return typeof words === 'function' ? words(messageOf(failure, '')) : words
}

/** Turns the waiting time in a rate-limit message into a text, such as 'wait 40 seconds'. */
function waiting(message: string): string {
  const seconds = Number(/(\d+) seconds?/.exec(message)?.[1])
  if (!seconds) return 'wait a few minutes'
  if (seconds === 1) return 'wait a second'
  return seconds < 100 ? `wait ${seconds} seconds` : `wait ${Math.ceil(seconds / 60)} minutes`
}

const words: Record<string, string> = {
  length: 'This password is too short. Add another word.',
  characters: 'Some kinds of characters are missing. Add one of each.',
  pwned: 'This password is easy to guess or was leaked. Use several unrelated words instead.',
}

/** Returns the reasons in a `weak_password` error; an empty list for other errors. */
export function weakPasswordReasons(error: unknown): string[] {
  const reasons = propertyOf(error, 'reasons')
  if (!Array.isArray(reasons)) return []
  return reasons.map((reason) => words[String(reason)] ?? String(reason))
}
