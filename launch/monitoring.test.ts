import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { readEnvironment } from './environment/environment.ts'
import { backendRoute, monitoringSettings } from './monitoring.ts'
import { routePatterns } from './web/app.ts'

const dsn = 'https://0123456789abcdef@sentry.example/7'

describe('monitoringSettings', () => {
  test('monitoringSettings returns null without SENTRY_DSN', () => {
    expect(monitoringSettings(readEnvironment({}))).toBeNull()
  })

  test('monitoringSettings samples all traces and 10% of session replays unless the sample rates are set', () => {
    expect(monitoringSettings(readEnvironment({ SENTRY_DSN: dsn }))).toEqual({
      dsn,
      release: expect.stringMatching(/^hourspace@\d/) as string,
      environment: 'development',
      tracesSampleRate: 1,
      replaysSessionSampleRate: 0.1,
    })
    const variables = {
      SENTRY_DSN: dsn,
      SENTRY_ENVIRONMENT: 'staging',
      SENTRY_RELEASE: 'abc',
      SENTRY_TRACES_SAMPLE_RATE: '0.25',
      SENTRY_REPLAYS_SESSION_SAMPLE_RATE: '0',
    }
    expect(monitoringSettings(readEnvironment(variables))).toMatchObject({
      release: 'abc',
      environment: 'staging',
      tracesSampleRate: 0.25,
      replaysSessionSampleRate: 0,
    })
  })

  test.each([
    ['SENTRY_DSN', 'sentry.example/7'],
    ['SENTRY_TRACES_SAMPLE_RATE', '2'],
    ['SENTRY_REPLAYS_SESSION_SAMPLE_RATE', 'half'],
  ])(
    'readEnvironment rejects an invalid %s with an error that names the variable',
    (name, value) => {
      expect(() => readEnvironment({ [name]: value })).toThrow(name)
    },
  )
})

test.each([
  ['/rest/v1/spaces', '/rest/v1/spaces'],
  ['/rest/v1/rpc/quote', '/rest/v1/rpc/quote'],
  ['/functions/v1/confirm-booking', '/functions/v1/confirm-booking'],
  ['/storage/v1/object/spaces/9f/picture.webp', '/storage/v1/object'],
])('monitoring reports the backend path %s as the route %s', (path, route) =>
  expect(backendRoute(path)).toBe(route),
)

test.each([
  ['/', '/'],
  ['/space/quiet-room', '/space/:id'],
  ['/space/quiet-room.data', '/space/:id'],
  ['/_.data', '/'],
  ['/_root.data', '/'],
  ['/no/such/page', '/*'],
  ['/__manifest', '/__manifest'],
])('monitoring reports the page path %s as the route %s', (path, pattern) => {
  const routes = {
    root: { id: 'root', path: '' },
    shell: { id: 'shell', parentId: 'root' },
    home: { id: 'home', parentId: 'shell', index: true },
    space: { id: 'space', parentId: 'shell', path: 'space/:id' },
    other: { id: 'other', parentId: 'shell', path: '*' },
  }
  expect(routePatterns({ routes } as unknown as ServerBuild)(path)).toBe(pattern)
})
