import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { announcement, secondsLeft, timeLeft, warningSeconds } from './hold.ts'

/** How long the slot is still held, with the way to hold it longer. */
export function HoldCountdown(props: {
  end: Date
  onRenew: () => void
  isRenewing: boolean
  /** Told once when nothing is left. */
  onEnd: () => void
}) {
  const { end, onRenew, isRenewing, onEnd } = props
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])

  const seconds = secondsLeft(end, now)
  const hasEnded = seconds === 0
  const isLow = seconds <= warningSeconds
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])

  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control py-1.5 pr-1.5 pl-4 text-sm',
        isLow ? 'bg-caution-soft text-caution-ink' : 'bg-sunken text-ink-soft',
      )}
    >
      <Timer aria-hidden className="size-5 shrink-0" />
      <p role="timer" className="grow">
        {hasEnded ? (
          'Your hold has ended.'
        ) : (
          <>
            Slot held for <span className="font-semibold tabular-nums">{timeLeft(end, now)}</span>
          </>
        )}
      </p>
      <Button size="small" variant="quiet" onPress={onRenew} isPending={isRenewing}>
        {hasEnded ? 'Hold it again' : 'Hold it longer'}
      </Button>
      {isLow && (
        <p className="basis-full pb-1.5">
          {hasEnded
            ? 'You have not been charged, and your choice is kept.'
            : 'Take your time: you can hold it longer.'}
        </p>
      )}
      <output className="sr-only">{announcement(seconds)}</output>
    </div>
  )
}
