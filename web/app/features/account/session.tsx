import type { User as AuthUser } from '@supabase/auth-js'
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
  type ReactNode,
} from 'react'
import {
  browserClient,
  clientReady,
  mayHaveSession,
  sessionStorageKey,
} from '#web/data/browser-client.ts'
import { loadProfile, type Profile } from './profile.ts'

export type User = { id: string; email: string }

/** `profile` arrives shortly after the user; null until then. */
type Session =
  | { status: 'checking'; user: null; profile: null }
  | { status: 'signed-out'; user: null; profile: null }
  | { status: 'signed-in'; user: User; profile: Profile | null }

const checking: Session = { status: 'checking', user: null, profile: null }
const signedOut: Session = { status: 'signed-out', user: null, profile: null }

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

function useAuthUser(): AuthUser | null | undefined {
  const [user, setUser] = useState<AuthUser | null>()

  useEffect(() => {
    let stop: (() => void) | undefined
    let stopped = false
    // Parts of the page whose code is not there yet would be emptied by anything more urgent.
    const tell = (known: AuthUser | null) => startTransition(() => setUser(known))
    void clientReady.then((client) => {
      if (stopped) return
      const { data } = client.auth.onAuthStateChange((_event, session) =>
        tell(session?.user ?? null),
      )
      stop = () => data.subscription.unsubscribe()
    })

    const connect = () =>
      browserClient().catch((error: unknown) => {
        console.error('The session could not be checked', error)
        tell(null)
      })
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

  return user
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const authUser = useAuthUser()
  const [profile, setProfile] = useState<(Profile & { id: string }) | null>(null)
  const id = authUser?.id

  useEffect(() => {
    if (!id) return
    let current = true
    void loadProfile(id).then((loaded) => {
      if (current) setProfile({ ...loaded, id })
    })
    return () => {
      current = false
    }
  }, [id])

  const change = useCallback(
    (part: Partial<Profile>) => setProfile((before) => before && { ...before, ...part }),
    [],
  )

  let session = checking
  if (authUser === null) session = signedOut
  if (authUser) {
    session = {
      status: 'signed-in',
      user: { id: authUser.id, email: authUser.email ?? '' },
      profile: profile?.id === authUser.id ? profile : null,
    }
  }
  return (
    <SessionContext value={session}>
      <ChangeProfileContext value={change}>{children}</ChangeProfileContext>
    </SessionContext>
  )
}
