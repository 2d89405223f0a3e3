/**
 * Hourspace's logo: an h whose arch is a lit doorway. The SVG files contain copies of these paths.
 */
export const markPaths = {
  viewBox: '6 4 21.8 24',
  door: 'M15.5 28v-7a2.75 2.75 0 0 1 5.5 0v7z',
  arch: 'M6 4h4.6v11.2A9.6 9.6 0 0 1 27.8 21v7h-4.6v-7a5 5 0 0 0-10 0v7H6z',
}

/** Brand color behind the logo in the favicon and link previews. */
const tileColor = '#591038'

export const markTile = [
  `<rect width="32" height="32" rx="8" fill="${tileColor}" />`,
  '<path d="M15 26v-5.4a2.2 2.2 0 0 1 4.4 0V26z" fill="#f2b75c" />',
  '<path d="M7.5 6h3.9v9.2A8 8 0 0 1 25 20.6V26h-3.9v-5.4a3.9 3.9 0 0 0-7.8 0V26H7.5z" fill="#fbf7f4" />',
]
