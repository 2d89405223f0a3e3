import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IdentitiesSection } from './identities-section.tsx'
import { accountOf } from './own-account.ts'

test('Linked accounts offers to unlink Google, but not the company of an SSO user', () => {
  const identities = ['google', 'sso:1'].map((provider) => ({
    id: provider,
    identity_id: provider,
    user_id: '1',
    provider,
  }))
  const account = accountOf({
    id: '1',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-11-21T10:00:00Z',
    identities,
  })
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(IdentitiesSection, {
        account,
        providers: [{ name: 'google', label: 'Google' }],
        onChanged: () => {},
      }),
    ),
  )
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('Unlink Google')
  expect(text).toContain('Your company')
  expect(text).not.toContain('Unlink Your company')
})
