import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSession, type User } from './session.tsx'

/**
 * The signed-in user of a private page. Null while the session is being checked, and for signed-out
 * visitors, who are sent to the home page.
 */
export function useRequiredUser(): User | null {
  const { status, user } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (status === 'signed-out') void navigate(paths.home(), { replace: true })
  }, [status, navigate])

  return user
}
