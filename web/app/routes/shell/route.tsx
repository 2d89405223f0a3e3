import type { Route } from './+types/route'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation, useRouteError } from 'react-router'
import { serverClient } from '#web/data/backend.server.ts'
import { exchangeRates } from '#web/data/exchange-rates.ts'
import { useSession } from '#web/features/account/session.tsx'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { NoticeStrip } from '#web/features/shell/notice-strip.tsx'
import { Rates } from '#web/features/spaces/viewer-currency.ts'
import { publicPage } from '#web/lib/cache-control.ts'
import { lazy } from '#web/lib/lazy.ts'
import { cx } from '#web/ui/cx.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineStrip } from './offline-strip.tsx'

const AdminEnrollment = lazy(() => import('./admin-enrollment.tsx'))

/** Loads the exchange rates of approximate prices. Pages work without them. */
export async function loader() {
  const rates = await exchangeRates(serverClient()).catch((error: unknown) => {
    console.error('Failed to load exchange rates', error)
    return null
  })
  return { rates }
}

/** Loads the exchange rates once per visit, because they change only daily. */
export const shouldRevalidate = () => false

/** The `Cache-Control` header of public pages. The layout route `private` overrides it. */
export const headers = () => ({ 'Cache-Control': publicPage })

export default function ShellLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Rates value={loaderData.rates}>
      <Shell>
        <Outlet />
      </Shell>
    </Rates>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage error={useRouteError()} />
    </Shell>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const { profile, user } = useSession()
  const main = useFocusOnArrival()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <NoticeStrip />
      <Header />
      <main id="main" tabIndex={-1} ref={main} className="grow">
        {children}
      </main>
      <OfflineStrip />
      <BottomBar />
      {profile?.is_admin && user && (
        <Suspense>
          <AdminEnrollment key={user.id} adminId={user.id} />
        </Suspense>
      )}
      {/* Makes React hydrate this part after the rest of the page, as in `SpaceGrid`. */}
      <Suspense>
        <Footer />
      </Suspense>
    </div>
  )
}

/** Focuses the main content after a navigation, for keyboard and screen reader users. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div
      aria-hidden
      className={cx(
        'fixed inset-x-0 top-0 z-60 h-0.75 origin-left bg-accent transition-transform ease-settle',
        isLoading ? 'scale-x-90 delay-150 duration-[4s]' : 'scale-x-0 duration-0',
      )}
    />
  )
}
