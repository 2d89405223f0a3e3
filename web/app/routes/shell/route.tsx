import { Outlet, useRouteError } from 'react-router'
import { ErrorPage } from '#web/features/shell/error-page.tsx'
import { Shell } from './shell.tsx'

/** Renders header, footer and bottom bar around every page and its error page. */
export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage error={useRouteError()} />
    </Shell>
  )
}
