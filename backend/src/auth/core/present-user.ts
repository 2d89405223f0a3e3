import type { FactorRow, IdentityRow, UserRow } from './users.ts'

type PresentableUser = Partial<UserRow> & Pick<UserRow, 'id' | RequiredField>

type RequiredField = 'created_at' | 'updated_at' | 'is_anonymous' | 'identities' | 'factors'

export function presentUser(user: PresentableUser) {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: user.phone_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(presentIdentity),
    factors: user.factors.length > 0 ? user.factors.map(presentFactor) : undefined,
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  }
}

export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    status: factor.status,
    phone: factor.phone ?? undefined,
    last_challenged_at: instant(factor.last_challenged_at),
    created_at: instant(factor.created_at),
    updated_at: instant(factor.updated_at),
  }
}

function instant(text: string | null): Date | undefined {
  return text ? new Date(text) : undefined
}

function presentIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: instant(identity.last_sign_in_at),
    created_at: instant(identity.created_at),
    updated_at: instant(identity.updated_at),
    email: identity.email ?? undefined,
  }
}
