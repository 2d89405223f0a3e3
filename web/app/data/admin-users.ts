import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import type { ProblemKind } from '@hourspace/domain/problems.ts'
import { browserClient } from './browser-client.ts'
import { pagedQuery, pageOf } from './keyset.ts'
import { userKey } from './query-client.ts'
import { searchWords } from './search-words.ts'

/** An account found by the admins' user search. Times are ISO instants. */
export type FoundUser = {
  id: string
  email: string | null
  full_name: string | null
  is_admin: boolean
  is_anonymous: boolean
  created_at: string
  last_sign_in_at: string | null
  banned_until: string | null
  deleted_at: string | null
  listings: number
  bookings: number
}

type AccountListing = {
  id: string
  slug: string | null
  title: string
  available: boolean
  is_hidden: boolean
}

export type Account = Omit<FoundUser, 'is_anonymous' | 'listings'> & {
  email_confirmed_at: string | null
  phone: string | null
  sign_in_methods: string[]
  second_factors: number
  sessions: number
  listings: AccountListing[]
  hosted_bookings: number
  payouts_ready: boolean
  payout_country: string | null
}

export type AuditEntry = {
  id: number
  created_at: string
  /** `admin` is null if an operator performed the action on the command line. */
  admin: string | null
  action: string
  target_type: string
  target_id: string
  target: string | null
  /** The booking that the changed record belongs to; null if it belongs to none. */
  booking_id: string | null
  /** The amount that the action concerns, in minor units; null if it concerns no amount. */
  amount_minor: number | null
  currency: Currency | null
  reason: string
  /**
   * What the action changed: labels of a space type, the end of a ban as an ISO instant, the kind of
   * a problem report, or the template of an email.
   */
  details: {
    from?: string
    to?: string
    merged_into?: string | null
    until?: string | null
    kind?: ProblemKind
    template?: string
  }
}

export type AuditAdmin = { id: string; name: string }

const pageSize = 20

export const adminUserKeys = {
  all: (adminId: string | undefined) => [...userKey(adminId), 'admin users'] as const,
}

export const foundUsers = (adminId: string | undefined, text: string) =>
  pagedQuery(
    adminId,
    [...adminUserKeys.all(adminId), 'search', text],
    async (client, _adminId, after) => {
      const { data } = await client
        .rpc('find_users', {
          p_search: searchWords(text),
          ...(after && { p_before: after.at, p_before_id: after.id }),
          p_limit: pageSize + 1,
        })
        .throwOnError()
      return pageOf(data as FoundUser[], pageSize, ({ created_at }) => created_at)
    },
  )

/** Query options of an account as admins see it. The data is null if the account does not exist. */
export const account = (adminId: string | undefined, userId: string) =>
  queryOptions({
    queryKey: [...adminUserKeys.all(adminId), userId],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('admin_user', { p_user_id: userId }).throwOnError()
      return data as Account | null
    },
    enabled: adminId !== undefined,
  })

/** Value of the filter `by` that selects the actions of operators on the command line. */
export const commandLine = 'command-line'

/**
 * Query options of the audit log's entries, newest first. `targetId` selects the entries about one
 * target, such as an account. `action` selects the entries of one action, such as `user.ban`. `by`
 * selects the entries of one admin (by id) or of the `commandLine`.
 */
export const auditLog = (
  adminId: string | undefined,
  filter: { targetId?: string; action?: string | undefined; by?: string | undefined } = {},
) => {
  const { targetId, action, by } = filter
  return pagedQuery(
    adminId,
    [...adminUserKeys.all(adminId), 'audit', targetId ?? 'all', action ?? 'all', by ?? 'all'],
    async (client, _adminId, after) => {
      const { data } = await client
        .rpc('audit_log', {
          ...(targetId && { p_target: targetId }),
          ...(action && { p_action: action }),
          ...(by === commandLine ? { p_is_command_line: true } : by && { p_admin: by }),
          ...(after && { p_before: Number(after.id) }),
          p_limit: pageSize + 1,
        })
        .throwOnError()
      const rows = (data as AuditEntry[]).map((entry) => ({ ...entry, id: String(entry.id) }))
      return pageOf(rows, pageSize, ({ created_at }) => created_at)
    },
  )
}

/** Query options of the admins with entries in the audit log, by name. */
export const auditAdmins = (adminId: string | undefined) =>
  queryOptions({
    queryKey: [...adminUserKeys.all(adminId), 'audit admins'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('audit_admins').throwOnError()
      return data as AuditAdmin[]
    },
    enabled: adminId !== undefined,
  })

/** An admin's action on an account. `until` is the end of a ban. */
export type UserAction =
  | { kind: 'ban'; until: string; isHidingListings: boolean }
  | { kind: 'unban' | 'sign-out' | 'grant-admin' | 'revoke-admin' }

export async function actOnUser(userId: string, action: UserAction, reason: string): Promise<void> {
  const client = await browserClient()
  const on = { p_user_id: userId, p_reason: reason }
  switch (action.kind) {
    case 'ban':
      await client
        .rpc('ban_user', {
          ...on,
          p_until: action.until,
          p_hide_listings: action.isHidingListings,
        })
        .throwOnError()
      return
    case 'unban':
      // Ends the ban in 1970 instead of now. Pages update their current time only twice a minute,
      // so a ban that ends now would be shown for up to 30 s.
      await client.rpc('ban_user', { ...on, p_until: new Date(0).toISOString() }).throwOnError()
      return
    case 'sign-out':
      await client.rpc('sign_out_user', on).throwOnError()
      return
    case 'grant-admin':
    case 'revoke-admin':
      await client
        .rpc('set_user_admin', { ...on, p_is_admin: action.kind === 'grant-admin' })
        .throwOnError()
  }
}
