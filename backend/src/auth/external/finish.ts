import postgres from 'postgres'
import { issueAuthCode, type FlowStateRow } from '#backend/auth/flow-states.ts'
import { addressWithCode, addressWithSession } from '#backend/auth/redirect-answers.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { settleAccount, type Arrival, type Settled } from './accounts.ts'
import { badState } from './errors.ts'
import type { Exchanged } from './exchange.ts'
import { linkToTarget } from './link-target.ts'
import type { ExternalProvider } from './providers.ts'
import { settleSsoAccount, ssoPrefix } from './sso-oidc.ts'

/**
 * Signs in whoever the provider vouches for and answers where the browser goes: with a code for the
 * client that began with a challenge, else with the session's tokens. Throws AuthError.
 */
export async function finish(
  world: AuthWorld,
  headers: Headers,
  flow: FlowStateRow,
  provider: ExternalProvider,
  { profile, accessToken, refreshToken }: Exchanged,
): Promise<string> {
  const redirectTo = flow.referrer ?? world.config.siteUrl
  const done = await settled(world, async (tx) => {
    const arrival = { tx, world, provider, profile, headers, redirectTo }
    const result = await settle(arrival, flow)
    if ('refusal' in result) return result
    if (flow.code_challenge) {
      const tokens = { accessToken, refreshToken }
      const code = await issueAuthCode(tx, flow.id, result.user.id, tokens)
      return { url: addressWithCode(redirectTo, code) }
    }
    await tx`delete from auth.flow_state where id = ${flow.id}`
    const session = await startSessionIn(tx, world, result.user, 'oauth', headers)
    const tokens = { provider_token: accessToken, provider_refresh_token: refreshToken }
    return { url: addressWithSession(redirectTo, { ...session, ...tokens }) }
  })
  if ('refusal' in done) throw done.refusal
  return done.url
}

async function settle(arrival: Arrival, flow: FlowStateRow): Promise<Settled> {
  const { name } = arrival.provider
  if (name.startsWith(ssoPrefix)) return settleSsoAccount(arrival, name.slice(ssoPrefix.length))
  if (!flow.linking_target_id) return settleAccount(arrival)
  const result = await linkToTarget(arrival, flow.linking_target_id)
  // Whoever began it may have been put out while the provider was asked; by now the account is locked.
  const rows = await arrival.tx`select from auth.flow_state where id = ${flow.id}`
  if (rows.length === 0) throw badState()
  return result
}

/**
 * Runs `work` in a transaction, and once more when somebody else made the same account or identity at
 * this very moment: the second time it is found.
 */
export async function settled<T>(
  world: AuthWorld,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  try {
    return (await world.sql.begin(work)) as T
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || cause.code !== '23505') throw cause
    return (await world.sql.begin(work)) as T
  }
}
