import {
  createContext,
  startTransition,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import type { SignInMode } from './authenticate.ts'
import { type User, useSession } from './session.tsx'

const load = () => import('./sign-in-dialog.tsx')
const SignInDialog = lazy(load)

export const prepareSignIn = () => void load().catch(() => {})

/** Options of the sign-in dialog. When the dialog closes, it calls `onSignedIn` or `onDismiss`. */
export type SignInRequest = {
  /** Called after a sign-in, or when the user continues anonymously (see `allowsGuest`). */
  onSignedIn?: () => void
  onDismiss?: () => void
  allowsGuest?: boolean
  /** Completes the dialog's sentence 'Sign in or create an account …', such as 'to save spaces'. */
  purpose?: string
  /** Replaces the dialog's sentence. */
  message?: string | undefined
  mode?: SignInMode
  email?: string
}

type SignIn = (request?: SignInRequest) => () => void

const SignInContext = createContext<SignIn>(() => () => {})

/**
 * Returns a function that opens the sign-in dialog and returns a function that closes it. Closing
 * the dialog with that function does not call `onDismiss`.
 */
export function useSignIn(): SignIn {
  return useContext(SignInContext)
}

/**
 * Returns the signed-in user, or null for a visitor. Opens the sign-in dialog for visitors, with
 * the sentence `message`. When the user signs out, opens the home page. With `keepsInput`, opens
 * the sign-in dialog over the page instead, so that the input on the page is kept.
 */
export function useUserOrSignIn({
  keepsInput = false,
  message,
}: { keepsInput?: boolean } & Pick<SignInRequest, 'message'> = {}): User | null {
  const { status, user } = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (status === 'signed-in') wasSignedIn.current = true
    if (status !== 'signed-out') return
    const leave = () => void navigate(paths.home(), { replace: true })
    if (wasSignedIn.current && !keepsInput) leave()
    else signIn({ message, onDismiss: leave })
  }, [status, keepsInput, message, signIn, navigate])
  return user
}

const IsSigningInContext = createContext(false)

export function useIsSigningIn(): boolean {
  return useContext(IsSigningInContext)
}

export function SignInProvider({ children }: { children: ReactNode }) {
  const { needsSecondFactor, isBanned } = useSession()
  const [request, setRequest] = useState<SignInRequest>()
  // Uses a transition, so that the browser paints the pressed button before the dialog is loaded
  // and rendered.
  const open = useCallback((request: SignInRequest = {}) => {
    startTransition(() => setRequest(request))
    return () => setRequest((shown) => (shown === request ? undefined : shown))
  }, [])

  // After a ban has ended the session, opens the sign-in dialog, which shows that the account is
  // banned.
  useEffect(() => {
    if (isBanned) startTransition(() => setRequest((shown) => shown ?? {}))
  }, [isBanned])

  function close(isIn: boolean) {
    setRequest(undefined)
    if (isIn) request?.onSignedIn?.()
    else request?.onDismiss?.()
  }

  const isOpen = Boolean(request ?? needsSecondFactor)
  return (
    <SignInContext value={open}>
      <IsSigningInContext value={isOpen}>{children}</IsSigningInContext>
      {isOpen && (
        <Suspense>
          <SignInDialog request={request} onClose={close} />
        </Suspense>
      )}
    </SignInContext>
  )
}
