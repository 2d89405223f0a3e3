import { messageOf } from '#web/lib/errors.ts'

type Words = string | ((message: string) => string)

/** Texts for error codes whose own message is not meant for users. */
const texts: Record<string, Words> = {
  otp_expired: 'This code is wrong or no longer valid. Look for the newest mail, or send another.',
  mfa_verification_failed: 'This code is wrong. Codes change every half minute: try the next one.',
  mfa_challenge_expired: 'That took a little long. Please enter the code of this moment.',
  over_request_rate_limit: (message) =>
    `Too many attempts. Please ${waiting(message)}, then try again.`,
  over_email_send_rate_limit: (message) =>
    `We have just mailed you. Look among the spam, too; for another mail, please ${waiting(message)}.`,
  over_sms_send_rate_limit: (message) =>
    `We have just texted you. For another text, please ${waiting(message)}.`,
  captcha_failed:
    'We could not tell that you are a person. Please try again; if that does not help, load the page anew.',
  anonymous_provider_disabled: 'Going on as a guest is not possible here. Please make an account.',
  sso_provider_not_found: 'No company has set up its sign-in for this address.',
  sso_domain_mismatch:
    'Your company’s sign-in named an address of another domain. Use the one your company gave you, or ask whoever looks after its sign-in.',
  saml_relay_state_not_found:
    'This sign-in was finished before, or begun in another browser. Please begin it again here.',
  saml_relay_state_expired: 'That sign-in took too long. Please begin it again.',
  saml_assertion_no_email:
    'Your company’s sign-in did not tell us your e-mail address. Ask whoever looks after it to send the address along.',
  account_email_not_proven:
    'This address has an account here, and nobody has shown yet that the address is theirs. Sign in with its password, or with a code by mail; then link this sign-in in Profile > Security.',
  provider_email_needs_verification: (message) =>
    message.includes('has been sent')
      ? 'We have mailed you, to make sure that the address is yours. Follow the link in that mail, then sign in again.'
      : 'Your address is not verified there yet. Verify it with them, then sign in again.',
  signup_disabled: 'New accounts cannot be made at the moment.',
  current_password_invalid: 'This is not your current password.',
  current_password_required: 'Please enter your current password.',
  mfa_account_not_proven:
    'Please confirm your e-mail address first, under “E-mail address” on this page.',
  reauthentication_needed: 'For this, please sign out and in again first.',
  reauthentication_not_valid:
    'This code is wrong or no longer valid. Look for the newest mail, or send another.',
  mfa_factor_name_conflict: 'You have one of this name already. Please choose another.',
  too_many_enrolled_mfa_factors: 'Your account has as many second steps as it can have.',
  email_exists: 'Another account has this address.',
  identity_already_exists: 'It is linked to another account.',
  single_identity_not_deletable: 'This is the only way into your account, so it has to stay.',
  same_password: 'This is the password you have already. Please choose another.',
}

/** The error code of a backend response. */
export function codeOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null || !('code' in failure)) return undefined
  return typeof failure.code === 'string' ? failure.code : undefined
}

/** The HTTP status of an error; 0 without a response. */
export function statusOf(failure: unknown): number | undefined {
  if (typeof failure !== 'object' || failure === null || !('status' in failure)) return undefined
  return typeof failure.status === 'number' ? failure.status : undefined
}

/** True if a gateway, not the backend, sent the error; its text is not for users. */
function isFromGateway(failure: unknown): boolean {
  const isUnread = failure instanceof Error && failure.name === 'AuthUnknownError'
  return isUnread || (statusOf(failure) ?? 0) > 500
}

/** Our text for an error, if we have a better one than the backend's. */
export function failureText(failure: unknown): string | undefined {
  if (isFromGateway(failure)) return 'An error occurred on our side. Please try again in a moment.'
  const words = texts[codeOf(failure) ?? '']
  return typeof words === 'function' ? words(messageOf(failure, '')) : words
}

/** The waiting time that a rate-limit message names: 'wait 40 seconds'. */
function waiting(message: string): string {
  const seconds = Number(/(\d+) seconds?/.exec(message)?.[1])
  if (!seconds) return 'wait a few minutes'
  if (seconds === 1) return 'wait a second'
  return seconds < 100 ? `wait ${seconds} seconds` : `wait ${Math.ceil(seconds / 60)} minutes`
}

const words: Record<string, string> = {
  length: 'It is too short.',
  characters: 'It needs more kinds of characters: letters of both cases, digits, signs.',
  pwned: 'It is known from a leak, and the first that others would try.',
}

/** The reasons for a `weak_password` error; empty for other errors. */
export function weaknesses(error: unknown): string[] {
  if (typeof error !== 'object' || error === null || !('reasons' in error)) return []
  const { reasons } = error
  if (!Array.isArray(reasons)) return []
  return reasons.map((reason) => words[String(reason)] ?? String(reason))
}
