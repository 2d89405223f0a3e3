import { expect, test } from 'vitest'
import { languageName, languageOptions } from './languages.ts'

test('a language tag is shown by its English name, an invalid tag as it is', () => {
  expect(languageName('de')).toBe('German')
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese')
  expect(languageName('not a tag')).toBe('not a tag')
})

test('each language to choose from has a name of its own', () => {
  const options = languageOptions()
  expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
  expect(options.filter(({ tag, name }) => tag === name)).toEqual([])
})
