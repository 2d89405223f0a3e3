import { expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { identityLinked, identityUnlinked } from './account-notices.ts'

const url = 'http://localhost:3000'
const site = { name: company.name, url, authUrl: `${url}/auth/v1` }

test.each([
  ['google', 'Google', 'Google'],
  ['gitlab', 'Gitlab', 'Gitlab'],
  ['phone', 'Your phone', 'your phone'],
  ['sso:7f3a', 'Your company account', 'your company account'],
])(
  'emails about linking the identity %s capitalize its name only at the start of a sentence',
  (provider, atStart, inside) => {
    const data = { at: '2026-11-26T01:00:00Z', provider }
    const linked = identityLinked(data, site)
    expect(linked.title).toBe(`${atStart} was linked`)
    expect(linked.blocks[0]).toEqual({ text: `You can now sign in with ${inside}.` })
    const unlinked = identityUnlinked(data, site)
    expect(unlinked.title).toBe(`${atStart} was unlinked`)
    expect(unlinked.blocks[0]).toEqual({ text: `You can no longer sign in with ${inside}.` })
  },
)
