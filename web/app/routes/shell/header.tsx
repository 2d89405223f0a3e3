import { Moon, Sun } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { useSession } from '#web/features/account/session.tsx'
import { prepareSignIn, useSignIn } from '#web/features/account/sign-in.tsx'
import { Logo } from '#web/features/shell/logo.tsx'
import { usePrefetch } from '#web/features/shell/use-is-offline.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isDark, setTheme } from '#web/ui/theme.ts'

const UserMenu = lazy(() => import('./user-menu.tsx'))

export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas/90 backdrop-blur-md max-[18rem]:static">
      <div className="page flex min-h-16 flex-wrap items-center justify-end gap-2 sm:gap-4">
        <Link
          to={paths.home()}
          aria-label={`${company.name}, home`}
          className="-ml-1 inline-flex rounded-small p-1 max-md:mr-auto"
        >
          <Logo nameClassName="max-[23.25rem]:hidden" />
        </Link>
        <nav aria-label="Main" className="ml-4 max-md:hidden">
          <NavLink
            to={paths.explore()}
            prefetch={usePrefetch()}
            className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:text-accent-ink"
          >
            Explore Spaces
          </NavLink>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 max-[18rem]:contents sm:gap-2">
          <ThemeToggle />
          <AccountCorner />
        </div>
      </div>
    </header>
  )
}

/** Shows a placeholder until the session is checked, so that the header does not move. */
function AccountCorner() {
  const session = useSession()
  const signIn = useSignIn()
  const [hasSignedIn, setSignedIn] = useState(false)
  const waiting = <Skeleton className="h-11 w-28 rounded-control noscript:hidden" />

  if (session.status === 'checking') return waiting
  if (session.status === 'signed-out' && !session.isGuest) {
    return (
      <Button
        size="small"
        onPress={() => signIn({ onSignedIn: () => setSignedIn(true) })}
        // Preloads the dialog only for a mouse. Loading it on touch would delay the tap.
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && prepareSignIn()}
      >
        Sign In / Sign Up
      </Button>
    )
  }
  return (
    <Suspense fallback={waiting}>
      <UserMenu session={session} takesFocus={hasSignedIn} onLeft={() => setSignedIn(false)} />
    </Suspense>
  )
}

/** CSS selects the theme icon, because the server does not know the visitor's theme. */
function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(isDark() ? 'light' : 'dark')}
      className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink noscript:hidden"
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </button>
  )
}
