import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { browserClient, mayHaveSession } from './data/browser-client.ts'
import { carriedEnvironment } from './data/environment.ts'
import { forwardSessionTokens } from './features/account/return-address.ts'
import { reportError, startMonitoring } from './monitoring/report.ts'

forwardSessionTokens()
startMonitoring(carriedEnvironment()?.monitoring)

// Loads the session library during hydration. `SessionProvider` handles a failed load.
if (mayHaveSession()) browserClient().catch(() => {})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        onError={(error, { errorInfo }) => reportError(error, errorInfo?.componentStack)}
      />
    </StrictMode>,
  )
})
