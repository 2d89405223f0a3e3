import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { environmentSchema } from './environment/environment.ts'
import { configurationDoc } from './generate-configuration.ts'

test('docs/configuration.md matches the settings in launch/environment (npm run docs:config)', async () => {
  const file = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  expect(await configurationDoc()).toBe(file)
})

test.each(Object.keys(environmentSchema.shape))(
  'the environment variable %s has a description for docs/configuration.md',
  (name) => {
    const field = environmentSchema.shape[name as keyof typeof environmentSchema.shape]
    expect(field.description).toMatch(/\w/)
  },
)
