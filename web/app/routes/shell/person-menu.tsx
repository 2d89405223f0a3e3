import type { Session } from '#web/features/account/session.tsx'
import { AccountMenu } from './account-menu.tsx'
import { GuestMenu } from './guest-menu.tsx'

type PersonMenuProps = {
  session: Session
  /** Begins with the focus, unless that has found another place. */
  takesFocus: boolean
  /** Told when the person has signed out. */
  onLeft: () => void
}

/** The menu of whoever is not a mere visitor. */
export default function PersonMenu({ session, ...props }: PersonMenuProps) {
  if (!session.user) return <GuestMenu />
  return <AccountMenu user={session.user} profile={session.profile} {...props} />
}
