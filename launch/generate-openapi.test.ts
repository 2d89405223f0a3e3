import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { functionNames, functionsOpenapi, openapiFile, openapiText } from './generate-openapi.ts'

test('supabase/functions/openapi.json matches the functions (npm run docs:functions)', async () => {
  expect(await openapiText()).toBe(await readFile(openapiFile, 'utf8'))
})

test('supabase/functions/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(await readFile(openapiFile, 'utf8')))
  expect(result).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the OpenAPI document names caller, summary, body and response of every function', async () => {
  const { paths } = await functionsOpenapi()
  expect(Object.keys(paths)).toEqual(functionNames.map((name) => `/${name}`))
  for (const { post } of Object.values(paths))
    expect(post).toMatchObject({
      summary: expect.stringMatching(/\w/),
      security: [expect.anything()],
      requestBody: { content: expect.anything() },
      responses: { 200: expect.anything(), 400: expect.anything() },
    })
})
