import { useEffect, useRef, useState } from 'react'
import { CodeField } from '#web/ui/code-field.tsx'
import { AccountForm } from './account-form.tsx'
import { codeOf } from './failure-texts.ts'
import { FailureBanner } from './failure-banner.tsx'
import { ResendButton } from './resend-button.tsx'
import { answerChallenge, beginChallenge, type SecondFactor } from './second-factor.ts'

/** Asks for the code of one factor. A phone gets it as the form comes up. */
export function ChallengeForm({ factor }: { factor: SecondFactor }) {
  const { id, kind } = factor
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const challenge = useRef<Promise<string>>(undefined)

  async function text() {
    const begun = beginChallenge(id)
    challenge.current = begun
    await begun
  }
  useEffect(() => {
    // Once, though development looks twice: each text costs something.
    if (kind !== 'phone' || challenge.current) return
    const begun = beginChallenge(id)
    challenge.current = begun
    begun.catch(setFailure)
  }, [id, kind])

  async function answer() {
    // An app needs nothing sent, so its challenge begins where none lies around for long.
    challenge.current ??= beginChallenge(id)
    try {
      await answerChallenge(id, await challenge.current, code)
    } catch (reason) {
      if (kind === 'totp' || codeOf(reason) === 'mfa_challenge_expired')
        challenge.current = undefined
      throw reason
    }
  }

  return (
    <>
      <p className="text-ink-soft">
        {kind === 'totp'
          ? 'Open your authenticator app and enter the code it shows for Hourspace.'
          : 'We texted you a code. Enter it here.'}
      </p>
      <AccountForm submit="Continue" work={answer}>
        {(problems) => (
          <CodeField
            label="Code"
            value={code}
            onChange={setCode}
            error={problems['code']}
            takesFocus
          />
        )}
      </AccountForm>
      {kind === 'phone' && <ResendButton label="Text me another code" resend={text} />}
      <FailureBanner failure={failure} />
    </>
  )
}
