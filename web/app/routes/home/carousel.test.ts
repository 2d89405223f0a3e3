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

test('the carousel advances every five seconds and wraps around', () => {
  carousel.start(true)
  vi.advanceTimersByTime(slideTime - 1)
  expect(index()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(index()).toBe(1)
  vi.advanceTimersByTime(9 * slideTime)
  expect(index()).toBe(0)
})

test('the carousel does not advance before `start` or after `stop` is called', () => {
  vi.advanceTimersByTime(10 * slideTime)
  expect(index()).toBe(0)
  carousel.start(true)
  carousel.stop()
  vi.advanceTimersByTime(10 * slideTime)
  expect(index()).toBe(0)
})

test("the carousel's arrow buttons wrap around in both directions", () => {
  carousel.previous()
  expect(index()).toBe(9)
  vi.advanceTimersByTime(lockTime)
  carousel.next()
  expect(index()).toBe(0)
})

test('the carousel ignores its controls for one second after a slide change', () => {
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

test('selecting the slide that is already shown does not make the carousel ignore its controls', () => {
  carousel.goTo(0)
  expect(isLocked()).toBe(false)
})

test('a slide that the user selected stays for its full five seconds', () => {
  carousel.start(true)
  vi.advanceTimersByTime(slideTime - 500)
  carousel.next()
  vi.advanceTimersByTime(slideTime - 1)
  expect(index()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(index()).toBe(2)
})

test('a paused carousel does not advance, but its arrow buttons work', () => {
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

test("the carousel's rotation stays suspended until every reason for the suspension has ended", () => {
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

test('pressing Play starts the carousel even while the pointer is over it', () => {
  carousel.start(false)
  carousel.hold('pointer', true)
  carousel.hold('focus', true)
  carousel.play()
  expect(isRotating()).toBe(true)
  carousel.hold('hidden', true)
  carousel.play()
  expect(isRotating()).toBe(false)
})

test('a carousel that starts paused advances only on request and notifies its listeners of each change', () => {
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
