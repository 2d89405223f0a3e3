import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCarousel, lockTime, slideTime, type Carousel } from './carousel.ts'

let carousel: Carousel

beforeEach(() => {
  vi.useFakeTimers()
  carousel = createCarousel(10)
})
afterEach(() => {
  carousel.stop()
  vi.useRealTimers()
})

const index = () => carousel.state().index
const isLocked = () => carousel.state().isLocked
const isRotating = () => carousel.state().isRotating

test('a slide stays five seconds, and after the last the first comes again', () => {
  carousel.start(true)
  vi.advanceTimersByTime(slideTime - 1)
  expect(index()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(index()).toBe(1)
  vi.advanceTimersByTime(9 * slideTime)
  expect(index()).toBe(0)
})

test('it stands still before the start and after the stop', () => {
  vi.advanceTimersByTime(10 * slideTime)
  expect(index()).toBe(0)
  carousel.start(true)
  carousel.stop()
  vi.advanceTimersByTime(10 * slideTime)
  expect(index()).toBe(0)
})

test('arrows wrap in both directions', () => {
  carousel.previous()
  expect(index()).toBe(9)
  vi.advanceTimersByTime(lockTime)
  carousel.next()
  expect(index()).toBe(0)
})

test('for one second after a change the controls do nothing', () => {
  carousel.goTo(4)
  expect(isLocked()).toBe(true)
  carousel.next()
  carousel.goTo(7)
  vi.advanceTimersByTime(lockTime - 1)
  carousel.previous()
  expect(index()).toBe(4)
  vi.advanceTimersByTime(1)
  expect(isLocked()).toBe(false)
  carousel.goTo(7)
  expect(index()).toBe(7)
})

test('the slide that already shows is no change', () => {
  carousel.goTo(0)
  expect(isLocked()).toBe(false)
})

test('a slide that somebody chose has its full time, too', () => {
  carousel.start(true)
  vi.advanceTimersByTime(slideTime - 500)
  carousel.next()
  vi.advanceTimersByTime(slideTime - 1)
  expect(index()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(index()).toBe(2)
})

test('paused it stays, and the arrows still work', () => {
  carousel.start(true)
  carousel.pause()
  vi.advanceTimersByTime(3 * slideTime)
  expect(index()).toBe(0)
  carousel.next()
  vi.advanceTimersByTime(3 * slideTime)
  expect(index()).toBe(1)
  carousel.play()
  vi.advanceTimersByTime(slideTime)
  expect(index()).toBe(2)
})

test('each reason to wait holds it for itself', () => {
  carousel.start(true)
  carousel.hold('pointer', true)
  carousel.hold('hidden', true)
  carousel.hold('pointer', false)
  expect(isRotating()).toBe(false)
  vi.advanceTimersByTime(3 * slideTime)
  expect(index()).toBe(0)
  carousel.hold('hidden', false)
  expect(isRotating()).toBe(true)
  vi.advanceTimersByTime(slideTime)
  expect(index()).toBe(1)
})

test('who presses play sees it move, though the pointer is on the button', () => {
  carousel.start(false)
  carousel.hold('pointer', true)
  carousel.hold('focus', true)
  carousel.play()
  expect(isRotating()).toBe(true)
  carousel.hold('hidden', true)
  carousel.play()
  expect(isRotating()).toBe(false)
})

test('listeners hear of every change, and with reduced motion nothing moves by itself', () => {
  const heard = vi.fn<() => void>()
  const unsubscribe = carousel.subscribe(heard)
  carousel.start(false)
  vi.advanceTimersByTime(3 * slideTime)
  expect(index()).toBe(0)
  carousel.next()
  vi.advanceTimersByTime(lockTime)
  expect(heard).toHaveBeenCalledTimes(3)
  unsubscribe()
  carousel.next()
  expect(heard).toHaveBeenCalledTimes(3)
})
