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
import { keepLoading } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { userKey } from '#web/data/query-client.ts'
import type { Profile } from './profile.ts'

export type User = { id: string; email: string; isManagedByCompany: boolean }

/**
 * Returns true for an account created by SSO. The backend refuses to change its email or password.
 */
export const isManagedByCompany = ({ identities = [] }: Pick<AuthUser, 'identities'>): boolean =>
  identities.some(({ provider }) => provider.startsWith('sso:'))

/**
 * `isUnknown` is true if the profile failed to load. The other fields are then those of a user
 * without a name who is not an admin.
 */
type SessionProfile = Profile & { isUnknown?: boolean }

export type Session =
  | {
      status: 'checking' | 'signed-out'
      user: null
      profile: null
      /** `isGuest` is true for an anonymous user, whom most screens treat as a visitor. */
      isGuest?: boolean
      /**
       * `needsSecondFactor` is true if the user has signed in but has not yet entered the second
       * factor.
       */
      needsSecondFactor?: boolean
      /** `isBanned` is true if a ban has ended the session. */
      isBanned?: boolean
    }
  | {
      status: 'signed-in'
      user: User
      /** `profile` is null until it has loaded. */
      profile: SessionProfile | null
      isGuest?: false
      needsSecondFactor?: false
      isBanned?: false
    }

const loadProfileCode = () => import('./profile.ts')

const unknown: SessionProfile = {
  full_name: null,
  avatar_url: null,
  is_admin: false,
  is_host: false,
  isUnknown: true,
}

const checking: Session = { status: 'checking', user: null, profile: null }
const signedOut: Session = { status: 'signed-out', user: null, profile: null }
const guest: Session = { ...signedOut, isGuest: true }
const banned: Session = { ...signedOut, isBanned: true }
const awaitingSecondFactor: Session = { ...signedOut, needsSecondFactor: true }

const SessionContext = createContext<Session>(checking)

/** Returns the session. Its status is `checking` until the session has been checked once. */
export function useSession(): Session {
  return useContext(SessionContext)
}

const ChangeProfileContext = createContext<(change: Partial<Profile>) => void>(() => {})

/** Returns a function that updates the profile on all screens. */
export function useChangeProfile(): (change: Partial<Profile>) => void {
  return useContext(ChangeProfileContext)
}

type AuthState = { user: AuthUser | null; hasRequiredFactors: boolean; isBanned?: boolean }

function useAuthState(): AuthState | null | undefined {
  const [authState, setAuthState] = useState<AuthState | null>()

  useEffect(() => {
    let stop: (() => void) | undefined
    let stopped = false
    // Uses a transition. During an urgent update, React would remove parts of the page that it has
    // not hydrated yet.
    const update = (next: AuthState | null) => startTransition(() => setAuthState(next))
    void clientReady.then((client) => {
      if (stopped) return
      const { data } = client.auth.onAuthStateChange((_event, session) =>
        update(
          session
            ? { user: session.user, hasRequiredFactors: client.hasRequiredFactors(session) }
            : client.ban(),
        ),
      )
      stop = () => data.subscription.unsubscribe()
    })

    const connect = () => {
      // Loads the profile module in parallel with the session library.
      loadProfileCode().catch(() => {})
      // The status stays `checking` until the library has loaded, because the stored session may be
      // valid.
      keepLoading(browserClient)
    }
    // Skips the session library if the browser has no stored session.
    if (mayHaveSession()) connect()
    else queueMicrotask(() => update(null))

    const onStorage = (event: StorageEvent) => {
      if (event.key === sessionStorageKey && event.newValue) connect()
    }
    addEventListener('storage', onStorage)
    return () => {
      stopped = true
      stop?.()
      removeEventListener('storage', onStorage)
    }
  }, [])

  return authState
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const authState = useAuthState()
  const [profile, setProfile] = useState<(SessionProfile & { id: string }) | null>(null)
  const account =
    authState?.hasRequiredFactors && !authState.user?.is_anonymous ? authState.user : null
  const id = account?.id
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
    return keepLoading(
      async () => (await loadProfileCode()).loadProfile(id),
      (loaded) => setProfile({ ...(loaded ?? unknown), id }),
    )
  }, [id])

  const change = useCallback(
    (part: Partial<Profile>) => setProfile((before) => before && { ...before, ...part }),
    [],
  )

  let session = checking
  if (authState === null) session = signedOut
  else if (authState?.isBanned) session = banned
  else if (authState && !authState.hasRequiredFactors) session = awaitingSecondFactor
  else if (account) {
    session = {
      status: 'signed-in',
      user: {
        id: account.id,
        email: account.email ?? '',
        isManagedByCompany: isManagedByCompany(account),
      },
      profile: profile?.id === account.id ? profile : null,
    }
  } else if (authState) session = guest
  return (
    <SessionContext value={session}>
      <ChangeProfileContext value={change}>{children}</ChangeProfileContext>
    </SessionContext>
  )
}

/** Returns the user; null until the user is signed in. Redirects visitors to the home page. */
export function useUserOrHome(): User | null {
  const { status, user, needsSecondFactor } = useSession()
  const navigate = useNavigate()
  const isOut = status === 'signed-out' && !needsSecondFactor

  useEffect(() => {
    if (isOut) void navigate(paths.home(), { replace: true })
  }, [isOut, navigate])

  return user
}
