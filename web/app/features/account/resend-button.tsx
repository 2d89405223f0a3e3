import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './account-form.tsx'

/** Minimum number of seconds between two emails to the same address, as in GoTrue. */
const pauseSeconds = 60

export function ResendButton(props: {
  label: string
  resend: () => Promise<unknown>
  takesFocus?: boolean
}) {
  const { label, resend, takesFocus } = props
  const [until, setUntil] = useState(() => Date.now() + pauseSeconds * 1000)
  const [now, setNow] = useState(() => Date.now())
  const [sent, setSent] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])

  const { mutate, isPending, error } = useMutation({
    mutationFn: resend,
    onSuccess: () => {
      setSent((count) => count + 1)
      setNow(Date.now())
      setUntil(Date.now() + pauseSeconds * 1000)
    },
  })

  return (
    <>
      <Button
        variant="secondary"
        wide
        isPending={isPending}
        // Uses `aria-disabled`, because `disabled` would move the focus off the button.
        aria-disabled={left > 0 || undefined}
        onPress={() => left === 0 && mutate()}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button replaces a form that had the focus.
        autoFocus={takesFocus}
      >
        {left > 0 ? (
          <>
            {label} <span className="tabular-nums">in {left} s</span>
          </>
        ) : (
          label
        )}
      </Button>
      <output className="sr-only">{sent > 0 && `Sent again (${sent} times in total).`}</output>
      <FailureBanner failure={error} />
    </>
  )
}
