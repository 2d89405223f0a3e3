import type { z } from 'zod'
import { readText } from '#backend/platform/body.ts'
import { AuthError } from './errors.ts'

const limitBytes = 1024 * 1024

const texts = new WeakMap<Request, Promise<string>>()

function textOf(request: Request): Promise<string> {
  const body = texts.get(request) ?? readText(request, limitBytes)
  texts.set(request, body)
  return body
}

async function jsonOf(request: Request): Promise<unknown> {
  const text = await textOf(request)
  return text.trim() === '' ? {} : JSON.parse(text)
}

export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await textOf(request))
}

function parseDeep<T extends z.ZodType>(value: unknown, schema: T) {
  try {
    return schema.safeParse(value)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: nested too deeply')
  }
}

export function peekBody(request: Request): Promise<unknown> {
  return jsonOf(request).catch(() => null)
}

/**
 * Parses and validates the JSON body of a request. Treats an empty body as `{}`. Throws AuthError
 * (400) if the body is not JSON or does not match `schema`, and BodyTooLargeError above 1 MiB.
 */
export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> {
  const value = await jsonOf(request).catch((cause: unknown) => {
    throw cause instanceof SyntaxError
      ? new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
      : cause
  })
  const parsed = parseDeep(value, schema)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const place = issue?.path.join('.')
  throw new AuthError(
    400,
    'bad_json',
    `Could not parse request body as JSON: ${place ? `${place}: ` : ''}${issue?.message}`,
  )
}
