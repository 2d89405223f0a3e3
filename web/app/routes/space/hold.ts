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
export const warningSeconds = 120

/** What is said aloud on the way down; empty in between, so that nothing is said every second. */
export function announcement(seconds: number): string {
  if (seconds === 0) return 'The hold on your slot has ended. You have not been charged.'
  if (seconds <= warningSeconds)
    return 'Your slot is held for two more minutes. Hold it longer if you need more time.'
  if (seconds <= 300) return 'Your slot is held for five more minutes.'
  return ''
}
