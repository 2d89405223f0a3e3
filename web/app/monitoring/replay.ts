import { replayIntegration } from '@sentry/react'
import { scrub } from './scrub.ts'

/** Elements that no recording holds, not even masked: where cards are typed, and foreign frames. */
const neverRecorded = ['iframe', '[data-payment]', '.StripeElement', '.__PrivateStripeElement']

/** Attributes that carry words, which masking the text does not cover. */
const wordyAttributes = [
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

/** Records what the page does, never what it says: every text and input masked, every picture blocked. */
export function recording() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: wordyAttributes,
    block: neverRecorded,
    networkDetailAllowUrls: [],
    networkCaptureBodies: false,
    beforeAddRecordingEvent: scrub,
  })
}
