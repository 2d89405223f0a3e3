import { createHash } from 'node:crypto'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { requireUser, type SignedIn } from '#backend/auth/bearer.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { requireAssurance } from '#backend/auth/factors/assurance.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { settleAccount } from './accounts.ts'
import { profileOfClaims } from './claims.ts'
import { linkingDisabled } from './errors.ts'
import { settled } from './finish.ts'
import { linkToTarget } from './link-target.ts'
import { presets } from './presets.ts'
import { findProviderByIssuer, findProvider, type ExternalProvider } from './providers.ts'
import { badIdToken, BadIdToken, verifyIdToken } from './verify-id-token.ts'

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
 * grant_type=id_token: signs in with a token that an app has from the provider itself, or links its
 * identity to the signed-in account. What is wrong with the token is said as OAuth says it.
 */
export async function signInWithIdToken(world: AuthWorld, request: Request): Promise<Response> {
  const body = await readBody(request, idTokenBody)
  try {
    return json(await grant(world, request.headers, body))
  } catch (cause) {
    if (!(cause instanceof BadIdToken)) throw cause
    return json({ error: cause.error, error_description: cause.message }, 400)
  }
}

async function grant(world: AuthWorld, headers: Headers, body: Body) {
  if (!body.id_token) throw badIdToken('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw badIdToken('provider or client_id and issuer required')
  }
  const target = body.link_identity ? await linkingTarget(world, headers) : null
  const provider = chooseProvider(world, body)
  const claims = await verifyIdToken(provider, body.id_token, body.access_token ?? null)
  if (!provider.skipsNonceCheck) compareNonce(body.nonce ?? '', claims['nonce'])
  const profile = profileOfClaims(provider.issuer, claims, provider.trustsEmail)
  if (!profile) throw badIdToken('Missing sub claim in id_token')

  const done = await settled(world, async (tx) => {
    const redirectTo = world.config.siteUrl
    const arrival = { tx, world, provider, profile, headers, redirectTo }
    const result = await (target ? linkToTarget(arrival, target.user.id) : settleAccount(arrival))
    // They may have been put out while the provider's keys were fetched; by now the account is locked.
    if (target) await requireOpenSession(tx, target.user.id, target.sessionId)
    if ('refusal' in result) return result
    return { session: await startSessionIn(tx, world, result.user, 'oauth', headers) }
  })
  if ('refusal' in done) throw done.refusal
  return done.session
}

async function linkingTarget(world: AuthWorld, headers: Headers): Promise<SignedIn> {
  const signedIn = await requireUser(world, headers)
  if (!world.config.auth.enableManualLinking) throw linkingDisabled()
  await requireAssurance(world, signedIn, 'AAL2 session is required to link an identity')
  return signedIn
}

function chooseProvider(
  world: AuthWorld,
  { provider: name, issuer, client_id: clientId }: Body,
): Extract<ExternalProvider, { kind: 'oidc' }> {
  const { auth } = world.config
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
  if (provider.kind !== 'oidc') throw badIdToken(`${provider.label} gives no ID tokens`)
  return provider
}

function disabled(issuer: string): AuthError {
  return new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
  )
}

/** The app keeps the nonce and gives the provider its hash: whoever only has the token lacks it. */
function compareNonce(given: string, claimed: unknown): void {
  if (Boolean(given) !== Boolean(claimed)) {
    throw badIdToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (!given) return
  if (createHash('sha256').update(given).digest('hex') !== claimed) {
    throw badIdToken('Nonces mismatch', 'invalid nonce')
  }
}
