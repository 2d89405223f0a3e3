import { Timer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

export function HoldCountdown(props: {
  end: Date
  /** `canExtend` is false after the last extension. The guest can still hold the slot again. */
  canExtend: boolean
  onRenew: () => void
  isRenewing: boolean
  onEnd: () => void
}) {
  const { end, canExtend, onRenew, isRenewing, onEnd } = props
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
  const timer = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // After the last extension, the pressed button disappears and loses the focus.
    if (!canExtend && document.activeElement === document.body) timer.current?.focus()
  }, [canExtend])

  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-sm',
        isLow
          ? 'rounded-control bg-caution-soft py-1.5 pr-1.5 pl-4 text-caution-ink'
          : 'text-ink-faint',
      )}
    >
      {isLow && <Timer aria-hidden className="size-5 shrink-0" />}
      <p ref={timer} role="timer" tabIndex={-1} className="grow outline-none">
        {hasEnded ? (
          'Your hold has ended.'
        ) : (
          <>
            Slot held for{' '}
            {isLow ? (
              <span className="font-semibold tabular-nums">{timeLeft(end, now)}</span>
            ) : (
              `${Math.ceil(seconds / 60)} minutes`
            )}
          </>
        )}
      </p>
      {(canExtend || hasEnded) && (
        <Button
          size="small"
          variant="quiet"
          onPress={onRenew}
          isPending={isRenewing}
          className={isLow ? undefined : '-mr-3.5'}
        >
          {hasEnded ? 'Hold again' : 'Extend hold'}
        </Button>
      )}
      {isLow && <p className="basis-full pb-1.5">{adviceAt(seconds, canExtend)}</p>}
      <output className="sr-only">{announcement(seconds, canExtend)}</output>
    </div>
  )
}

/** Duration of a hold in milliseconds. */
const holdMs = 15 * 60_000

/**
 * Returns when the hold ends by the clock of the guest's device. If that clock is wrong, assumes
 * the full duration of a hold.
 */
export function holdEnd(expiresAt: string, now: Date): Date {
  const end = new Date(expiresAt)
  const left = end.getTime() - now.getTime()
  return left > 0 && left <= holdMs ? end : new Date(now.getTime() + holdMs)
}

/** Formats the remaining minutes and seconds, such as '14:05'. */
export function timeLeft(end: Date, now: Date): string {
  const seconds = secondsLeft(end, now)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function secondsLeft(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

/** Seconds before the end of the hold at which a warning is shown (WCAG 2.2.1). */
const warningSeconds = 120

/** Returns the text below a countdown that is about to end or has ended. */
export function adviceAt(seconds: number, canExtend: boolean): string {
  if (seconds === 0) return 'You have not been charged, and your selection is kept.'
  return canExtend
    ? 'Need more time? You can extend the hold.'
    : 'When the hold ends, you can hold the slot again if it is still free.'
}

/** Returns the countdown's text for screen readers, which read each change of the text aloud. */
export function announcement(seconds: number, canExtend: boolean): string {
  if (seconds === 0) return 'The hold on your slot has ended. You have not been charged.'
  if (seconds <= warningSeconds)
    return `Your slot is held for two more minutes.${canExtend ? ' Extend it if you need more time.' : ''}`
  if (seconds <= 300) return 'Your slot is held for five more minutes.'
  return ''
}
