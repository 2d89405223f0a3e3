import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { flag } from './environment-values.ts'
import { StartProblem } from './problem.ts'

const leastKeyBits = 2048

/** Variables about companies whose people sign in by SAML, by GoTrue's names. */
export const samlVariables = {
  SAML_ENABLED: flag
    .optional()
    .describe('Whether companies may sign their people in by SAML; wants the next'),
  SAML_PRIVATE_KEY: z
    .string()
    .optional()
    .describe('The RSA key that signs requests: PEM, or base64 of its DER form'),
}

type Values = { SAML_ENABLED?: boolean | undefined; SAML_PRIVATE_KEY?: string | undefined }

/**
 * The key SAML requests are signed with, as PEM; null where SAML is off.
 *
 * @throws StartProblem when it is missing, or no RSA key that is long enough.
 */
export function samlSettings(environment: Values): { privateKey: string | null } {
  if (!environment.SAML_ENABLED) return { privateKey: null }
  const given = environment.SAML_PRIVATE_KEY
  if (!given) throw new StartProblem('SAML_PRIVATE_KEY is missing: it goes with SAML_ENABLED.')
  const key = readKey(given.replaceAll('\\n', '\n'))
  const isStrong = (key?.asymmetricKeyDetails?.modulusLength ?? 0) >= leastKeyBits
  if (key?.asymmetricKeyType !== 'rsa' || !isStrong) {
    throw new StartProblem(`SAML_PRIVATE_KEY is no RSA key of ${leastKeyBits} bits or more.`)
  }
  return { privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function readKey(text: string): KeyObject | undefined {
  const der = Buffer.from(text, 'base64')
  const forms = text.includes('-----BEGIN')
    ? [text]
    : (['pkcs1', 'pkcs8'] as const).map((type) => ({ key: der, format: 'der' as const, type }))
  for (const form of forms) {
    try {
      return createPrivateKey(form)
    } catch {
      // Perhaps it is in the other form.
    }
  }
  return undefined
}
