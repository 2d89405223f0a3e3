import type { User, UserIdentity } from '@supabase/auth-js'
import { browserClient } from '#web/data/browser-client.ts'

export type Factor = {
  id: string
  kind: 'totp' | 'phone'
  /** As the person called it. */
  name: string
  createdAt: Date
}

/** What Profile > Security knows of the signed-in person's account. */
export type OwnAccount = {
  email: string
  /** Where the account moves to once mails to it are answered. */
  newEmail: string | null
  /** Whether a mail has shown that the mailbox is theirs. */
  isProven: boolean
  factors: Factor[]
  identities: UserIdentity[]
}

/** Asks the backend, as a session may be older than what happened elsewhere. */
export async function ownAccount(): Promise<OwnAccount> {
  const { auth } = await browserClient()
  const { data, error } = await auth.getUser()
  if (error) throw error
  return accountOf(data.user)
}

/** The same of a user as the backend tells it. */
export function accountOf(user: User): OwnAccount {
  return {
    email: user.email ?? '',
    newEmail: user.new_email ?? null,
    isProven: isProven(user),
    factors: (user.factors ?? []).flatMap(({ id, factor_type: kind, status, ...factor }) => {
      if (status !== 'verified' || (kind !== 'totp' && kind !== 'phone')) return []
      const name = factor.friendly_name || (kind === 'totp' ? 'Authenticator app' : 'Phone')
      return [{ id, kind, name, createdAt: new Date(factor.created_at) }]
    }),
    identities: user.identities ?? [],
  }
}

/**
 * As `proven_address` of the database has it: where addresses count as confirmed without asking, only
 * an answer to a mail shows more.
 */
function isProven({ email_confirmed_at: confirmed, confirmation_sent_at: sent }: User): boolean {
  return Boolean(confirmed && sent) && new Date(confirmed ?? 0) >= new Date(sent ?? 0)
}
