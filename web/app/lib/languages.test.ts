import { expect, test } from 'vitest'
import { languageName, languageOptions } from './languages.ts'

test('languageName returns the English name of a language, and an invalid tag unchanged', () => {
  expect(languageName('de')).toBe('German')
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese')
  expect(languageName('not a tag')).toBe('not a tag')
})

test('languageOptions returns a unique English name for each language, never its tag', () => {
  const options = languageOptions()
  expect(new Set(options.map(({ name }) => name)).size).toBe(options.length)
  expect(options.filter(({ tag, name }) => tag === name)).toEqual([])
})
