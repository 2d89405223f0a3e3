import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Skeleton } from './skeleton.tsx'

const radiusClassesOf = (className: string) =>
  renderToStaticMarkup(createElement(Skeleton, { className })).match(/rounded-[a-z]+/g)

test.each([
  ['size-24', ['rounded-small']],
  ['size-24 rounded-full', ['rounded-full']],
  ['h-80 rounded-card', ['rounded-card']],
])('a skeleton with the classes %j has exactly one corner radius class', (className, roundings) => {
  expect(radiusClassesOf(className)).toEqual(roundings)
})
