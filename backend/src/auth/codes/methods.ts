import type { OneTimeTokenType } from '#backend/auth/one-time-tokens.ts'

/** As which methods of authentication the flows of a code's type are begun. */
export const methodsOf: Record<OneTimeTokenType, readonly string[]> = {
  confirmation_token: ['email/signup', 'invite'],
  recovery_token: ['magiclink', 'recovery'],
  email_change_token_new: ['email_change'],
  email_change_token_current: ['email_change'],
  phone_change_token: [],
  reauthentication_token: [],
}

/** What a request may call the code it brings, and which codes it may be. */
export const typesOf = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export type VerificationType = keyof typeof typesOf

export function isVerificationType(type: string): type is VerificationType {
  return Object.hasOwn(typesOf, type)
}

/** Whether the code went to a telephone; such a code has no link. */
export function isByPhone(type: VerificationType): boolean {
  return type === 'sms' || type === 'phone_change'
}
