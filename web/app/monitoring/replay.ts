import { replayIntegration } from '@sentry/react'
import { scrub } from './scrub.ts'

/** Selectors of card fields and frames, which session replays omit instead of only masking text. */
const neverRecorded = ['iframe', '[data-payment]', '.StripeElement', '.__PrivateStripeElement']

/** Attributes that contain text, which Sentry's option `maskAllText` does not mask. */
const textAttributes = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'content',
  'download',
  'label',
  'placeholder',
  'summary',
  'title',
  'value',
]

export function recording() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: textAttributes,
    block: neverRecorded,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    beforeAddRecordingEvent: scrub,
  })
}
