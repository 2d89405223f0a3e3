import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useState,
  type ReactNode,
} from 'react'
import { useSession } from './session.tsx'

const load = () => import('./sign-in-dialog.tsx')
const SignInDialog = lazy(load)

/** For whoever is about to press what opens the dialog: its code is fetched before they do. */
export const prepareSignIn = () => void load().catch(() => {})

/** What the asking screen wants to know. Exactly one of the two is called, once. */
export type SignInRequest = {
  /** The person is signed in now; or goes on as a guest, where that was offered. */
  onSignedIn?: () => void
  /** The person closed the dialog without signing in. */
  onDismiss?: () => void
  /** What they came for can be begun without an account. */
  allowsGuest?: boolean
  /** How the dialog begins; signing in unless told otherwise. */
  mode?: 'sign-in' | 'sign-up'
  email?: string
}

const SignInContext = createContext<(request?: SignInRequest) => void>(() => {})

/** Opens the sign-in dialog: `const signIn = useSignIn(); signIn({ onDismiss: goHome })`. */
export function useSignIn(): (request?: SignInRequest) => void {
  return useContext(SignInContext)
}

const IsSigningInContext = createContext(false)

/** Whether the dialog is open, and keeps the focus to itself. */
export function useIsSigningIn(): boolean {
  return useContext(IsSigningInContext)
}

export function SignInProvider({ children }: { children: ReactNode }) {
  const { isHalfIn } = useSession()
  const [request, setRequest] = useState<SignInRequest>()
  const open = useCallback((asked: SignInRequest = {}) => setRequest(asked), [])

  function close(isIn: boolean) {
    setRequest(undefined)
    if (isIn) request?.onSignedIn?.()
    else request?.onDismiss?.()
  }

  const isOpen = Boolean(request ?? isHalfIn)
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
