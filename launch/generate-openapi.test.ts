import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { functionNames, functionsOpenapi, openapiFile, openapiText } from './generate-openapi.ts'
import { startTestServer } from './testing/server.ts'

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

test('GET /functions/v1/openapi.json returns the OpenAPI 3.1 document, which lists every function of the server', async () => {
  const server = await startTestServer({ jobs: false })
  try {
    const response = await fetch(`${server.url}/functions/v1/openapi.json`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const text = await response.text()
    expect(text).toBe(await readFile(openapiFile, 'utf8'))

    const { openapi, servers, paths } = JSON.parse(text) as OpenapiDocument
    expect(openapi).toMatch(/^3\.1\./)
    expect(Object.keys(paths)).toEqual(functionNames.map((name) => `/${name}`))
    for (const path of Object.keys(paths)) {
      const url = `${server.url}${servers[0]?.url}${path}`
      const { status } = await fetch(url, { method: 'OPTIONS' })
      expect([path, status]).toEqual([path, 204])
    }
  } finally {
    await server.stop()
  }
})

type OpenapiDocument = { openapi: string; servers: { url: string }[]; paths: object }
