import type { Hono } from 'hono'
import type postgres from 'postgres'
import { readForm } from '#backend/auth/body.ts'
import { isUuid } from '#backend/auth/bearer.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { isSameBrowser } from '#backend/auth/external/browser-binding.ts'
import { refuseForeignAddress } from '#backend/auth/external/sso-oidc.ts'
import { issueAuthCode } from '#backend/auth/flow-states.ts'
import {
  redirectWithCode,
  redirectWithError,
  redirectWithSession,
} from '#backend/auth/redirect-answers.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import { ssoAccount } from '#backend/auth/sso/sso-accounts.ts'
import type { SsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import type { Assertion } from './assertion.ts'
import { readAnswer } from './read-answer.ts'
import { relayStateLifetime, takeRelayState, type RelayState } from './relay-states.ts'
import { personOf } from './person.ts'
import { requireSaml } from './service-provider.ts'

/**
 * POST /sso/saml/acs: a company's identity provider answers, through the person's browser. Whatever
 * is wrong is told where the person is led back to, as they look at a page and not at an API.
 */
export function registerSamlAcs(app: Hono, world: AuthWorld): void {
  app.post('/sso/saml/acs', async (c) => {
    requireSaml(world)
    const form = await readForm(c.req.raw)
    let relayState: RelayState | undefined
    try {
      relayState = await relayStateOf(world, form.get('RelayState') ?? '', c.req.raw.headers)
      const { provider, assertion } = await readAnswer(world, relayState, form.get('SAMLResponse'))
      return await admit(world, { relayState, provider, assertion, headers: c.req.raw.headers })
    } catch (cause) {
      if (!(cause instanceof AuthError)) throw cause
      const to = relayState?.redirect_to ?? world.config.siteUrl
      return redirectWithError({ to, isPkce: Boolean(relayState?.flow_state_id) }, cause)
    }
  })
}

/** The sign-in that is answered: begun here, by this browser, not long ago, and answered once. */
async function relayStateOf(world: AuthWorld, id: string, headers: Headers): Promise<RelayState> {
  // Answers nobody has asked for would let others sign somebody in to an account of theirs.
  if (!isUuid(id)) throw invalid('SAML RelayState is not a valid UUID')
  const relayState = await takeRelayState(world.sql, id)
  const began = relayState && { id: relayState.id, referrer: relayState.redirect_to }
  if (!began || !isSameBrowser(world, headers, began)) {
    throw new AuthError(
      404,
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    )
  }
  if (relayState.age >= relayStateLifetime) {
    throw new AuthError(
      422,
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
  }
  return relayState
}

type Arrival = {
  relayState: RelayState
  provider: SsoProvider
  assertion: Assertion
  headers: Headers
}

/** Opens the session, or gives out the code for one; the assertion is used up in the same transaction. */
async function admit(world: AuthWorld, arrival: Arrival): Promise<Response> {
  const { relayState, provider, assertion, headers } = arrival
  const person = personOf(assertion, provider.saml!)
  const redirectTo = relayState.redirect_to ?? world.config.siteUrl
  return world.sql.begin(async (tx) => {
    await useUp(tx, provider.id, assertion)
    await refuseForeignAddress(tx, provider.id, person.email)
    const user = await ssoAccount(tx, world, provider.id, person, headers)
    const { sessionNotAfter } = assertion
    if (!relayState.flow_state_id) {
      const session = await startSessionIn(tx, world, user, 'sso/saml', headers, sessionNotAfter)
      return redirectWithSession(redirectTo, session, '')
    }
    const code = await issueAuthCode(tx, relayState.flow_state_id, user.id)
    if (sessionNotAfter) {
      await tx`
        insert into auth_internal.flow_deadlines (flow_state_id, session_not_after)
        values (${relayState.flow_state_id}, ${sessionNotAfter})`
    }
    return redirectWithCode(redirectTo, code)
  })
}

async function useUp(
  tx: postgres.TransactionSql,
  providerId: string,
  { id, expiresAt }: Assertion,
): Promise<void> {
  await tx`delete from auth_internal.saml_assertions where expires_at < now()`
  const used = await tx`
    insert into auth_internal.saml_assertions (sso_provider_id, assertion_id, expires_at)
    values (${providerId}, ${id}, ${expiresAt})
    on conflict do nothing returning assertion_id`
  if (used.length === 0) throw invalid('SAML Assertion was used before')
}
