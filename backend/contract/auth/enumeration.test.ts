import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, password } from '../target.ts'
import { hear, type Heard } from './callers.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

const kinds = ['unknown', 'confirmed', 'unconfirmed', 'company'] as const
type Kind = (typeof kinds)[number]

/** Rounds of one try of each kind; where the machine was busy with something else, these more. */
const samples = [8, 12, 20]
const mostRatio = 1.2
const beatMs = 250

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

const median = (times: number[]) => quantile(times, 0.5)

/** How far one and the same call is from itself: beyond the ratio that is looked for, nothing can be told. */
const spreadOf = (times: number[]) => quantile(times, 0.8) / quantile(times, 0.2)

describe.runIf(isOwnTarget)('whether an address has an account', () => {
  let world: MailTarget
  let hash = ''
  beforeAll(async () => {
    world = await openMailTarget({ auth: { enableEmailAutoconfirm: false, answerBeat: beatMs } })
    await hear(world.target, '/signup', { email: newEmail(), password })
    const [user] = await world.sql<{ hash: string }[]>`
      select encrypted_password as hash from auth.users`
    hash = user!.hash
  })
  afterAll(() => world.target.close())

  /** A new address of a kind, so that no try follows another one's. */
  async function addressOf(kind: Kind): Promise<string> {
    const email = newEmail()
    if (kind === 'unknown') return email
    const id = crypto.randomUUID()
    const isCompany = kind === 'company'
    await world.sql`
      insert into auth.users (id, email, is_sso_user, encrypted_password, email_confirmed_at)
      values (${id}, ${email}, ${isCompany}, ${isCompany ? null : hash},
        ${kind === 'unconfirmed' ? null : new Date()})`
    await world.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${id}, ${id}, ${world.sql.json({ sub: id, email })}, ${isCompany ? 'sso:x' : 'email'})`
    return email
  }

  const calls: Record<string, (email: string) => Promise<Heard>> = {
    'sign-up': (email) => hear(world.target, '/signup', { email, password }),
    'sign-in with a wrong password': (email) =>
      hear(world.target, '/token?grant_type=password', { email, password: 'wrong one' }),
    'a code by mail': (email) => hear(world.target, '/otp', { email }),
    'a link by mail': (email) => hear(world.target, '/magiclink', { email }),
    'a new password': (email) => hear(world.target, '/recover', { email }),
    'the mail once more': (email) => hear(world.target, '/resend', { type: 'signup', email }),
    'a wrong code': (email) =>
      hear(world.target, '/verify', { type: 'email', email, token: '000000' }),
  }

  /**
   * An answer without what is new in every one of them. By Supabase's protocol, by which clients tell
   * people that they have an account, one who signs up with a confirmed address sees no identities.
   */
  function comparable({ status, body, headers }: Heard, email: string) {
    const text = JSON.stringify({ ...body, identities: undefined })
      .replaceAll(email, 'the address')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    return { status, text, headers: [...headers.keys()].toSorted() }
  }

  test.each(Object.entries(calls))('%s is answered the same for every address', async (_, call) => {
    const answers = await Promise.all(
      kinds.map(async (kind) => {
        const email = await addressOf(kind)
        return comparable(await call(email), email)
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  type Times = Map<Kind, number[]>

  /** The kinds of a round are asked at once: what else the machine does then, it does to all of them. */
  async function measure(call: (email: string) => Promise<Heard>, times: Times, count: number) {
    const timed = async (kind: Kind, email: string) => {
      const start = performance.now()
      await call(email)
      times.get(kind)!.push(performance.now() - start)
    }
    const asked = [...times.keys()]
    for (let round = 0; round < count; round += 1) {
      const tries = await Promise.all(
        asked.map(async (kind) => ({ kind, email: await addressOf(kind) })),
      )
      // Each goes first as often as the others.
      const turn = round % asked.length
      const inTurn = [...tries.slice(turn), ...tries.slice(0, turn)]
      await Promise.all(inTurn.map(({ kind, email }) => timed(kind, email)))
    }
    const medians = [...times.values()].map(median)
    return Math.max(...medians) / Math.min(...medians)
  }

  /** Passwords are looked at two at a time: of more at once, some would wait for the others. */
  const askedTogether = (name: string): readonly (readonly Kind[])[] =>
    name === 'sign-in with a wrong password'
      ? kinds.slice(1).map((kind) => ['unknown', kind])
      : [kinds]

  test.for(Object.entries(calls))(
    '%s takes as long for every address',
    { timeout: 240_000 },
    async ([name, call], { skip }) => {
      await call(await addressOf('unknown'))
      for (const together of askedTogether(name)) {
        const times: Times = new Map(together.map((kind) => [kind, []]))
        let ratio = Infinity
        for (const count of samples) {
          ratio = await measure(call, times, count)
          if (ratio <= mostRatio) break
        }
        // Who is answered before the first beat is told apart by what is not there, not by a busy machine.
        const ofUnknown = times.get('unknown')!
        const isOnBeat = median(ofUnknown) >= beatMs
        const isBlurred = ratio > mostRatio && spreadOf(ofUnknown) > mostRatio
        skip(isOnBeat && isBlurred, 'the machine is too busy')
        expect(ratio).toBeLessThanOrEqual(mostRatio)
      }
    },
  )
})
