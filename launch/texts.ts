import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import type { Environment } from './environment.ts'
import { StartProblem } from './problem.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

/** The account at Twilio, or at what speaks as it does, that texts are sent by. */
export type TextSettings = NonNullable<AuthSettings['sms']>

/**
 * Who carries texts as the environment says; undefined where it says nothing.
 *
 * @throws StartProblem when the settings do not go together.
 */
export function chooseTexts(environment: Environment): TextSettings | undefined {
  const {
    SMS_TWILIO_ACCOUNT_SID: accountSid,
    SMS_TWILIO_AUTH_TOKEN: authToken,
    SMS_TWILIO_MESSAGE_SERVICE_SID: service,
    SMS_TWILIO_FROM: number,
    SMS_TWILIO_API_URL: url,
  } = environment
  if (!accountSid) return undefined
  const from = service ?? number
  if (!authToken)
    throw new StartProblem('SMS_TWILIO_AUTH_TOKEN is missing: it goes with SMS_TWILIO_ACCOUNT_SID.')
  if (!from)
    throw new StartProblem(
      'SMS_TWILIO_MESSAGE_SERVICE_SID or SMS_TWILIO_FROM is missing: one goes with SMS_TWILIO_ACCOUNT_SID.',
    )
  return { accountSid, authToken, from, ...(url && { url }) }
}

/** Settings with the stand-in as carrier where there is no other: phones may then be a second step. */
export function withTextSandbox(auth: AuthSettings, sandbox: TextSettings): AuthSettings {
  if (auth.sms) return auth
  return { ...auth, sms: sandbox, mfa: { ...auth.mfa, phone: auth.mfa?.phone ?? true } }
}
