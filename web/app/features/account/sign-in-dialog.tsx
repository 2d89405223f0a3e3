export default function SignInDialog(_props: { onClose: (signedIn: boolean) => void }) {
  return null
}
