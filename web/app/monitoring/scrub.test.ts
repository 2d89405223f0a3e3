import { expect, test } from 'vitest'
import { scrub, scrubText } from './scrub.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s5d-HVk'

test.each([
  [
    '/booking-confirmation?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_9#done',
    '/booking-confirmation?payment_intent=[removed]&payment_intent_client_secret=[removed]#done',
  ],
  ['http://x/#access_token=abc&type=recovery', 'http://x/#access_token=[removed]&type=[removed]'],
  ['GET /rest/v1/profiles?email=eq.liam@hourspace.demo', 'GET /rest/v1/profiles?email=[removed]'],
  ['no mail to liam.o+1@mail.example.org today', 'no mail to [removed] today'],
  [`sent ${jwt} along`, 'sent [removed] along'],
  ['Authorization: Bearer abc.def-1', 'Authorization: Bearer [removed]'],
  ['intent pi_3Nk_secret_Zx9 is gone', 'intent [removed] is gone'],
  ['key sk_test_51H and whsec_9f', 'key [removed] and [removed]'],
  ['card 4242 4242 4242 4242 declined', 'card [removed] declined'],
  ['button.primary[aria-label="Call Ada Byron"][type="submit"]', 'button.primary[type="submit"]'],
  ['postgres://owner:pass@db:5432/x', 'postgres://[removed]@db:5432/x'],
])('scrubText turns "%s" into "%s"', (text, scrubbed) => expect(scrubText(text)).toBe(scrubbed))

test.each([
  'hourspace@0.1.0',
  'SpaceCard is not a function',
  '/space/:id',
  'at http://x/assets/home-B1.js:12:345',
])('scrubText leaves "%s" unchanged', (text) => expect(scrubText(text)).toBe(text))

test.each(['a', 'a.', '?', 'eyJaaaaaaaa-', '_secret_', 'a@1.', '1 '])(
  'scrubText takes less than 1 s of CPU time for 100,000 characters of %j',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const before = process.threadCpuUsage()
    scrubText(text)
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000)
  },
)

test('scrub removes the values of properties with private names', () => {
  const headers = { Authorization: 'x', cookie: 'x', apikey: 'x', 'X-Api-Key': 'x', accept: 'x' }
  expect(scrub({ headers })).toEqual({
    headers: {
      Authorization: '[removed]',
      cookie: '[removed]',
      apikey: '[removed]',
      'X-Api-Key': '[removed]',
      accept: 'x',
    },
  })
  expect(scrub({ user: { id: '1' }, extra: { clientSecret: 'x', body: { note: 'x' } } })).toEqual({
    user: '[removed]',
    extra: { clientSecret: '[removed]', body: '[removed]' },
  })
})

test('scrub keeps Sentry ids, timestamps and SDK names', () => {
  const event = {
    event_id: '12345678901234567890123456789012',
    contexts: { trace: { trace_id: '1234567890123456', span_id: '1234567890123456', op: 'http' } },
    timestamp: 1_790_000_000.123,
    sdk: { name: 'sentry.javascript.react' },
    debug_meta: undefined,
  }
  expect(scrub(event)).toEqual(event)
})

test('scrub replaces circular references and does not modify its input', () => {
  const report: Record<string, unknown> = { message: 'to ada@hourspace.demo', kept: [1] }
  report['self'] = report
  expect(scrub(report)).toEqual({ message: 'to [removed]', kept: [1], self: '[circular]' })
  expect(report['message']).toBe('to ada@hourspace.demo')
})
