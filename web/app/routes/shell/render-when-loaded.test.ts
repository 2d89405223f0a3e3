import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWhenLoaded } from './render-when-loaded.ts'

let waiting: string[]
let frames: (() => void)[]
let dataset: Record<string, string>
const page = new EventTarget()

beforeEach(() => {
  waiting = ['first card', 'second card', 'footer']
  frames = []
  dataset = {}
  const element = { classList: { remove: () => waiting.shift() } }
  vi.stubGlobal('document', {
    readyState: 'interactive',
    documentElement: { dataset },
    querySelector: () => (waiting.length > 0 ? element : null),
  })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

afterEach(() => vi.unstubAllGlobals())

const runFrames = () => {
  while (frames.length > 0) frames.shift()!()
}

test('renderWhenLoaded renders one element per frame after the page has loaded', () => {
  const stop = renderWhenLoaded()
  runFrames()
  expect(waiting).toHaveLength(3)
  page.dispatchEvent(new Event('load'))
  expect(waiting).toEqual(['second card', 'footer'])
  runFrames()
  expect(waiting).toEqual([])
  expect(dataset).toEqual({ rendered: '' })
  stop()
})

test('renderWhenLoaded starts at once on a page that has loaded', () => {
  vi.stubGlobal('document', { ...document, readyState: 'complete' })
  const stop = renderWhenLoaded()
  runFrames()
  expect(waiting).toEqual([])
  stop()
})

test('renderWhenLoaded renders all elements when the user scrolls', () => {
  const stop = renderWhenLoaded()
  expect(dataset).toEqual({})
  page.dispatchEvent(new Event('scroll'))
  expect(dataset).toEqual({ rendered: '' })
  stop()
})

test('renderWhenLoaded renders nothing more after it is stopped', () => {
  const stop = renderWhenLoaded()
  page.dispatchEvent(new Event('load'))
  stop()
  runFrames()
  expect(waiting).toEqual(['second card', 'footer'])
  page.dispatchEvent(new Event('scroll'))
  expect(dataset).toEqual({})
})
