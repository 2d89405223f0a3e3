import type { MailFacts } from '#backend/auth/mail-hook.ts'
import { addressOf, userAgentOf } from '#backend/auth/origin.ts'
import { deviceWords } from './device-words.ts'

/** Browser and address of a request, for a mail that tells an account's owner what was done with it. */
export function whoActs(headers: Headers): Pick<MailFacts, 'device' | 'ip_address'> {
  const agent = userAgentOf(headers)
  const address = addressOf(headers)
  return { ...(agent && { device: deviceWords(agent) }), ...(address && { ip_address: address }) }
}
