import { Clock } from 'lucide-react'
import { createElement, type ComponentType, type SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createIcon from './create-icon.ts'

const node: [string, Record<string, string>][] = [
  ['circle', { cx: '12', cy: '12', r: '10', key: 'face' }],
  ['path', { d: 'M12 6v6l4 2', key: 'hands' }],
]

const drawn = (icon: ComponentType<SVGProps<SVGSVGElement>>, props: SVGProps<SVGSVGElement>) =>
  renderToStaticMarkup(createElement(icon, props))

// `class` aside: lucide adds names of its own, which nothing here asks for.
test.each([
  {},
  { 'aria-hidden': true, className: 'size-5' },
  { className: 'size-4', strokeWidth: 3 },
])('an icon of the build is what lucide draws in development: %j', (props) => {
  const theirs = drawn(Clock as ComponentType<SVGProps<SVGSVGElement>>, props)
  const ours = drawn(createIcon({ node }), props)
  const attributes = (markup: string) =>
    [...markup.matchAll(/[\w-]+="[^"]*"/g)].flat().filter((pair) => !pair.startsWith('class='))
  expect(attributes(ours).sort()).toEqual(attributes(theirs).sort())
})
