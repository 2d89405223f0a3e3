import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

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

/** How long a slot is held while its guest pays. */
const holdMs = 15 * 60_000

/**
 * When the hold ends on the guest's own clock. A clock that is wrong would end it at once or never;
 * then it is counted from now.
 */
export function holdEnd(expiresAt: string, now: Date): Date {
  const end = new Date(expiresAt)
  const left = end.getTime() - now.getTime()
  return left > 0 && left <= holdMs ? end : new Date(now.getTime() + holdMs)
}

/** Minutes and seconds that are left: '14:05'; never below '0:00'. */
export function timeLeft(end: Date, now: Date): string {
  const seconds = secondsLeft(end, now)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function secondsLeft(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

/** From here on the guest is warned, with time enough to ask for more (WCAG 2.2.1). */
const warningSeconds = 120

/** What is said aloud on the way down; empty in between, so that nothing is said every second. */
export function announcement(seconds: number): string {
  if (seconds === 0) return 'The hold on your slot has ended. You have not been charged.'
  if (seconds <= warningSeconds)
    return 'Your slot is held for two more minutes. Hold it longer if you need more time.'
  if (seconds <= 300) return 'Your slot is held for five more minutes.'
  return ''
}
