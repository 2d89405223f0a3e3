import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTokenCleanup } from '#backend/auth/guards/cleanup.ts'
import { isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { hear } from './callers.ts'

describe.runIf(isOwnTarget)('used tokens of a session that lives on', () => {
  let target: Target
  beforeAll(async () => {
    target = await openTarget()
  })
  afterAll(() => target.close())

  const refresh = async (token: string, on: Pick<Target, 'url'> = target) => {
    const body = { refresh_token: token }
    return (await hear(on, '/token?grant_type=refresh_token', body)).body
  }

  /** A session and all tokens it has had, the first one first. */
  async function longSession(refreshes: number) {
    const { session, user } = await signedUp(target)
    const tokens = [session.refresh_token]
    for (let i = 0; i < refreshes; i += 1) {
      tokens.push((await refresh(tokens.at(-1)!)).refresh_token!)
    }
    return { user, tokens }
  }

  /** As if the account's tokens had all been issued, and used, so many days ago. */
  const age = (userId: string, days: number) => target.sql!`
    update auth.refresh_tokens set created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days})
    where user_id = ${userId}`

  const tokensOf = async (userId: string) => {
    const rows = await target.sql!<{ counter: number }[]>`
      select counter from auth.refresh_tokens where user_id = ${userId} order by id`
    return rows.map(({ counter }) => counter)
  }

  /** A process that has just begun sweeps at its first call. */
  async function sweep() {
    const peer = await target.openPeer!()
    await hear(peer, '/token?grant_type=refresh_token', {})
    await peer.close()
  }

  test('are swept after a month, but the last of each line', async () => {
    const old = await longSession(5)
    const young = await longSession(5)
    await age(old.user.id, 31)
    await age(young.user.id, 29)
    await sweep()
    expect(await tokensOf(old.user.id)).toEqual([5, 6])
    expect(await tokensOf(young.user.id)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are then as unknown as any, and the session goes on', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 31)
    await sweep()
    expect(await refresh(tokens[0]!)).toMatchObject({ code: 'refresh_token_not_found' })
    const next = await refresh(tokens.at(-1)!)
    expect(next.refresh_token).toBeTruthy()
    // What was used since is told from it as before: theft.
    await refresh(next.refresh_token!)
    await target.sql!`
      update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
      where user_id = ${user.id}`
    expect(await refresh(tokens.at(-1)!)).toMatchObject({ code: 'refresh_token_already_used' })
  })

  test('leave whoever lost the answer, however long ago, the token that is theirs', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 400)
    await sweep()
    expect((await refresh(tokens.at(-2)!)).refresh_token).toBe(tokens.at(-1))
  })

  test('are swept of lines that theft has ended, and none is issued twice', async () => {
    const { user, tokens } = await longSession(3)
    await age(user.id, 31)
    await refresh(tokens[0]!)
    await age(user.id, 31)
    await sweep()
    expect(await tokensOf(user.id)).toEqual([4])
    expect(await refresh(tokens.at(-1)!)).toMatchObject({ code: 'refresh_token_already_used' })
  })

  test('are found behind many that stay', async () => {
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
    // Nobody hurries for those that stay.
    expect(isMoreLeft).toEqual([false, false, false, false])
    expect(await tokensOf(idle.id)).toHaveLength(1201)
  })
})
