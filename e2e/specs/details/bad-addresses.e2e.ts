import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '@hourspace/web/routes.ts'
import { expect, test } from '../../support/test.ts'

test.use({ expectedConsoleErrors: /status of 404/ })

/**
 * Malformed and unusual URL parts: NUL, incomplete escape, invalid UTF-8, lone surrogate, path
 * traversal, percent sign, very long value.
 */
const badParts = ['%00', 'a%00b', '%', '%ff', '%ED%A0%80', '%2e%2e%2f', '%25', 'x'.repeat(3000)]

const parameters = ['q', 'type', 'location', 'region', 'sort', 'after', 'token', 'position']

function patternsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [
    ...(path ? [path] : []),
    ...patternsOf(children),
  ])
}

/**
 * Returns URLs that match a route pattern: one for each malformed path segment, and one with
 * malformed query values. `index` shifts the query values, so that all routes together test each
 * parameter with each value.
 */
function addressesOf(pattern: string, index: number): string[] {
  const filled = badParts.map((bad) =>
    `/${pattern}`.replace(':city/', 'tokyo/').replaceAll(/:\w+|\*/g, bad),
  )
  const query = parameters.map(
    (name, position) => `${name}=${badParts[(index + position) % badParts.length]}`,
  )
  return [...new Set([...filled, `${filled[0]}?${query.join('&')}`])]
}

const isDesigned = /<h1[\s>]/

test('every route responds to malformed URLs with a status below 500', async ({ request }) => {
  for (const [index, pattern] of [...new Set(['', ...patternsOf(routes)])].entries()) {
    const visits = addressesOf(pattern, index).map(async (address) => {
      const response = await request.get(address)
      expect.soft(response.status(), address).toBeLessThan(500)
      if (response.headers()['content-type']?.startsWith('text/html'))
        expect.soft(await response.text(), address).toMatch(isDesigned)
    })
    await Promise.all(visits)
  }
})
