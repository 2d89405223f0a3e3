import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useState,
  type ReactNode,
} from 'react'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'))

/** What the asking screen wants to know. Exactly one of the two is called, once. */
type SignInRequest = {
  /** The person is signed in now. */
  onSignedIn?: () => void
  /** The person closed the dialog without signing in. */
  onDismiss?: () => void
}

const SignInContext = createContext<(request?: SignInRequest) => void>(() => {})

/** Opens the sign-in dialog: `const signIn = useSignIn(); signIn({ onDismiss: goHome })`. */
export function useSignIn(): (request?: SignInRequest) => void {
  return useContext(SignInContext)
}

export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest>()
  const open = useCallback((asked: SignInRequest = {}) => setRequest(asked), [])

  function close(signedIn: boolean) {
    setRequest(undefined)
    if (signedIn) request?.onSignedIn?.()
    else request?.onDismiss?.()
  }

  return (
    <SignInContext value={open}>
      {children}
      {request && (
        <Suspense>
          <SignInDialog onClose={close} />
        </Suspense>
      )}
    </SignInContext>
  )
}
