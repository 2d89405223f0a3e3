import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { type User, useRequiredUser, useSession } from './session.tsx'

/**
 * Returns the signed-in admin; null while the session is checked. Redirects other users to the home
 * page so that they see no empty page. The database enforces access.
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
