import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** Milliseconds between automatic slide changes. */
export const slideTime = 5_000

/** Milliseconds for which the carousel ignores its controls after a slide change. */
export const lockTime = 1_000

/** Reason why the rotation of the carousel is suspended, although the user has not paused it. */
type Hold = 'pointer' | 'focus' | 'hidden'

type CarouselState = {
  index: number
  /** `isLocked` is true during a slide change, while the carousel ignores its controls. */
  isLocked: boolean
  isPlaying: boolean
  /**
   * `isRotating` is true while the carousel advances automatically: it plays, and nothing suspends
   * the rotation.
   */
  isRotating: boolean
}

export type Carousel = ReturnType<typeof createCarousel>

/** Initial state, with which the server renders the carousel. */
const firstState: CarouselState = {
  index: 0,
  isLocked: false,
  isPlaying: true,
  isRotating: false,
}

/**
 * State machine of a carousel. Carousel libraries are several times larger and do not lock the
 * controls during a slide change.
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
    // Restarts the timer after a slide change or a pause, so that each slide is shown for its full
    // time.
    if (next.index !== state.index || next.isRotating !== state.isRotating) {
      clearTimeout(advance)
      if (next.isRotating) advance = setTimeout(() => goTo(next.index + 1), slideTime)
    }
    state = next
    for (const listener of listeners) listener()
  }

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
    /**
     * Starts the rotation. Removes the holds 'pointer' and 'focus'. Otherwise, the pointer and the
     * focus on the pressed Play button would suspend the rotation.
     */
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

/** Minimum length of a swipe in pixels. */
const swipe = 40

/**
 * Carousel whose rotation is suspended on hover, on focus and in hidden tabs. It starts paused if
 * the user prefers reduced motion.
 */
export function useCarousel(count: number) {
  const [carousel] = useState(() => createCarousel(count))
  const state = useSyncExternalStore(carousel.subscribe, carousel.state, () => firstState)

  useEffect(() => {
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const pause = () => lessMotion.matches && carousel.pause()
    const holdIfHidden = () => carousel.hold('hidden', document.hidden)
    holdIfHidden()
    carousel.start(!lessMotion.matches)
    lessMotion.addEventListener('change', pause)
    document.addEventListener('visibilitychange', holdIfHidden)
    return () => {
      carousel.stop()
      lessMotion.removeEventListener('change', pause)
      document.removeEventListener('visibilitychange', holdIfHidden)
    }
  }, [carousel])

  const [touch, setTouch] = useState<{ x: number; y: number }>()
  const area = {
    onPointerEnter: () => carousel.hold('pointer', true),
    onPointerLeave: () => carousel.hold('pointer', false),
    // Suspends the rotation only for keyboard focus, because a clicked button keeps the focus.
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
