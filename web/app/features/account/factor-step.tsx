import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccountForm } from './account-form.tsx'
import { failureText } from './failure-texts.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import {
  answerChallenge,
  beginChallenge,
  enterWithoutFactor,
  ownFactors,
  type SecondFactor,
} from './second-factor.ts'

export function FactorStep() {
  const [factors, setFactors] = useState<SecondFactor[]>()
  const [chosen, setChosen] = useState<string>()
  const [isLost, setLost] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const load = () => void requiredFactors().then(setFactors, setFailure)
  useEffect(load, [])
  function retry() {
    setFailure(undefined)
    load()
  }

  if (failure !== undefined) {
    const message =
      failureText(failure) ?? messageOf(failure, 'We couldn’t load your two-step verification')
    return <RetryBanner message={message} onRetry={retry} />
  }
  if (isLost) return <RecoveryCodeForm onBack={() => setLost(false)} />
  const factor = factors?.find(({ id }) => id === chosen) ?? factors?.[0]
  if (!factors || !factor) return <Skeleton className="h-40 rounded-control" />
  return (
    <>
      {factors.length > 1 && (
        <NativeSelect
          label="Choose how to confirm it’s you"
          options={factors.map(({ id, name }) => ({ id, label: name }))}
          value={factor.id}
          onChange={setChosen}
        />
      )}
      <ChallengeForm key={factor.id} factor={factor} />
      <Button variant="quiet" wide onPress={() => setLost(true)}>
        I lost my device
      </Button>
    </>
  )
}

/**
 * Returns the user's second factors. If none are left, refreshes the session, so that it no longer
 * requires a factor and the dialog closes. This happens, for example, if the user reloads the page
 * after a recovery code has removed the factors.
 */
async function requiredFactors(): Promise<SecondFactor[]> {
  const factors = await ownFactors()
  if (factors.length === 0) await enterWithoutFactor()
  return factors
}

/** Asks for the code of a second factor. For a phone, opening the form sends a text message. */
function ChallengeForm({ factor }: { factor: SecondFactor }) {
  const { id, kind } = factor
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isTexted, setTexted] = useState(false)
  const challenge = useRef<Promise<string>>(undefined)

  /** Texts a code. If that fails, keeps the previous challenge, so that its code still works. */
  async function text() {
    const last = challenge.current
    const begun = beginChallenge(id)
    challenge.current = begun
    try {
      await begun
      setTexted(true)
    } catch (reason) {
      challenge.current = last
      throw reason
    }
  }
  const textFirst = useEffectEvent(() => {
    // Prevents a second text message, because React runs effects twice in development.
    if (kind === 'phone' && !challenge.current) text().catch(setFailure)
  })
  useEffect(() => textFirst(), [])

  async function answer() {
    // Starts an authenticator app's challenge at submit, because an earlier challenge could expire.
    challenge.current ??= beginChallenge(id)
    try {
      await answerChallenge(id, await challenge.current, code)
    } catch (reason) {
      // Keeps the challenge of a phone, because a new challenge would text another code.
      if (kind === 'totp') challenge.current = undefined
      throw reason
    }
  }

  function retry() {
    setFailure(undefined)
    text().catch(setFailure)
  }

  if (failure !== undefined) {
    const message = failureText(failure) ?? messageOf(failure, 'We couldn’t text you a code')
    return <RetryBanner message={message} onRetry={retry} />
  }
  return (
    <>
      <p className="text-ink-soft">
        {kind === 'totp'
          ? `Open your authenticator app and enter the code it shows for ${company.name}.`
          : isTexted
            ? 'Enter the code we texted you.'
            : 'Texting you a code...'}
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
    </>
  )
}
