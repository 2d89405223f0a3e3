import type { Hono } from 'hono'
import { readForm } from '#backend/auth/core/body.ts'
import { isSameBrowser } from '#backend/auth/core/browser-binding.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { issueAuthCode } from '#backend/auth/core/flow-states.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import {
  errorParametersOf,
  redirect,
  urlWithCode,
  urlWithError,
  urlWithSession,
} from '#backend/auth/core/redirect-responses.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import type { Assertion } from '#backend/auth/saml/assertion.ts'
import { requireSaml, serviceProviderMetadata } from '#backend/auth/saml/service-provider.ts'
import { findOrCreateSsoUser, requireOwnDomain } from './accounts.ts'
import type { SsoProvider } from './providers.ts'
import { type RelayState, consumeRelayState, relayStateLifetime } from './saml-begin.ts'
import { readSamlResponse, ssoUserOf } from './saml-response.ts'

/**
 * POST /sso/saml/acs: receives the identity provider's response. Redirects with a session, an
 * authorization code or an error.
 */
export function registerSamlAcs(app: Hono, context: AuthContext): void {
  app.post('/sso/saml/acs', async (c) => {
    requireSaml(context)
    const { headers } = c.req.raw
    const form = await readForm(c.req.raw)
    let relayState: RelayState | undefined
    try {
      relayState = await findRelayState(context, form.get('RelayState') ?? '', headers)
      const verified = await readSamlResponse(context, relayState, form.get('SAMLResponse'))
      return await signInWithAssertion(context, { relayState, headers, ...verified })
    } catch (cause) {
      if (!(cause instanceof AuthError)) throw cause
      const to = relayState?.redirect_to ?? context.siteUrl
      const isPkce = Boolean(relayState?.flow_state_id)
      return redirect(urlWithError({ to, isPkce }, errorParametersOf(cause)))
    }
  })
}

/**
 * Deletes and returns the relay state of a sign-in that this browser started. Throws AuthError if
 * the relay state is malformed (400), unknown or of another browser (404), or expired (422).
 */
async function findRelayState(context: AuthContext, id: string, headers: Headers) {
  // Rejects unsolicited SAML responses, because they would allow login CSRF.
  if (!isUuid(id)) throw invalid('SAML RelayState is not a valid UUID')
  const relayState = await consumeRelayState(context.sql, id)
  const binding = relayState && { id: relayState.id, referrer: relayState.redirect_to }
  if (!binding || !isSameBrowser(context, headers, binding)) {
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

type SamlSignIn = {
  relayState: RelayState
  provider: SsoProvider
  assertion: Assertion
  headers: Headers
}

/** Marks the assertion as used. Redirects with a session or, for PKCE, an authorization code. */
async function signInWithAssertion(context: AuthContext, signIn: SamlSignIn): Promise<Response> {
  const { relayState, provider, assertion, headers } = signIn
  const ssoUser = ssoUserOf(assertion, provider.saml!)
  const redirectTo = relayState.redirect_to ?? context.siteUrl
  return context.sql.begin(async (tx) => {
    await consumeAssertion(tx, provider.id, assertion)
    await requireOwnDomain(tx, provider.id, ssoUser.email)
    const user = await findOrCreateSsoUser(tx, context, provider.id, ssoUser, headers)
    const { sessionNotAfter } = assertion
    if (!relayState.flow_state_id) {
      const session = await startSession(tx, context, user, 'sso/saml', headers, sessionNotAfter)
      return redirect(urlWithSession(redirectTo, session, ''))
    }
    const code = await issueAuthCode(tx, relayState.flow_state_id, user.id)
    if (sessionNotAfter) {
      await tx`
        insert into auth_internal.flow_deadlines (flow_state_id, session_not_after)
        values (${relayState.flow_state_id}, ${sessionNotAfter})`
    }
    return redirect(urlWithCode(redirectTo, code))
  })
}

async function consumeAssertion(tx: Tx, providerId: string, { id, expiresAt }: Assertion) {
  await tx`delete from auth_internal.saml_assertions where expires_at < now()`
  const used = await tx`
    insert into auth_internal.saml_assertions (sso_provider_id, assertion_id, expires_at)
    values (${providerId}, ${id}, ${expiresAt})
    on conflict do nothing returning assertion_id`
  if (used.length === 0) throw invalid('SAML Assertion was used before')
}

/** Validity of downloaded SAML metadata in years. */
const downloadYears = 5

/** GET /sso/saml/metadata: returns this service's SAML metadata; `download=true` sends a file. */
export function registerSamlMetadata(app: Hono, context: AuthContext): void {
  app.get('/sso/saml/metadata', async (c) => {
    const metadata = await serviceProviderMetadata(context)
    if (c.req.query('download') !== 'true') {
      return xmlResponse(metadata, { 'Cache-Control': 'public, max-age=600' })
    }
    const until = new Date()
    until.setUTCFullYear(until.getUTCFullYear() + downloadYears)
    const lasting = metadata.replace(
      '<EntityDescriptor ',
      `<EntityDescriptor validUntil="${until.toISOString()}" `,
    )
    return xmlResponse(lasting, { 'Content-Disposition': 'attachment; filename="metadata.xml"' })
  })
}

function xmlResponse(xml: string, headers: Record<string, string>): Response {
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...headers },
  })
}
