import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { requireOpenSession } from '#backend/auth/core/authorization.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { parsePhone } from '#backend/auth/core/identifiers.ts'
import {
  type FactorRow,
  type UserRow,
  findUserById,
  hasVerifiedFactor,
  lockUnchanged,
} from '#backend/auth/core/users.ts'
import { requireFactorCaller } from './caller.ts'
import { createAuthenticatorVault } from './authenticator-vault.ts'
import { newTotp } from './factor-codes.ts'

const enrollBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().max(255).nullish(),
  // Limits the issuer, because a QR code holds less than 3 KB and contains the issuer twice.
  issuer: z.string().max(64).nullish(),
  phone: z.string().nullish(),
})

type EnrollRequest = {
  type: 'totp' | 'phone'
  name: string
  phone: string | null
  secret: string | null
}

/** POST /factors: enrolls a second factor, which becomes active after its first verification. */
export function registerEnrollFactor(app: Hono, context: AuthContext): void {
  app.post('/factors', async (c) => {
    const { headers } = c.req.raw
    const caller = await requireFactorCaller(context, headers)
    const body = await readBody(c.req.raw, enrollBody)
    const type = chooseType(context, body.factor_type)
    const name = body.friendly_name?.trim() ?? ''
    const { user } = caller
    const issuer = body.issuer?.toWellFormed().trim() || new URL(context.siteUrl).host
    const totp = type === 'totp' ? newTotp(issuer, user.email || user.phone || user.id) : null
    const phone = type === 'phone' ? parsePhone(body.phone ?? '') : null
    const secret = totp && createAuthenticatorVault(context.secrets).seal(totp.secret)
    const wish: EnrollRequest = { type, name, phone, secret }
    const id = await context.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      const aal = await requireOpenSession(tx, user.id, caller.session.id)
      const factorId = await addFactor(tx, context, user, aal, wish)
      await audit(tx, user, 'factor_in_progress', headers, { factor_id: factorId, type })
      return factorId
    })
    return json({
      id,
      type,
      friendly_name: name,
      ...(totp && { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
      ...(phone && { phone }),
    })
  })
}

function chooseType(context: AuthContext, type: string | null | undefined): EnrollRequest['type'] {
  const off = (name: string) =>
    new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)
  const { mfa } = context.settings
  if (type === 'totp' && !mfa.totp) throw off('TOTP')
  if (type === 'phone' && !mfa.phone) throw off('Phone')
  if (type === 'webauthn') throw off('WebAuthn')
  if (type === 'totp' || type === 'phone') return type
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

async function addFactor(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  aal: 'aal1' | 'aal2' | null,
  { type, name, phone, secret }: EnrollRequest,
): Promise<string> {
  // Deletes abandoned enrollments, which must not block a new enrollment.
  await tx`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified'
      and (created_at < now() - interval '1 hour' or phone = ${phone})`
  const current = (await findUserById(tx, user.id)) ?? user
  requireEnrollable(context, current, aal, name, phone)
  const [factor] = await tx<Pick<FactorRow, 'id'>[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
    values (${user.id}, ${name || null}, ${type}, ${secret}, ${phone})
    returning id`
  return factor!.id
}

function requireEnrollable(
  context: AuthContext,
  user: UserRow,
  aal: 'aal1' | 'aal2' | null,
  name: string,
  phone: string | null,
): void {
  if (name && user.factors.some(({ friendly_name: taken }) => taken === name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
  if (phone && user.factors.some(({ phone: taken }) => taken === phone)) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  if (user.factors.length >= context.settings.mfa.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of enrolled factors reached, unenroll to continue',
    )
  }
  if (hasVerifiedFactor(user) && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}
