/**
 * Facts about Hourspace that pages and emails show. `brandColors` are hexadecimal, as emails, SVG
 * and Stripe require, and must equal the colors of `web/app/ui/tokens.css`.
 */
export const company = {
  name: 'Hourspace',
  tagline: 'Rooms worth an hour.',
  place: 'Tampa, Florida',
  email: 'hello@hourspace.demo',
} as const

export const brandColors = {
  light: {
    canvas: '#faf7f4',
    surface: '#fffefd',
    sunken: '#f1ede9',
    ink: '#261919',
    'ink-soft': '#574948',
    line: '#e0dbd7',
    accent: '#6b2049',
    'on-accent': '#fdf9f6',
    'accent-ink': '#772552',
    lamp: '#d78c1a',
    'danger-ink': '#a21a1b',
  },
  dark: {
    canvas: '#140f0f',
    surface: '#1d1818',
    sunken: '#2b2524',
    ink: '#f3efec',
    'ink-soft': '#c8c3bf',
    line: '#3c3534',
    accent: '#983f6b',
    'on-accent': '#fffafc',
    'accent-ink': '#f4b6d2',
    lamp: '#f0ba59',
    'danger-ink': '#ffaea7',
  },
} as const
