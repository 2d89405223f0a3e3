import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import SharedFavorites from './route.tsx'

test('a shared list whose spaces fail to load shows an error with "Try again", but no number of free spaces', () => {
  const loaderData = {
    key: 'k',
    name: 'Offsite',
    total: 3,
    shown: 24,
    date: '2026-12-05',
    matching: 0,
    spaces: [],
    error: 'Failed to fetch spaces',
  }
  const Stub = createRoutesStub([
    { id: 'list', path: '/', Component: SharedFavorites as never, loader: () => loaderData },
  ])
  const html = renderToStaticMarkup(
    createElement(Stub, { hydrationData: { loaderData: { list: loaderData } } }),
  )
  expect(html).toMatch(/role="alert".*Failed to fetch spaces.*<button[^>]*>.*Try again/)
  expect(html).not.toContain('is free on')
})
