import { z } from 'zod'

/** What variables of the environment hold, as text, and what is made of it. */

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1')

export const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** Separated by commas. */
export const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))
