import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { failureText } from './failure-texts.ts'
import { weaknesses } from './weak-password.ts'

/** Why something about an account was refused; nothing while `failure` is undefined. */
export function FailureBanner({
  failure,
  fallback = 'An error occurred',
}: {
  failure: unknown
  fallback?: string
}) {
  if (failure === undefined) return null
  const reasons = weaknesses(failure)
  return (
    <Banner tone="error">
      {reasons.length > 0 ? (
        // The reasons say what the message says, and all of it.
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p>{failureText(failure) ?? messageOf(failure, fallback)}</p>
      )}
    </Banner>
  )
}
