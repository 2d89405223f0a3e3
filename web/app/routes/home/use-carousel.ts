import {
  useEffect,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
} from 'react'
import { createCarousel, firstState, type CarouselState } from './carousel.ts'

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
