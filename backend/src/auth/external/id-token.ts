import { createHash } from 'node:crypto'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { requireOpenSession } from '#backend/auth/core/authorization.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import { findOrCreateAccount, linkToSignedInUser, withConflictRetry } from './accounts.ts'
import { requireLinkingUser } from './authorize.ts'
import { presets } from './presets.ts'
import { profileOfClaims } from './profile.ts'
import { type ExternalProvider, findProvider, findProviderByIssuer } from './providers.ts'
import { BadIdToken, verifyIdToken } from './verify-id-token.ts'

const idTokenBody = z.object({
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  provider: z.string().nullish(),
  client_id: z.string().nullish(),
  issuer: z.string().nullish(),
  link_identity: z.boolean().nullish(),
})

type Body = z.output<typeof idTokenBody>

/**
 * grant_type=id_token: signs in with an ID token of a provider, or links the token's identity to
 * the signed-in user. Errors about the ID token use OAuth's error format.
 */
export async function signInWithIdToken(context: AuthContext, request: Request): Promise<Response> {
  const body = await readBody(request, idTokenBody)
  try {
    return json(await grant(context, request.headers, body))
  } catch (cause) {
    if (!(cause instanceof BadIdToken)) throw cause
    return json({ error: cause.error, error_description: cause.message }, 400)
  }
}

async function grant(context: AuthContext, headers: Headers, body: Body) {
  if (!body.id_token) throw new BadIdToken('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new BadIdToken('provider or client_id and issuer required')
  }
  const target = body.link_identity ? await requireLinkingUser(context, headers) : null
  const provider = chooseProvider(context, body)
  const claims = await verifyIdToken(provider, body.id_token, body.access_token ?? null)
  if (!provider.skipsNonceCheck) compareNonce(body.nonce ?? '', claims['nonce'])
  const profile = profileOfClaims(provider.issuer, claims, provider.trustsEmail)
  if (!profile) throw new BadIdToken('Missing sub claim in id_token')

  const done = await withConflictRetry(context, async (tx) => {
    const redirectTo = context.siteUrl
    const signIn = { tx, context, provider, profile, headers, redirectTo }
    const result = await (target
      ? linkToSignedInUser(signIn, target.user.id)
      : findOrCreateAccount(signIn))
    // Checks the session again, because it may have been revoked while the provider's keys were
    // loading.
    if (target) await requireOpenSession(tx, target.user.id, target.sessionId)
    if ('refusal' in result) return result
    return { session: await startSession(tx, context, result.user, 'oauth', headers) }
  })
  if ('refusal' in done) throw done.refusal
  return done.session
}

function chooseProvider(
  context: AuthContext,
  { provider: name, issuer, client_id: clientId }: Body,
): Extract<ExternalProvider, { kind: 'oidc' }> {
  const auth = context.settings
  const isPreset = name && Object.hasOwn(presets, name)
  if (isPreset && !Object.hasOwn(auth.external, name)) {
    throw disabled(presets[name]?.issuer ?? name)
  }
  const isConfigured = name && Object.hasOwn(auth.external, name)
  const provider = isConfigured
    ? findProvider(auth, name)
    : findProviderByIssuer(auth, issuer ?? '', clientId ?? '')
  if (!provider) {
    const preset = Object.values(presets).find((known) => issuer && known.issuer === issuer)
    if (preset) throw disabled(preset.issuer!)
    throw invalid(`Custom OIDC provider ${JSON.stringify((name ?? '').slice(0, 60))} not allowed`)
  }
  if (provider.kind !== 'oidc') throw new BadIdToken(`${provider.label} gives no ID tokens`)
  return provider
}

function disabled(issuer: string): AuthError {
  return new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
  )
}

/** Rejects stolen ID tokens: only the app that requested the token knows its nonce. */
function compareNonce(given: string, claimed: unknown): void {
  if (Boolean(given) !== Boolean(claimed)) {
    throw new BadIdToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!given) return
  if (createHash('sha256').update(given).digest('hex') !== claimed) {
    throw new BadIdToken('Nonces mismatch', 'invalid nonce')
  }
}
