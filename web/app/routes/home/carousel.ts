import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** Milliseconds that a slide stays before the next one comes by itself. */
export const slideTime = 5_000

/** Milliseconds after a change during which the controls do nothing. */
export const lockTime = 1_000

/** Why the slides wait although nobody pressed pause. */
type Hold = 'pointer' | 'focus' | 'hidden'

export type CarouselState = {
  /** The slide that shows, from 0. */
  index: number
  /** A change is under way; asking for another one does nothing. */
  isLocked: boolean
  /** Nobody has paused it. */
  isPlaying: boolean
  /** Playing and not held: the next slide will come by itself. */
  isRotating: boolean
}

export type Carousel = ReturnType<typeof createCarousel>

/** Before anything has moved, as the server draws it. */
export const firstState: CarouselState = {
  index: 0,
  isLocked: false,
  isPlaying: true,
  isRotating: false,
}

/**
 * `count` slides as a state that changes with time and tells its listeners. It stands still until
 * `start`; `stop` ends its timers. Own code, because a carousel library weighs several times as
 * much before it knows of locks, pauses and names for the slides.
 */
export function createCarousel(count: number) {
  const listeners = new Set<() => void>()
  const holds = new Set<Hold>()
  let state = firstState
  let isStarted = false
  let advance: ReturnType<typeof setTimeout> | undefined
  let unlock: ReturnType<typeof setTimeout> | undefined

  function update(change: Partial<CarouselState>): void {
    const next = { ...state, ...change }
    next.isRotating = isStarted && next.isPlaying && holds.size === 0
    // Each slide has its full time: a change of slide or a pause begins it anew.
    if (next.index !== state.index || next.isRotating !== state.isRotating) {
      clearTimeout(advance)
      if (next.isRotating) advance = setTimeout(() => goTo(next.index + 1), slideTime)
    }
    state = next
    for (const listener of listeners) listener()
  }

  /** Shows a slide, counted round in both directions. Nothing happens while locked. */
  function goTo(index: number): void {
    const wrapped = ((index % count) + count) % count
    if (state.isLocked || wrapped === state.index) return
    unlock = setTimeout(() => update({ isLocked: false }), lockTime)
    update({ index: wrapped, isLocked: true })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    goTo,
    next: () => goTo(state.index + 1),
    previous: () => goTo(state.index - 1),
    /** Begins to advance by itself, unless `isPlaying` is false. */
    start: (isPlaying: boolean) => {
      isStarted = true
      update({ isPlaying })
    },
    stop: () => {
      isStarted = false
      clearTimeout(unlock)
      update({ isLocked: false })
    },
    pause: () => update({ isPlaying: false }),
    /** Whoever presses play wants to see it move, though pointer and focus are still on it. */
    play: () => {
      holds.delete('pointer')
      holds.delete('focus')
      update({ isPlaying: true })
    },
    hold: (reason: Hold, isHeld: boolean) => {
      if (isHeld === holds.has(reason)) return
      if (isHeld) holds.add(reason)
      else holds.delete(reason)
      update({})
    },
  }
}

/** Pixels that a finger must travel sideways to turn to the next slide. */
const swipe = 40

/**
 * A carousel that waits while it is pointed at, focused or in a hidden tab, and moves only when
 * asked where less motion is wished for. `area` goes onto the element around all of it.
 */
export function useCarousel(count: number) {
  const [carousel] = useState(() => createCarousel(count))
  const state: CarouselState = useSyncExternalStore(
    carousel.subscribe,
    carousel.state,
    () => firstState,
  )

  useEffect(() => {
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const pause = () => lessMotion.matches && carousel.pause()
    const look = () => carousel.hold('hidden', document.hidden)
    look()
    carousel.start(!lessMotion.matches)
    lessMotion.addEventListener('change', pause)
    document.addEventListener('visibilitychange', look)
    return () => {
      carousel.stop()
      lessMotion.removeEventListener('change', pause)
      document.removeEventListener('visibilitychange', look)
    }
  }, [carousel])

  const [touch, setTouch] = useState<{ x: number; y: number }>()
  const area = {
    onPointerEnter: () => carousel.hold('pointer', true),
    onPointerLeave: () => carousel.hold('pointer', false),
    // A button that was clicked keeps the focus, but the pointer that did it may have left.
    onFocus: ({ target }: FocusEvent) =>
      target.matches(':focus-visible') && carousel.hold('focus', true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      currentTarget.contains(relatedTarget) || carousel.hold('focus', false),
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) =>
      setTouch(pointerType === 'touch' ? { x: clientX, y: clientY } : undefined),
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!touch) return
      setTouch(undefined)
      const [x, y] = [clientX - touch.x, clientY - touch.y]
      if (Math.abs(x) < swipe || Math.abs(x) < Math.abs(y)) return
      if (x < 0) carousel.next()
      else carousel.previous()
    },
  }

  return { carousel, state, area }
}
