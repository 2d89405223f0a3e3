import { useQueryClient } from '@tanstack/react-query'
import type { User as AuthUser } from '@supabase/auth-js'
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import {
  browserClient,
  clientReady,
  mayHaveSession,
  sessionStorageKey,
} from '#web/data/browser-client.ts'
import { paths } from '#web/lib/paths.ts'
import { userKey } from '#web/data/query-client.ts'
import type { Profile } from './profile.ts'

export type User = { id: string; email: string }

export type Session =
  | { status: 'checking'; user: null; profile: null; isGuest?: false; isHalfIn?: false }
  | {
      status: 'signed-out'
      user: null
      profile: null
      /** They go on without an account: a visitor to every screen but those that can be begun so. */
      isGuest?: boolean
      /** They have signed in, and have yet to answer with their second factor. */
      isHalfIn?: boolean
    }
  | {
      status: 'signed-in'
      user: User
      /** Arrives shortly after the user; null until then. */
      profile: Profile | null
      isGuest?: false
      isHalfIn?: false
    }

/** Visitors have no profile, and need no code for one. */
const loadProfileCode = () => import('./profile.ts')

const checking: Session = { status: 'checking', user: null, profile: null }
const signedOut: Session = { status: 'signed-out', user: null, profile: null }
const guest: Session = { ...signedOut, isGuest: true }
const halfIn: Session = { ...signedOut, isHalfIn: true }

const SessionContext = createContext<Session>(checking)

/** Who is looking. `checking` on the server and until the first session check completes. */
export function useSession(): Session {
  return useContext(SessionContext)
}

const ChangeProfileContext = createContext<(change: Partial<Profile>) => void>(() => {})

/** Tells every screen at once what has just been saved of the signed-in person's profile. */
export function useChangeProfile(): (change: Partial<Profile>) => void {
  return useContext(ChangeProfileContext)
}

/** Whoever a session belongs to, and whether they have shown all that their account asks for. */
type Known = { user: AuthUser; isWhole: boolean }

function useKnown(): Known | null | undefined {
  const [known, setKnown] = useState<Known | null>()

  useEffect(() => {
    let stop: (() => void) | undefined
    let stopped = false
    // Parts of the page whose code is not there yet would be emptied by anything more urgent.
    const tell = (now: Known | null) => startTransition(() => setKnown(now))
    void clientReady.then((client) => {
      if (stopped) return
      const { data } = client.auth.onAuthStateChange((_event, session) =>
        tell(session && { user: session.user, isWhole: client.isWhole(session) }),
      )
      stop = () => data.subscription.unsubscribe()
    })

    const connect = () => {
      // On its way together with the library.
      loadProfileCode().catch(() => {})
      return browserClient().catch((error: unknown) => {
        console.error('The session could not be checked', error)
        tell(null)
      })
    }
    // Without a stored session there is nothing to ask, and the library need not be fetched.
    if (mayHaveSession()) void connect()
    else queueMicrotask(() => tell(null))

    // Signing in elsewhere in this browser signs this page in as well.
    const onStorage = (event: StorageEvent) => {
      if (event.key === sessionStorageKey && event.newValue) void connect()
    }
    addEventListener('storage', onStorage)
    return () => {
      stopped = true
      stop?.()
      removeEventListener('storage', onStorage)
    }
  }, [])

  return known
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const known = useKnown()
  const [profile, setProfile] = useState<(Profile & { id: string }) | null>(null)
  const person = known?.isWhole && !known.user.is_anonymous ? known.user : null
  const id = person?.id
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!id) return
    return () => {
      queryClient.removeQueries({ queryKey: userKey(id) })
      queryClient.getMutationCache().clear()
    }
  }, [id, queryClient])

  useEffect(() => {
    if (!id) return
    let current = true
    loadProfileCode()
      .then(({ loadProfile }) => loadProfile(id))
      .then(
        (loaded) => current && setProfile({ ...loaded, id }),
        // Without a network there is nobody to be told of, either.
        () => {},
      )
    return () => {
      current = false
    }
  }, [id])

  const change = useCallback(
    (part: Partial<Profile>) => setProfile((before) => before && { ...before, ...part }),
    [],
  )

  let session = checking
  if (known === null) session = signedOut
  else if (known && !known.isWhole) session = halfIn
  else if (person) {
    session = {
      status: 'signed-in',
      user: { id: person.id, email: person.email ?? '' },
      profile: profile?.id === person.id ? profile : null,
    }
  } else if (known) session = guest
  return (
    <SessionContext value={session}>
      <ChangeProfileContext value={change}>{children}</ChangeProfileContext>
    </SessionContext>
  )
}

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
