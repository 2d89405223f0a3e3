import type { z } from 'zod'
import { readJson } from '#backend/platform/body.ts'
import { invalidRequest } from './errors.ts'

const limitBytes = 1024 * 1024

/** The JSON body of a request, checked by `schema`; an empty body counts as `{}`. */
export async function readBody<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> {
  const value = await readJson(request, limitBytes).catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? invalidRequest('Body is not valid JSON') : cause
  })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`body/${issue?.path.join('/')} ${issue?.message}`)
}
