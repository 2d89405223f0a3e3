import { LogOut, UserRound, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Session } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { signOut } from '#web/features/account/sign-out.ts'
import { clearSessionStorage } from '#web/lib/local-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'

type UserMenuProps = Pick<AccountMenuProps, 'takesFocus' | 'onLeft'> & { session: Session }

export default function UserMenu({ session, ...props }: UserMenuProps) {
  if (!session.user) return <GuestMenu />
  return <AccountMenu user={session.user} profile={session.profile} {...props} />
}

function GuestMenu() {
  const signIn = useSignIn()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(false)
    // Deletes the drafts in this tab. They belong to the anonymous user, who cannot sign in again
    // after signing out.
    clearSessionStorage()
    await signOut()
    void navigate(paths.home())
  }

  return (
    <>
      <Menu
        label="No account"
        triggerClassName="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-semibold transition-colors duration-150 hover:border-control"
        trigger={
          <>
            <UserRound aria-hidden className="size-5 text-ink-soft" />
            No account
          </>
        }
        navigate={(href) => void navigate(href)}
        entries={[
          {
            id: 'sign-up',
            label: 'Create an Account',
            icon: UserRoundPlus,
            onAction: () => signIn({ mode: 'sign-up' }),
          },
          { id: 'sign-in', label: 'Sign In', icon: UserRound, onAction: () => signIn() },
          {
            id: 'sign-out',
            label: 'Sign Out',
            icon: LogOut,
            separated: true,
            onAction: () => {
              prepareAlertDialog()
              setLeaving(true)
            },
          },
        ]}
      />
      <AlertDialog
        title="Sign out and lose your selections?"
        isOpen={isLeaving}
        confirmLabel="Sign Out"
        dismissLabel="Stay"
        onConfirm={() => void leave()}
        onDismiss={() => setLeaving(false)}
        danger
      >
        To keep them, create an account first.
      </AlertDialog>
    </>
  )
}
