import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, password } from '../target.ts'
import { send, type Received } from './clients.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

const kinds = ['unknown', 'confirmed', 'unconfirmed', 'organization'] as const
type Kind = (typeof kinds)[number]

const rounds = 4
const mostPasses = 40
/**
 * Largest accepted ratio between the response times of two kinds of accounts. Responses without
 * password hashing are more than ten times as fast, so skipped hashing exceeds this ratio.
 */
const mostRatio = 2
const beatMs = 250
const wrongPassword = 'POST /token with a wrong password'

describe.runIf(isOwnTarget)('account enumeration', () => {
  let box: MailTarget
  let hash = ''
  beforeAll(async () => {
    box = await openMailTarget({ auth: { enableEmailAutoconfirm: false, answerBeat: beatMs } })
    await send(box.target, '/signup', { email: newEmail(), password })
    const [user] = await box.sql<{ hash: string }[]>`
      select encrypted_password as hash from auth.users`
    hash = user!.hash
  })
  afterAll(() => box.target.close())

  /**
   * Creates an account of the given kind (none for `unknown`) and returns its new email. Each
   * attempt uses its own email, so that attempts do not affect each other.
   */
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
    'POST /magiclink': (email) => send(box.target, '/magiclink', { email }),
    'POST /recover': (email) => send(box.target, '/recover', { email }),
    'POST /resend': (email) => send(box.target, '/resend', { type: 'signup', email }),
    'POST /verify with a wrong code': (email) =>
      send(box.target, '/verify', { type: 'email', email, token: '000000' }),
  }

  /**
   * Returns the parts of a response that must be equal for every kind of account, without random
   * values. Identities are left out because a sign-up with the email of a confirmed account returns
   * none, as in Supabase.
   */
  function comparable({ status, body, headers }: Received, email: string) {
    const text = JSON.stringify({ ...body, identities: undefined })
      .replaceAll(email, 'the address')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    return { status, text, headers: [...headers.keys()].toSorted() }
  }

  test.each(Object.entries(calls))(
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
   * Returns the shortest of several response times in ms, because load from other work can only
   * make a response slower.
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

  test.each(Object.entries(onBeat))(
    '%s responds no earlier than the configured beat, whether or not the email is known',
    async (_, call) => {
      const times = await Promise.all(kinds.map((kind) => fastest(kind, call)))
      // Allows 1 ms less than the minimum time, because a timer may fire up to 1 ms early.
      expect(times.filter((time) => time < beatMs - 1)).toEqual([])
    },
  )

  test('a sign-in with a wrong password takes as long as hashing a password, whether or not the email is known', async () => {
    const shortest = new Map<Kind, number>(kinds.map((kind) => [kind, Infinity]))
    let ratio = Infinity
    // Repeats the measurement until the shortest response times are similar, which never happens if
    // the server does less work for one kind of account.
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
