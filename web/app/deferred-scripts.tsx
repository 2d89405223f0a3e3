import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { Scripts as renderScripts } from 'react-router'

type Rendered = ReactElement<{
  id?: string
  type?: string
  href?: string
  children?: ReactNode
}>

/**
 * Replaces `<Scripts />` in production, so that scripts load after the first paint. Otherwise,
 * Lighthouse mobile measures an LCP of 3.4 s (limit: 2.5 s). React Router has no option for this.
 */
export function DeferredScripts() {
  const elements = flatten(renderScripts({}))
  const context = elements.find(({ type, props }) => type === 'script' && !props.type)
  const module = elements.find(({ props }) => props.type === 'module')
  if (!module) return null
  const preloads = elements.flatMap(({ props }) => props.href ?? [])
  const starter = `(${startAfterFirstPaint})(${JSON.stringify(preloads)})`
  return (
    <>
      {context}
      {cloneElement(module, { id: 'page-module', type: 'text/plain' })}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />
    </>
  )
}

function flatten(node: ReactNode): Rendered[] {
  if (Array.isArray(node)) return node.flatMap(flatten)
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const element = node as Rendered
  return typeof element.type === 'string' ? [element] : flatten(element.props.children)
}

/**
 * The page contains the source code of this function, so the function must not use outer variables.
 */
function startAfterFirstPaint(preloads: string[]): void {
  // The Content-Security-Policy allows the inline module by the hash of its source code.
  const source = document.getElementById('page-module')?.textContent
  const append = (tag: string, attributes: object) =>
    document.head.append(Object.assign(document.createElement(tag), attributes))
  const start = () => {
    append('script', { type: 'module', text: source })
    // Uses a task for each request, because 40 requests in one task would block input.
    for (const href of preloads) setTimeout(() => append('link', { rel: 'modulepreload', href }))
  }
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return start()
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    const images = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
    const decoded = Array.from(images, (image) => image.decode())
    const timeout = new Promise((resolve) => setTimeout(resolve, 3_000))
    // Waits for the next animation frame, in which the decoded images are painted.
    void Promise.race([Promise.allSettled(decoded), timeout]).then(() =>
      requestAnimationFrame(() => setTimeout(start)),
    )
  }).observe({ type: 'paint', buffered: true })
}
