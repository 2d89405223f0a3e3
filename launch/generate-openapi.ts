import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { loadFunction } from '@hourspace/backend/functions/load-function.ts'
import {
  requireAssuredAdmin,
  requireAssuredUser,
  requireServiceRole,
  requireUser,
} from '@hourspace/supabase/functions/_shared/caller.ts'
import type { Contract } from '@hourspace/supabase/functions/_shared/serve-json.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const supabaseDir = join(root, 'supabase')
export const openapiFile = join(supabaseDir, 'functions/openapi.json')

export const functionNames = globSync('*/index.ts', { cwd: join(supabaseDir, 'functions') })
  .map(dirname)
  .toSorted()

const audiences = new Map<Contract['caller'], { who: string; scheme: string; tag: string }>([
  ['anyone', { who: 'Everyone.', scheme: 'anonKey', tag: 'Public' }],
  ['stripe', { who: 'Stripe, by signature.', scheme: 'stripeSignature', tag: 'Stripe' }],
  [requireUser, { who: 'Signed-in users, anonymous users too.', scheme: 'user', tag: 'User' }],
  [
    requireAssuredUser,
    {
      who: 'Signed-in users. The session must have passed the second factor if the user has one.',
      scheme: 'user',
      tag: 'User',
    },
  ],
  [
    requireAssuredAdmin,
    { who: 'Admins, after their second factor.', scheme: 'user', tag: 'Admin' },
  ],
  [
    requireServiceRole,
    { who: 'The job runner, with the service role key.', scheme: 'serviceRole', tag: 'Job' },
  ],
])

/**
 * By function: additional sections of docs/errors.md that apply to the function. The titles of
 * these sections do not name the function.
 */
const furtherSections: Record<string, string[]> = {
  'extend-booking': ['Checkout'],
  'propose-change': ['Checkout'],
  'answer-change': ['Checkout'],
  'answer-request': ['Checkout'],
}

type ErrorCode = { section: string; codes: string[]; status: string; when: string }

async function errorCodes(): Promise<ErrorCode[]> {
  const text = await readFile(join(root, 'docs/errors.md'), 'utf8')
  return text.split(/^## /m).flatMap((part) => {
    const section = part.split('\n')[0]!
    return [...part.matchAll(/^\| (`[a-z_`, ]+?`) *\| (\d{3}) +\|[^|]*\|([^|]*)\|$/gm)].map(
      ([, codes = '', status = '', when = '']) => ({
        section,
        codes: codes.replaceAll('`', '').split(', '),
        status,
        when,
      }),
    )
  })
}

/** Returns whether a function can return an error of docs/errors.md. */
function canReturn(name: string, { scheme }: { scheme: string }, error: ErrorCode): boolean {
  const { section, codes, when } = error
  if (codes.includes('service_role_only')) return scheme === 'serviceRole'
  if (codes.includes('bad_signature')) return scheme === 'stripeSignature'
  if (section === 'All functions')
    return scheme === 'user' || !/not_signed_in|second_factor|account_needed/.test(codes.join())
  const sections = furtherSections[name] ?? []
  if (section.includes(`\`${name}\``) || sections.some((title) => section.startsWith(title)))
    return true
  return (
    when.includes(`\`${name}\``) ||
    (codesOfFunctions[name] ?? []).some((code) => codes.includes(code))
  )
}

/**
 * By function: additional error codes that the function can return. The rows of these codes in
 * docs/errors.md do not name the function.
 */
const codesOfFunctions: Record<string, string[]> = {
  'answer-dispute': ['dispute_refused'],
  'answer-request': ['booking_not_found'],
  'booking-documents': ['booking_not_found'],
  'booking-receipt': ['booking_not_found'],
  calendars: ['space_not_found'],
  'cancel-as-admin': ['booking_not_found', 'booking_not_confirmed', 'bad_transition'],
  'cancel-as-host': ['booking_not_found', 'booking_not_confirmed', 'booking_started'],
  'cancel-booking': ['booking_not_found', 'booking_started'],
  'confirm-booking': ['payment_not_found'],
  'decide-problem': ['problem_decided'],
  'extend-booking': ['booking_not_found'],
  'propose-change': ['booking_not_found'],
  'save-card': ['payment_not_found'],
  'stripe-account': ['account_not_found', 'payouts_not_ready', 'payout_country_unsupported'],
}

async function contractOf(name: string): Promise<Contract> {
  const scope = { env: {}, fetch, onUnload: () => {}, onStray: () => {} }
  const handler = await loadFunction(supabaseDir, name, scope)
  if (!handler || !('contract' in handler)) throw new Error(`${name} has no contract`)
  return handler.contract as Contract
}

function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

async function operationOf(name: string, errors: readonly ErrorCode[]) {
  const { caller, body, response, accepts = 'application/json' } = await contractOf(name)
  const audience = audiences.get(caller)
  if (!audience) throw new Error(`${name} has an unknown check of the caller`)
  const source = await readFile(join(supabaseDir, 'functions', name, 'index.ts'), 'utf8')
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*Deno\.serve\(/.exec(source)?.[1] ?? ''
  const text = comment
    .replace(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const byStatus = Map.groupBy(
    errors.filter((error) => canReturn(name, audience, error)),
    ({ status }) => status,
  )
  const failures = [...byStatus].toSorted().map(([status, rows]) => [
    status,
    {
      description: 'Error; docs/errors.md explains the codes.',
      content: {
        'application/json': { schema: errorSchema([...new Set(rows.flatMap((row) => row.codes))]) },
      },
    },
  ])
  const result =
    response instanceof z.ZodType
      ? { 'application/json': { schema: jsonSchema(response) } }
      : Object.fromEntries(
          response.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        )
  return {
    operationId: name,
    summary: text.split(/(?<=\.)\s/)[0],
    description: `${text}\n\nCallers: ${audience.who}`,
    tags: [audience.tag],
    ...(audience.tag === 'Job' && { 'x-internal': true }),
    security: [{ [audience.scheme]: [] }],
    requestBody: { required: true, content: { [accepts]: { schema: jsonSchema(body) } } },
    responses: {
      200: { description: 'Success.', content: result },
      ...Object.fromEntries(failures),
    },
  }
}

const errorSchema = (codes: string[]) => ({
  allOf: [{ $ref: '#/components/schemas/Error' }],
  properties: { code: { enum: codes } },
})

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

export async function functionsOpenapi() {
  const errors = await errorCodes()
  const operations = await Promise.all(
    functionNames.map(
      async (name) => [`/${name}`, { post: await operationOf(name, errors) }] as const,
    ),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hourspace functions',
      version: '1',
      description:
        'Edge functions that take payments, change bookings and return files. Amounts are decimal in the booking’s currency, *Minor fields are in its minor unit, and times are ISO 8601.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/functions/v1' }],
    tags: [...new Set([...audiences.values()].map(({ tag }) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(operations),
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string', description: 'Text for people.' },
            code: { type: 'string', description: 'Code for programs.' },
          },
        },
      },
      securitySchemes: {
        anonKey: bearer('The public key of the project (`ANON_KEY`), or an access token.'),
        user: bearer('The access token of a session.'),
        serviceRole: bearer(
          'The service role key (`SERVICE_ROLE_KEY`). Never send it to a browser.',
        ),
        stripeSignature: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
      },
    },
  }
}

export async function openapiText(): Promise<string> {
  const style = await resolveConfig(import.meta.filename)
  return format(JSON.stringify(await functionsOpenapi()), { ...style, parser: 'json' })
}

if (import.meta.main) await writeFile(openapiFile, await openapiText())
