import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { carriedEnvironment } from './data/environment.ts'
import { reportError, startMonitoring } from './monitoring/report.ts'

startMonitoring(carriedEnvironment()?.monitoring)

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
