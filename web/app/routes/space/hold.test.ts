import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  adviceAt,
  announcement,
  HoldCountdown,
  holdEnd,
  secondsLeft,
  timeLeft,
} from './hold-countdown.tsx'

const now = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('the hold countdown stops at 0:00 and never shows a negative time', () => {
  expect(timeLeft(later(845), now)).toBe('14:05')
  expect(timeLeft(later(-3), now)).toBe('0:00')
  expect(secondsLeft(later(0.2), now)).toBe(1)
})

test("the hold countdown does not end early if the clock of the guest's device is wrong", () => {
  expect(holdEnd('2026-11-21T10:10:00Z', now).toISOString()).toBe('2026-11-21T10:10:00.000Z')
  expect(holdEnd('2026-11-21T09:00:00Z', now)).toEqual(later(900))
  expect(holdEnd('2026-11-21T19:00:00Z', now)).toEqual(later(900))
})

test('the hold countdown is announced five minutes and two minutes before the hold ends, and when it ends', () => {
  expect(announcement(600, true)).toBe('')
  expect(announcement(300, true)).toContain('five')
  expect(announcement(120, true)).toContain('two more minutes')
  expect(announcement(120, true)).toBe(announcement(1, true))
  expect(announcement(120, true)).toContain('Extend it')
  expect(announcement(0, true)).toContain('ended')
})

test('after the last extension, the hold countdown no longer offers to extend the hold', () => {
  expect(adviceAt(120, true)).toContain('You can extend the hold')
  expect(adviceAt(120, false)).not.toContain('extend')
  expect(announcement(120, false)).toBe('Your slot is held for two more minutes.')
  const countdown = (canExtend: boolean) =>
    renderToStaticMarkup(
      createElement(HoldCountdown, {
        end: new Date(Date.now() + 60_000),
        canExtend,
        onRenew: () => {},
        isRenewing: false,
        onEnd: () => {},
      }),
    )
  expect(countdown(true)).toContain('Extend hold')
  expect(countdown(false)).not.toContain('Extend hold')
})
