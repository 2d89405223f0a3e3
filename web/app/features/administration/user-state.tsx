import type { FoundUser } from '#web/data/admin-users.ts'
import { Badge } from '#web/ui/badge.tsx'

type StateProps = {
  user: Pick<FoundUser, 'is_admin' | 'banned_until' | 'deleted_at'>
  now: Date
}

export const isBanned = ({ banned_until }: StateProps['user'], now: Date) =>
  banned_until !== null && new Date(banned_until) > now

export function UserState({ user, now }: StateProps) {
  if (user.deleted_at) return <Badge>Deleted</Badge>
  if (isBanned(user, now)) return <Badge tone="danger">Banned</Badge>
  return user.is_admin ? <Badge tone="notice">Admin</Badge> : null
}
