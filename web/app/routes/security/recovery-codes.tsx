import { useEffect, useRef, useState } from 'react'
import { failureText } from '#web/features/account/failure-texts.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { makeRecoveryCodes, recoveryCodesLeft } from './factors.ts'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'

/** Fewer than this are worth a word. */
const few = 4

/** Ways in for the day a device is lost. `isNew`: the first second step was just added. */
export function RecoveryCodes({ isNew, onChanged }: { isNew: boolean; onChanged: () => void }) {
  const [left, setLeft] = useState<number>()
  const [codes, setCodes] = useState<string[]>()
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const hasBegun = useRef(false)

  async function make() {
    setPending(true)
    setError(undefined)
    try {
      const made = await makeRecoveryCodes()
      setCodes(made)
      setLeft(made.length)
      setAsking(false)
      onChanged()
    } catch (reason) {
      setError(failureText(reason) ?? messageOf(reason, 'Failed to make recovery codes'))
    } finally {
      setPending(false)
    }
  }

  function kept() {
    setCodes(undefined)
    // What had the focus is about to go.
    document.getElementById('recovery-codes')?.focus()
  }

  useEffect(() => {
    // Once, though development looks twice: each time voids the codes before.
    if (hasBegun.current) return
    hasBegun.current = true
    recoveryCodesLeft().then(
      (count) => {
        setLeft(count)
        if (isNew && count === 0) void make()
      },
      (reason: unknown) => setError(messageOf(reason, 'Failed to fetch your recovery codes')),
    )
  })

  return (
    <div className="flex flex-col gap-4">
      <h3 id="recovery-codes" tabIndex={-1} className="text-lg">
        Recovery codes
      </h3>
      {codes ? (
        <NewRecoveryCodes codes={codes} isFirst={isNew} onDone={kept} />
      ) : (
        <>
          <p className="text-ink-soft">
            {left === 0
              ? 'You have none. With one you get in should your device be lost.'
              : 'With one of them you get in should your device be lost.'}
            {left !== undefined && left > 0 && ` ${left} of them are left.`}
          </p>
          {left !== undefined && left > 0 && left < few && (
            <Banner tone="caution">Only {left} are left. You may want to make new ones.</Banner>
          )}
          {error && !isAsking && <Banner tone="error">{error}</Banner>}
          <Button
            variant="secondary"
            className="self-start"
            isPending={isPending && !isAsking}
            onPress={() => (left === 0 ? void make() : setAsking(true))}
          >
            Make new recovery codes
          </Button>
        </>
      )}
      <AlertDialog
        title="Make new recovery codes?"
        isOpen={isAsking}
        confirmLabel="Make new codes"
        dismissLabel="Keep the old ones"
        isPending={isPending}
        error={error}
        onConfirm={() => void make()}
        onDismiss={() => setAsking(false)}
      >
        Those you have, on paper or elsewhere, will no longer work.
      </AlertDialog>
    </div>
  )
}
