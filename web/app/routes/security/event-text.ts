import { providerLabel } from '#web/features/account/auth-settings.ts'

/**
 * A security event of the account. `facts` contains details such as `provider` or `factor_type`.
 */
export type SecurityEvent = {
  id: string
  created_at: string
  action: string
  user_agent: string | null
  ip: string | null
  facts: Record<string, unknown>
}

const texts: Record<string, string> = {
  logout: 'Signed out',
  user_signedup: 'Account created',
  user_invited: 'Invited',
  user_modified: 'Account details changed',
  user_deleted: 'Account deleted',
  user_recovery_requested: 'An email with a link or code was requested',
  user_confirmation_requested: 'A confirmation email was requested',
  user_confirmation_resent: 'A confirmation was sent again',
  user_reauthenticate_requested: 'A code to confirm a change was requested',
  user_updated_password: 'Password changed',
  user_email_changed: 'Email changed',
  token_revoked:
    'A session was ended because its sign-in may have been copied. Change your password if you’re unsure.',
  factor_in_progress: 'Two-step verification setup was started',
  factor_updated: 'A verification method was changed',
  recovery_codes_generated: 'New recovery codes were created',
  recovery_code_used: 'A recovery code was used, and two-step verification was turned off',
}

/** Returns the text of a security event, or the name of an unknown event's action. */
export function eventText({ action, facts }: Pick<SecurityEvent, 'action' | 'facts'>): string {
  const factor = facts['factor_type'] === 'phone' ? 'a phone' : 'an authenticator app'
  const provider = providerLabel(String(facts['provider'] ?? ''))
  switch (action) {
    case 'login':
      return facts['provider'] && facts['provider'] !== 'email'
        ? `Signed in with ${provider}`
        : 'Signed in'
    case 'identity_linked':
      return `${provider || 'A sign-in method'} linked`
    case 'identity_unlinked':
      return `${provider || 'A sign-in method'} unlinked`
    case 'factor_unenrolled':
    case 'factor_deleted':
      return `Two-step verification with ${factor} removed`
    case 'verification_attempted':
      return facts['success'] === false ? 'A wrong code was entered' : 'Confirmed with a code'
    default:
      return (
        texts[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ')
      )
  }
}

/**
 * Events that say what changed. For each of them, the auth service also logs the general event
 * `user_modified`.
 */
const specificChanges = new Set(['user_updated_password', 'user_email_changed'])

/** Maximum time in milliseconds between a specific event and its `user_modified` event. */
const sameChange = 2000

/** Removes each `user_modified` event that is close to an event that says what has changed. */
export function withoutRepeatedChanges(events: readonly SecurityEvent[]): SecurityEvent[] {
  const changes = events.filter(({ action }) => specificChanges.has(action))
  return events.filter(
    ({ action, created_at: at }) =>
      action !== 'user_modified' ||
      !changes.some(
        (change) => Math.abs(Date.parse(change.created_at) - Date.parse(at)) < sameChange,
      ),
  )
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Returns the browser and operating system from a user agent, such as 'Firefox on Linux'. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(agent))?.[1],
  )
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
