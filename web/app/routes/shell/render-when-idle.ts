import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Renders the elements far from the viewport: one per frame once the first page is idle, or all when
 * the user scrolls. Scroll positions are then exact, and captures show the whole page. Returns a
 * function that stops it.
 */
export function renderWhenIdle(): () => void {
  let frame = 0
  const stop = () => {
    cancel()
    cancelAnimationFrame(frame)
    removeEventListener('scroll', renderAll)
  }
  const renderAll = () => {
    stop()
    document.documentElement.dataset['rendered'] = ''
  }
  const renderNext = () => {
    const element = document.querySelector('.render-when-near')
    if (!element) return renderAll()
    element.classList.remove('render-when-near')
    // Waits for a frame instead of an idle period, because a busy page would stay blank for long.
    frame = requestAnimationFrame(renderNext)
  }
  const cancel = whenIdle(renderNext)
  addEventListener('scroll', renderAll)
  return stop
}
