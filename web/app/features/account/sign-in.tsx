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

/** Loads the dialog's code before the user opens it. */
export const prepareSignIn = () => void load().catch(() => {})

/** A request to open the dialog. Calls either `onSignedIn` or `onDismiss`, once. */
export type SignInRequest = {
  /** Called after sign-in, or after continuing as a guest where that is allowed. */
  onSignedIn?: () => void
  onDismiss?: () => void
  /** Offers to continue as a guest. */
  allowsGuest?: boolean
  /** The first step; 'sign-in' by default. */
  mode?: 'sign-in' | 'sign-up'
  email?: string
}

const SignInContext = createContext<(request?: SignInRequest) => void>(() => {})

/** Opens the sign-in dialog: `const signIn = useSignIn(); signIn({ onDismiss: goHome })`. */
export function useSignIn(): (request?: SignInRequest) => void {
  return useContext(SignInContext)
}

const IsSigningInContext = createContext(false)

/** Whether the dialog is open. */
export function useIsSigningIn(): boolean {
  return useContext(IsSigningInContext)
}

export function SignInProvider({ children }: { children: ReactNode }) {
  const { needsSecondFactor } = useSession()
  const [request, setRequest] = useState<SignInRequest>()
  const open = useCallback((asked: SignInRequest = {}) => setRequest(asked), [])

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
