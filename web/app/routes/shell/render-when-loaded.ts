/**
 * Renders the elements far from the viewport: one per frame once the first page has loaded, or all
 * when the user scrolls. Scroll positions are then exact, and captures show the whole page. Returns
 * a function that stops it.
 */
export function renderWhenLoaded(): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const renderAll = () => {
    stopped.abort()
    document.documentElement.dataset['rendered'] = ''
  }
  const renderNext = () => {
    if (signal.aborted) return
    const element = document.querySelector('.render-when-near')
    if (!element) return renderAll()
    element.classList.remove('render-when-near')
    requestAnimationFrame(renderNext)
  }
  addEventListener('scroll', renderAll, { signal })
  if (document.readyState === 'complete') requestAnimationFrame(renderNext)
  else addEventListener('load', renderNext, { signal })
  return () => stopped.abort()
}
