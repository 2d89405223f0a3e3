import { serviceUrl } from '#web/data/backend-fetch.ts'
import { environment } from '#web/data/environment.ts'

/** Which second steps the backend has open. */
export type SecondSteps = { totp: boolean; phone: boolean }

type Settings = { mfa_totp_enabled?: boolean; mfa_phone_enabled?: boolean }

/** Asks the backend; hosted Supabase does not say, and has apps alone unless it is paid for. */
export async function secondSteps(): Promise<SecondSteps> {
  const headers = { apikey: environment().supabaseAnonKey }
  const response = await fetch(`${serviceUrl('auth')}/settings`, { headers })
  const settings = response.ok ? ((await response.json()) as Settings) : {}
  return { totp: settings.mfa_totp_enabled ?? true, phone: settings.mfa_phone_enabled ?? false }
}
