import { createElement, type SVGProps } from 'react'

/** What lucide ships of an icon. The keys of the lines are among their attributes. */
type IconData = { node: readonly [tag: string, attributes: Record<string, string>][] }

const outline = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

/**
 * Stands in for lucide-react's own function in the build (`lightIcons` in vite.config.ts): that one
 * can build icons of many kinds, and its 1.1 KiB would put the home page over its budget. An icon
 * takes the attributes of an `<svg>`; lucide's own properties (`size`, `color`) would do nothing.
 */
export default function createIcon({ node }: IconData) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) => createElement('svg', { ...outline, ...props }, lines)
}
