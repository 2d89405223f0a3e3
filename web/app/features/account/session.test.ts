import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionProvider, useSession } from './session.tsx'

function Who() {
  const { status, user } = useSession()
  return `${status}, ${user ? user.email : 'nobody'}`
}

test('nobody is taken for signed in or signed out before the first check', () => {
  const provided = createElement(SessionProvider, null, createElement(Who))
  expect(renderToStaticMarkup(provided)).toBe('checking, nobody')
})
