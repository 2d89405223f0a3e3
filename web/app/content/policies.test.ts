import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { routeTable } from '#web/test-routes.ts'
import { cancellation } from './cancellation.ts'
import { cityOf } from './cities.ts'
import { cookies, ownCookies, stored } from './cookies.ts'
import { covid19 } from './covid19.ts'
import { privacy } from './privacy.ts'
import { safety } from './safety.ts'
import { sitemapGroups } from './sitemap.ts'
import { terms } from './terms.ts'

/** True if the URL has a route without parameters or wildcards, or is the page of a known city. */
function resolves(address: string): boolean {
  const url = new URL(address, 'http://localhost')
  const match = matchRoutes(routeTable, url.pathname)?.at(-1)
  if (match?.route.path === ':city') return cityOf(match.params['city'] ?? '') !== undefined
  return match !== undefined && !/[:*]/.test(match.route.path ?? '')
}

const policies = { safety, cancellation, covid19, privacy, terms, cookies }

describe('the sitemap', () => {
  test('the sitemap page has the groups and links of the specification', () => {
    expect(Object.keys(sitemapGroups)).toEqual([
      'Main Pages',
      'User Account',
      'Company',
      'Support',
      'Legal',
      'Popular Cities',
    ])
    expect(Object.fromEntries(Object.values(sitemapGroups).flat())).toMatchObject({
      Dashboard: '/dashboard',
      'Create Listing': '/create-listing',
      'My Bookings': '/dashboard',
      Cookies: '/cookies',
      'San Jose': '/san-jose',
    })
  })

  test('every link of the sitemap page leads to a static page or a known city', () => {
    const links = Object.values(sitemapGroups).flat()
    expect(links.filter(([, to]) => !resolves(to))).toEqual([])
  })
})

describe.each(Object.entries(policies))('the policy page %s', (name, policy) => {
  test(`the links of the policy page ${name} resolve and its section ids are unique`, () => {
    const links = [...JSON.stringify(policy).matchAll(/\]\((\/[^)]*)\)/g)].map(([, to]) => to ?? '')
    expect(links.filter((to) => !resolves(to))).toEqual([])
    const ids = policy.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test(`the policy page ${name} does not use the regulated term escrow`, () => {
    expect(JSON.stringify(policy)).not.toMatch(/escrow/i)
  })
})

test('the terms are dated March 15, 2025 and have six sections', () => {
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

test('the safety page starts with the $1M liability insurance', () => {
  expect(safety.sections[0]?.title).toBe('$1M liability insurance')
})

test('the privacy policy lists the collected data, its recipients and the four rights', () => {
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

test('the cancellation page shows the deadlines and refunds of the domain rules', () => {
  const tables = cancellation.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table.rows] : []))
  expect(tables.slice(0, 2)).toEqual([
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

test('the cookies page lists every localStorage and sessionStorage key of the code', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^content/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((code) => /localStorage|sessionStorage|recentList|readText|storeText/.test(code))
  const keys = files.flatMap((code) =>
    [...code.matchAll(/(?:[kK]ey = |recentList\()'([^']+)'/g)].map(([, key]) => key ?? ''),
  )
  const listed = stored.map(({ key }) => key)
  // This key is set by React Router.
  expect(new Set([...keys, 'react-router-scroll-positions'])).toEqual(new Set(listed))

  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(all).not.toMatch(/document\.cookie|['"]set-cookie['"]|createCookie/i)
})

test('the cookies page lists every cookie that the backend sets', () => {
  const folder = join(import.meta.dirname, '../../../backend/src/auth')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const set = [...code.matchAll(/[`'}](sb-[a-z]+)/g)].map(([, name]) => name)
  expect(new Set(set)).toEqual(new Set(ownCookies.map(({ name }) => name)))
})
