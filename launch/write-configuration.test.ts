import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { environmentSchema } from './environment-schema.ts'
import { writeConfiguration } from './write-configuration.ts'

test('docs/configuration.md is current (npm run docs:config)', async () => {
  const file = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  expect(await writeConfiguration()).toBe(file)
})

test.each(Object.keys(environmentSchema.shape))('%s has its meaning written down', (name) => {
  const field = environmentSchema.shape[name as keyof typeof environmentSchema.shape]
  expect(field.description).toMatch(/\w/)
})
