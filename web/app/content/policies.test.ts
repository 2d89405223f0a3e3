import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import routes from '../routes.ts'
import { cancellation } from './cancellation.ts'
import { cookies, ownCookies, stored } from './cookies.ts'
import { covid19 } from './covid19.ts'
import { privacy } from './privacy.ts'
import { safety } from './safety.ts'
import { sitemapGroups } from './sitemap.ts'
import { terms } from './terms.ts'

const toObject = ({ path, index, file, children }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, id: file }
    : { ...(path ? { path } : {}), id: file, children: (children ?? []).map(toObject) }

const table = routes.map(toObject)

/** True when a screen of its own is there, rather than one that takes any address. */
function resolves(address: string): boolean {
  const url = new URL(address, 'http://localhost')
  const route = matchRoutes(table, url.pathname)?.at(-1)?.route
  return route !== undefined && !/[:*]/.test(route.path ?? '')
}

const policies = { safety, cancellation, covid19, privacy, terms, cookies }

describe('the sitemap', () => {
  test('has the groups of the specification', () => {
    expect(sitemapGroups.map(({ title }) => title)).toEqual([
      'Main Pages',
      'User Account',
      'Company',
      'Support',
      'Legal',
      'Popular Cities',
    ])
    const links = Object.fromEntries(
      sitemapGroups.flatMap((group) => group.links.map(({ label, to }) => [label, to])),
    )
    expect(links).toMatchObject({
      Dashboard: '/dashboard',
      'Create Listing': '/create-listing',
      'My Bookings': '/dashboard',
      Cookies: '/cookies',
      'San Jose': '/san-jose',
    })
  })

  test('every link leads to a screen of its own', () => {
    const dead = sitemapGroups.flatMap(({ links }) => links.filter(({ to }) => !resolves(to)))
    expect(dead).toEqual([])
  })
})

describe.each(Object.entries(policies))('%s', (_name, policy) => {
  test('its links lead somewhere, its sections have addresses of their own', () => {
    const links = [...JSON.stringify(policy).matchAll(/\]\((\/[^)]*)\)/g)].map(([, to]) => to ?? '')
    expect(links.filter((to) => !resolves(to))).toEqual([])
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('calls nothing by a word that is a promise of a bank', () => {
    expect(JSON.stringify(policy)).not.toMatch(/escrow/i)
  })
})

test('the terms are of March 15, 2025 and have six sections', () => {
  expect(terms.updated).toBe('2025-03-15')
  expect(terms.sections.map(({ title }) => title)).toEqual([
    '1. Agreement to Terms',
    '2. Use License',
    '3. User Responsibilities',
    '4. Booking and Payment Terms',
    '5. Limitation of Liability',
    '6. Changes to These Terms',
  ])
})

test('safety cites the liability insurance', () => {
  expect(safety.sections[0]?.title).toBe('$1M liability insurance')
})

test('privacy names what is collected, who else sees it, and the four rights', () => {
  const facts = (id: string) =>
    privacy.sections
      .find((section) => section.id === id)
      ?.blocks.flatMap((block) =>
        typeof block === 'object' && 'facts' in block ? block.facts.map(([name]) => name) : [],
      )
  expect(facts('collect')).toEqual([
    'Account data',
    'Booking data',
    'Communication data',
    'Usage data',
  ])
  expect(facts('share')).toEqual([
    'Other users',
    'Providers',
    'Law enforcement',
    'With your consent',
  ])
  expect(facts('rights')).toEqual(['Access', 'Correct', 'Delete', 'Opt out of marketing'])
})

test('the cancellation page says what the rules of the domain say', () => {
  const tables = cancellation.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table.rows] : []))
  expect(tables).toEqual([
    [
      ['Flexible', 'Full refund', '24 hours or more before the start'],
      ['Moderate', 'Full refund', '5 days or more before the start'],
      ['Strict', '50% refund', '7 days or more before the start'],
    ],
    [
      ['Flexible', '$220', '$220', '$220', '$0'],
      ['Moderate', '$220', '$220', '$0', '$0'],
      ['Strict', '$110', '$0', '$0', '$0'],
    ],
  ])
})

test('the cookies page lists whatever our code keeps in a browser', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^content/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((code) => /localStorage|sessionStorage/.test(code))
  const keys = files.flatMap((code) =>
    [...code.matchAll(/[kK]ey = '([^']+)'/g)].map(([, key]) => key ?? ''),
  )
  const told = stored.map(({ key }) => key)
  // The router's own key is in its code, not in ours.
  expect(new Set([...keys, 'react-router-scroll-positions'])).toEqual(new Set(told))

  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(all).not.toMatch(/document\.cookie|['"]set-cookie['"]|createCookie/i)
})

test('every cookie of ours is told', () => {
  const folder = join(import.meta.dirname, '../../../backend/src/auth')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const set = [...code.matchAll(/[`'}](sb-[a-z]+)/g)].map(([, name]) => name)
  expect(new Set(set)).toEqual(new Set(ownCookies.map(({ name }) => name)))
})
