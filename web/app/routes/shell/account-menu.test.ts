import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Profile } from '#web/features/account/profile.ts'
import { AccountMenu } from './account-menu.tsx'

const email = 'maya@hourspace.demo'

/** Returns the visible text of the menu button, without the button's accessible name. */
function wordsWith(profile: Profile | null): string {
  const menu = createElement(AccountMenu, {
    user: { id: 'maya', email, isManagedByCompany: false },
    profile,
    takesFocus: false,
    onLeft: () => {},
  })
  const client = new QueryClient()
  const page = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MemoryRouter, null, menu)),
  )
  return page.replace(/Account of [^<]+/, '').replace(/<[^>]*>/g, ' ')
}

test('the account menu does not show the email while the profile is loading', () => {
  expect(wordsWith(null)).not.toContain(email)
})

test("the account menu shows the user's full name, or the email if the profile has no name", () => {
  const profile: Profile = {
    full_name: 'Maya Castillo',
    avatar_url: null,
    is_admin: false,
    is_host: false,
  }
  expect(wordsWith(profile)).toContain('Maya Castillo')
  expect(wordsWith({ ...profile, full_name: null })).toContain(email)
})
