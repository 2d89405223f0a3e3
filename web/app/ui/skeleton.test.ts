import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Skeleton } from './skeleton.tsx'

const roundingsOf = (className: string) =>
  renderToStaticMarkup(createElement(Skeleton, { className })).match(/rounded-[a-z]+/g)

test.each([
  ['size-24', ['rounded-small']],
  ['size-24 rounded-full', ['rounded-full']],
  ['h-80 rounded-card', ['rounded-card']],
])('a skeleton given %j has one rounding', (className, roundings) => {
  expect(roundingsOf(className)).toEqual(roundings)
})
