import type { z } from 'zod'
import type { MailContent, Site } from './content.ts'

/** A kind of mail: what the database hands over, and what the mail makes of it. */
export type Template = (data: unknown, site: Site) => MailContent

/** A template whose data is checked before it is used. Throws ZodError when a row does not fit. */
export function template<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, site: Site) => MailContent,
): Template {
  return (data, site) => write(schema.parse(data), site)
}
