import type { Blueprint } from '#launch/blueprint.ts'

/** First what to serve; later that it is time to finish and go. */
export type FromPrimary = Blueprint | 'end'

/** Said once, when the port is answered. */
export type FromWorker = 'ready'
