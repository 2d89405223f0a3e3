import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password, type Target } from '../target.ts'
import { send, type Received } from './clients.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

const kinds = ['unknown', 'confirmed', 'unconfirmed', 'organization'] as const
type Kind = (typeof kinds)[number]

const rounds = 4
const mostPasses = 40
/**
 * Maximum ratio between two response times. The ratio would exceed ten if the server skipped the
 * password hash.
 */
const mostRatio = 2
const beatMs = 250
const wrongPassword = 'POST /token with a wrong password'

/**
 * Replaces the identifier, ids and times, so that responses for different accounts are comparable.
 */
function comparable({ status, body, headers }: Received, identifier: string) {
  const text = JSON.stringify(body)
    .replaceAll(identifier, 'the identifier')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  return { status, text, headers: [...headers.keys()].toSorted() }
}

describe.runIf(isOwnTarget)('account enumeration', () => {
  let box: MailTarget
  let hash = ''
  beforeAll(async () => {
    box = await openMailTarget({
      auth: { enableEmailAutoconfirm: false, answerBeat: beatMs, passwordHash: {} },
    })
    await send(box.target, '/signup', { email: newEmail(), password })
    const [user] = await box.sql<{ hash: string }[]>`
      select encrypted_password as hash from auth.users`
    hash = user!.hash
  })
  afterAll(() => box.target.close())

  /** Creates an account of the given kind, or none for `unknown`. Returns its email. */
  async function addressOf(kind: Kind): Promise<string> {
    const email = newEmail()
    if (kind === 'unknown') return email
    const id = crypto.randomUUID()
    const isCompany = kind === 'organization'
    await box.sql`
      insert into auth.users (id, email, is_sso_user, encrypted_password, email_confirmed_at)
      values (${id}, ${email}, ${isCompany}, ${isCompany ? null : hash},
        ${kind === 'unconfirmed' ? null : new Date()})`
    await box.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${id}, ${id}, ${box.sql.json({ sub: id, email })}, ${isCompany ? 'sso:x' : 'email'})`
    return email
  }

  const calls: Record<string, (email: string) => Promise<Received>> = {
    'POST /signup': (email) => send(box.target, '/signup', { email, password }),
    [wrongPassword]: (email) =>
      send(box.target, '/token?grant_type=password', { email, password: 'wrong one' }),
    'POST /otp': (email) => send(box.target, '/otp', { email }),
    'POST /otp with create_user false': (email) =>
      send(box.target, '/otp', { email, create_user: false }),
    'POST /magiclink': (email) => send(box.target, '/magiclink', { email }),
    'POST /recover': (email) => send(box.target, '/recover', { email }),
    'POST /resend': (email) => send(box.target, '/resend', { type: 'signup', email }),
    'POST /verify with a wrong code': (email) =>
      send(box.target, '/verify', { type: 'email', email, token: '000000' }),
  }

  test.concurrent.each(Object.entries(calls))(
    '%s returns the same response for known and unknown emails',
    async (_, call) => {
      const responses = await Promise.all(
        kinds.map(async (kind) => {
          const email = await addressOf(kind)
          return comparable(await call(email), email)
        }),
      )
      for (const answer of responses) expect(answer).toEqual(responses[0])
    },
  )

  /**
   * Returns the shortest of several response times in ms, because load can only slow a response.
   */
  async function fastest(
    kind: Kind,
    call: (email: string) => Promise<Received>,
    attempts = rounds,
  ) {
    const times: number[] = []
    for (let round = 0; round < attempts; round += 1) {
      const email = await addressOf(kind)
      const start = performance.now()
      await call(email)
      times.push(performance.now() - start)
    }
    return Math.min(...times)
  }

  const { [wrongPassword]: signIn, ...onBeat } = calls

  test.concurrent.each(Object.entries(onBeat))(
    '%s responds no earlier than the configured minimum time, whether or not the email is known',
    async (_, call) => {
      const times = await Promise.all(kinds.map((kind) => fastest(kind, call)))
      // Accepts responses 1 ms before the minimum time, because a timer may fire up to 1 ms early.
      expect(times.filter((time) => time < beatMs - 1)).toEqual([])
    },
  )

  test('a sign-in with a wrong password takes a similar time for every kind of account and for unknown emails', async () => {
    const shortest = new Map<Kind, number>(kinds.map((kind) => [kind, Infinity]))
    let ratio = Infinity
    // Repeats the measurement, because load can slow the responses for one kind of account.
    for (let pass = 0; pass < mostPasses && ratio > mostRatio; pass += 1) {
      for (const kind of kinds) {
        shortest.set(kind, Math.min(shortest.get(kind)!, await fastest(kind, signIn!, 1)))
      }
      const times = [...shortest.values()]
      ratio = Math.max(...times) / Math.min(...times)
    }
    expect(ratio).toBeLessThanOrEqual(mostRatio)
  }, 60_000)
})

describe.runIf(isOwnTarget)('enumeration of phone numbers', () => {
  /**
   * Response time of the fake SMS gateway in ms. Auth responses must not reveal a call to it.
   */
  const gatewayMs = 600
  const phoneKinds = ['unknown', 'confirmed', 'unconfirmed'] as const
  let target: Target
  let gateway: Server
  let next = 4915112340000
  beforeAll(async () => {
    gateway = createServer((_, response) => {
      setTimeout(() => response.writeHead(503).end('{}'), gatewayMs)
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const sms = { accountSid: 'AC1', authToken: 'token', from: '+15005550006', url }
    target = await openTarget({
      auth: { enablePhone: true, answerBeat: beatMs, otp: { textInterval: 0 }, sms },
    })
  })
  afterAll(async () => {
    await target.close()
    gateway.close()
  })

  async function phoneOf(kind: (typeof phoneKinds)[number]): Promise<string> {
    const phone = String((next += 1))
    if (kind === 'unknown') return phone
    await target.sql!`
      insert into auth.users (id, phone, phone_confirmed_at, phone_change)
      values (gen_random_uuid(), ${phone}, ${kind === 'confirmed' ? new Date() : null}, ${`1${phone}`})`
    return phone
  }

  const calls: Record<string, (phone: string) => Promise<Received>> = {
    'POST /signup': (phone) => send(target, '/signup', { phone, password }),
    'POST /otp': (phone) => send(target, '/otp', { phone }),
    'POST /otp with create_user false': (phone) =>
      send(target, '/otp', { phone, create_user: false }),
    'POST /resend for an SMS': (phone) => send(target, '/resend', { type: 'sms', phone }),
    'POST /resend for a phone change': (phone) =>
      send(target, '/resend', { type: 'phone_change', phone }),
  }

  test.each(Object.entries(calls))(
    '%s returns the same response in a similar time for known and unknown phone numbers, even if the SMS gateway fails',
    async (_, call) => {
      const responses = await Promise.all(
        phoneKinds.map(async (kind) => {
          const phone = await phoneOf(kind)
          const start = performance.now()
          const response = comparable(await call(phone), phone)
          return { ...response, isSlow: performance.now() - start >= gatewayMs }
        }),
      )
      for (const response of responses) expect(response).toEqual(responses[0])
    },
  )

  test('repeated sign-ups with an unconfirmed or a confirmed email return the same user id each time', async () => {
    const strict = await openTarget({ auth: { enableEmailAutoconfirm: false } })
    const email = newEmail()
    const signUp = async () => {
      const { data } = await clientOf(strict).auth.signUp({ email, password })
      return [data.user?.id, data.user?.identities?.[0]?.identity_id]
    }
    const first = await signUp()
    expect((await signUp())[0]).toBe(first[0])
    await strict.sql!`update auth.users set email_confirmed_at = now() where email = ${email}`
    const known = await signUp()
    expect(known[0]).not.toBe(first[0])
    expect(await signUp()).toEqual(known)
    await strict.close()
  })
})
