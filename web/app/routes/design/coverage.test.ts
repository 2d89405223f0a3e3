import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)
const ui = new URL('../../ui/', here)

/** Files to skip: their components are invisible or appear only in other components. */
const unseen = [
  'alert-dialog-body',
  'calendar',
  'date-picker-body',
  'field-parts',
  'honeypot',
  'link',
  'menu-list',
  'toast-region',
]

test('the page /_design imports every UI component that is visible on its own', () => {
  const samples = readdirSync(here)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(new URL(name, here), 'utf8'))
    .join('\n')
  const components = readdirSync(ui)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => name.replace('.tsx', ''))
  const missing = components.filter(
    (name) => !unseen.includes(name) && !samples.includes(`#web/ui/${name}.tsx'`),
  )
  expect(missing).toEqual([])
})
