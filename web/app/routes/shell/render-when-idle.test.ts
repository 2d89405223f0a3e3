import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const whenIdle = vi.hoisted(() => vi.fn<(run: () => void) => () => void>(() => () => {}))
vi.mock('#web/lib/when-idle.ts', () => ({ whenIdle }))

const { renderWhenIdle } = await import('./render-when-idle.ts')

let waiting: string[]
let frames: (() => void)[]
let dataset: Record<string, string>
const page = new EventTarget()

beforeEach(() => {
  waiting = ['first card', 'second card', 'footer']
  frames = []
  dataset = {}
  whenIdle.mockClear()
  const element = { classList: { remove: () => waiting.shift() } }
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: () => (waiting.length > 0 ? element : null),
  })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => delete frames[frame - 1])
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => vi.unstubAllGlobals())

test('renderWhenIdle renders one element per frame after the first idle period', () => {
  const stop = renderWhenIdle()
  whenIdle.mock.lastCall![0]()
  expect(waiting).toEqual(['second card', 'footer'])
  while (frames.length > 0) frames.shift()!()
  expect(waiting).toEqual([])
  expect(dataset).toEqual({ rendered: '' })
  expect(whenIdle).toHaveBeenCalledOnce()
  stop()
})

test('renderWhenIdle renders all elements when the user scrolls', () => {
  const stop = renderWhenIdle()
  expect(dataset).toEqual({})
  page.dispatchEvent(new Event('scroll'))
  expect(dataset).toEqual({ rendered: '' })
  stop()
})

test('renderWhenIdle renders nothing more after it is stopped', () => {
  const stop = renderWhenIdle()
  whenIdle.mock.lastCall![0]()
  stop()
  expect(frames.filter(Boolean)).toEqual([])
  page.dispatchEvent(new Event('scroll'))
  expect(dataset).toEqual({})
})
