import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { environment } from '#web/data/environment.ts'
import { userKey } from '#web/data/query-client.ts'
import { paths } from '#web/lib/paths.ts'
import { type User, useSession, useUserOrHome } from './session.tsx'

/**
 * Returns the signed-in admin; null while the session is checked. Redirects other users to the home
 * page. Redirects admins who lack a required second factor to its setup. The database enforces
 * access.
 */
export function useRequiredAdmin(): User | null {
  const user = useUserOrHome()
  const { profile } = useSession()
  const navigate = useNavigate()
  const isAdmin = profile?.is_admin
  const { data: mustEnroll, isPending } = useQuery({
    queryKey: [...userKey(user?.id), 'must enroll'],
    queryFn: mustEnrollFactor,
    enabled: isAdmin === true,
    // Disables caching, so that the check is repeated after the admin has set up a second factor.
    gcTime: 0,
  })

  useEffect(() => {
    if (isAdmin === false) void navigate(paths.home(), { replace: true })
    if (mustEnroll) void navigate(`${paths.security()}#factors`, { replace: true })
  }, [isAdmin, mustEnroll, navigate])

  return isAdmin && !isPending && !mustEnroll ? user : null
}

async function mustEnrollFactor(): Promise<boolean> {
  if (!environment().secondFactorRequired) return false
  const { ownFactors } = await import('./second-factor.ts')
  return (await ownFactors()).length === 0
}
