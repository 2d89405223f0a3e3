import { describe, expect, test } from 'vitest'
import { createTokenCleanup } from '#backend/auth/guards/cleanup.ts'
import { isOwnTarget, signedUp, type Target, useTarget } from '../target.ts'
import { send } from './clients.ts'

describe.runIf(isOwnTarget)('deletion of used refresh tokens and expired sessions', () => {
  const target = useTarget()

  const refresh = async (token: string, on: Pick<Target, 'url'> = target) => {
    const body = { refresh_token: token }
    return (await send(on, '/token?grant_type=refresh_token', body)).body
  }

  async function longSession(refreshes: number) {
    const { session, user } = await signedUp(target)
    const tokens = [session.refresh_token]
    for (let i = 0; i < refreshes; i += 1) {
      tokens.push((await refresh(tokens.at(-1)!)).refresh_token!)
    }
    return { user, tokens }
  }

  const age = (userId: string, days: number) => target.sql!`
    update auth.refresh_tokens set created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days})
    where user_id = ${userId}`

  const tokensOf = async (userId: string) => {
    const rows = await target.sql!<{ counter: number }[]>`
      select counter from auth.refresh_tokens where user_id = ${userId} order by id`
    return rows.map(({ counter }) => counter)
  }

  /** Starts a second server. Its first POST request deletes expired rows. */
  async function sweep() {
    const peer = await target.openPeer!()
    await send(peer, '/token?grant_type=refresh_token', {})
    await peer.close()
  }

  test('used refresh tokens are deleted after a month, except the last two tokens of each session', async () => {
    const old = await longSession(5)
    const young = await longSession(5)
    await age(old.user.id, 31)
    await age(young.user.id, 29)
    await sweep()
    expect(await tokensOf(old.user.id)).toEqual([5, 6])
    expect(await tokensOf(young.user.id)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a session is deleted with its refresh tokens 30 days after it has expired', async () => {
    const [expired, recent, active] = [
      await longSession(1),
      await longSession(1),
      await longSession(1),
    ]
    const expire = (userId: string, days: number) => target.sql!`
      update auth.sessions set not_after = now() - make_interval(days => ${days})
      where user_id = ${userId}`
    await expire(expired.user.id, 31)
    await expire(recent.user.id, 29)
    await sweep()
    const sessionsOf = (userId: string) =>
      target.sql!`select from auth.sessions where user_id = ${userId}`
    expect(await sessionsOf(expired.user.id)).toHaveLength(0)
    expect(await tokensOf(expired.user.id)).toEqual([])
    expect(await sessionsOf(recent.user.id)).toHaveLength(1)
    expect(await refresh(recent.tokens.at(-1)!)).toMatchObject({ code: 'session_expired' })
    expect(await sessionsOf(active.user.id)).toHaveLength(1)
  })

  test('a deleted refresh token is rejected as unknown when it is reused, without revoking its session', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 31)
    await sweep()
    expect(await refresh(tokens[0]!)).toMatchObject({ code: 'refresh_token_not_found' })
    const next = await refresh(tokens.at(-1)!)
    expect(next.refresh_token).toBeTruthy()
    // The cleanup keeps tokens of the last 30 days, so their reuse is still detected as theft.
    await refresh(next.refresh_token!)
    await target.sql!`
      update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
      where user_id = ${user.id}`
    expect(await refresh(tokens.at(-1)!)).toMatchObject({ code: 'refresh_token_already_used' })
  })

  test('the token cleanup keeps the predecessor of the active refresh token, so that a client that lost a response can retry', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 400)
    await sweep()
    expect((await refresh(tokens.at(-2)!)).refresh_token).toBe(tokens.at(-1))
  })

  test('the token cleanup keeps only the last refresh token of a revoked session, and this token stays rejected', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 31)
    await refresh(tokens[0]!)
    await age(user.id, 31)
    await sweep()
    expect(await tokensOf(user.id)).toEqual([4])
    expect(await refresh(tokens.at(-1)!)).toMatchObject({ code: 'refresh_token_already_used' })
  })

  test('the token cleanup finds old refresh tokens even if it must keep many older tokens', async () => {
    const sql = target.sql!
    const { user: idle } = await longSession(0)
    await sql`
      insert into auth.sessions (user_id) select ${idle.id} from generate_series(1, 1200)`
    await sql`
      insert into auth.refresh_tokens (token, user_id, session_id, counter)
      select 'idle ' || s.id, ${idle.id}, s.id, 1 from auth.sessions s
      where s.user_id = ${idle.id} and s.user_agent is null`
    await age(idle.id, 31)
    const { user } = await longSession(3)
    await age(user.id, 31)
    const sweepSome = createTokenCleanup(sql)
    const isMoreLeft = []
    for (let step = 1; step <= 4; step += 1) isMoreLeft.push(await sweepSome())
    expect(await tokensOf(user.id)).toEqual([3, 4])
    // A backlog would start the next run earlier. Tokens that must be kept are not a backlog.
    expect(isMoreLeft).toEqual([false, false, false, false])
    expect(await tokensOf(idle.id)).toHaveLength(1201)
  })
})
