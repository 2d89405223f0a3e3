import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useRequiredUser } from '#web/features/account/use-required-user.ts'
import { useSession, type User } from '#web/features/account/session.tsx'

/**
 * The signed-in admin. Null while that is being checked, and for everybody else, who is sent to the
 * home page. This only spares people an empty page: the database answers admins alone.
 */
export function useRequiredAdmin(): User | null {
  const user = useRequiredUser()
  const { profile } = useSession()
  const navigate = useNavigate()
  const isAdmin = profile?.is_admin

  useEffect(() => {
    if (isAdmin === false) void navigate(paths.home(), { replace: true })
  }, [isAdmin, navigate])

  return isAdmin ? user : null
}
