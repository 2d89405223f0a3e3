import { useEffect, useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChallengeForm } from './challenge-form.tsx'
import { failureText } from './failure-texts.ts'
import { RecoveryCodeForm } from './recovery-code-form.tsx'
import { ownFactors, type SecondFactor } from './second-factor.ts'

/** Asks for the second factor of somebody who has just signed in. */
export function FactorStep() {
  const [factors, setFactors] = useState<SecondFactor[]>()
  const [chosen, setChosen] = useState<string>()
  const [isLost, setLost] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const load = () => void ownFactors().then(setFactors, setFailure)
  useEffect(load, [])
  function retry() {
    setFailure(undefined)
    load()
  }

  if (failure !== undefined) {
    const message =
      failureText(failure) ?? messageOf(failure, 'Your second step could not be loaded')
    return <RetryBanner message={message} onRetry={retry} />
  }
  if (isLost) return <RecoveryCodeForm onBack={() => setLost(false)} />
  const factor = factors?.find(({ id }) => id === chosen) ?? factors?.[0]
  if (!factors || !factor) return <Skeleton className="h-40 rounded-control" />
  return (
    <>
      {factors.length > 1 && (
        <NativeSelect
          label="How to confirm that it is you"
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
