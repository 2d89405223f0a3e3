/** Who we are, in the words that several pages repeat. */
export const company = {
  name: 'Hourspace',
  tagline: 'Rooms worth an hour.',
  place: 'Tampa, Florida',
  email: 'hello@hourspace.demo',
} as const

/**
 * Social networks through which anybody can pass a page on. Links to profiles of our own would lead
 * to strangers for as long as there are none.
 */
export const socialNetworks = [
  { name: 'LinkedIn', share: 'https://www.linkedin.com/sharing/share-offsite/?url=' },
  { name: 'Facebook', share: 'https://www.facebook.com/sharer/sharer.php?u=' },
  { name: 'X', share: 'https://x.com/intent/post?url=' },
] as const
