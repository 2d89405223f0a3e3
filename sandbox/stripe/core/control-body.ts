import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

/** The body of a control. Throws HTTPException (400) that says what is wrong with it. */
export async function body<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const given: unknown = await request.json().catch(() => ({}))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw new HTTPException(400, { message: z.prettifyError(result.error) })
}
