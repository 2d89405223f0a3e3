import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { carriedEnvironment } from './data/environment.ts'
import { takeOver } from './lib/early-presses.ts'
import { reportError, startMonitoring } from './monitoring/report.ts'

startMonitoring(carriedEnvironment()?.monitoring)

/** Outermost, so that all within is alive when it says so. */
function Page({ children }: { children: ReactNode }) {
  useEffect(() => takeOver(document.documentElement), [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page>
        <HydratedRouter
          onError={(error, { errorInfo }) => reportError(error, errorInfo?.componentStack)}
        />
      </Page>
    </StrictMode>,
  )
})
