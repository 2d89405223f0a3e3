import { replayIntegration } from '@sentry/react'
import { scrub } from './scrub.ts'

/** Elements left out of recordings, not only masked: card fields and third-party frames. */
const neverRecorded = ['iframe', '[data-payment]', '.StripeElement', '.__PrivateStripeElement']

/** Attributes that contain text. The option `maskAllText` does not mask attributes. */
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
