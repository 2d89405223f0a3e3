import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSession, type User } from './session.tsx'

/**
 * The signed-in user of a private page. Null while the session is being checked, and for signed-out
 * visitors, who are sent to the home page. Whoever has yet to answer with a second factor is asked here.
 */
export function useRequiredUser(): User | null {
  const { status, user, isHalfIn } = useSession()
  const navigate = useNavigate()
  const isOut = status === 'signed-out' && !isHalfIn

  useEffect(() => {
    if (isOut) void navigate(paths.home(), { replace: true })
  }, [isOut, navigate])

  return user
}
