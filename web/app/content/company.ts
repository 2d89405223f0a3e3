/** Who we are, in the words that several pages repeat. */
export const company = {
  name: 'Hourspace',
  tagline: 'Rooms worth an hour.',
  place: 'Tampa, Florida',
  email: 'hello@hourspace.demo',
  social: [
    { label: 'Instagram', href: 'https://www.instagram.com/hourspace.demo' },
    { label: 'LinkedIn', href: 'https://www.linkedin.com/company/hourspace-demo' },
    { label: 'X', href: 'https://x.com/hourspace_demo' },
  ],
} as const
