import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocationField } from '#web/features/spaces/location-field.tsx'
import { TypeBar } from './type-bar.tsx'

const types = [
  { id: '1', name: 'studio', label: 'Studio' },
  { id: '2', name: 'office', label: 'Office' },
]
const onChange = () => {}

const textsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'g'))].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]*>/g, ''),
  )

const typeBar = (error?: string) =>
  renderToStaticMarkup(
    createElement(TypeBar, {
      form: 'filters',
      types,
      error,
      value: undefined,
      onChange,
      onAdded: onChange,
    }),
  )

test('the type bar shows visitors the button "All Spaces" and one button per space type, but no button "Add Type"', () => {
  expect(textsOf(typeBar(), 'button')).toEqual(['All Spaces', 'Studio', 'Office'])
})

test('the type bar shows an error if the space types fail to load', () => {
  expect(typeBar('Failed to fetch space types')).toContain('Failed to fetch space types')
})

test('the location filter lists "All Locations" and every given location', () => {
  const locations = { names: ['Lagos', 'Tokyo'], hasMore: false }
  const html = renderToStaticMarkup(
    createElement(LocationField, { locations, value: '', onChange }),
  )
  expect(textsOf(html, 'option')).toEqual(['All Locations', 'Lagos', 'Tokyo'])
})
