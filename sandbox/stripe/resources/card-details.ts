import { z } from 'zod'
import { cardError } from '../core/errors.ts'
import { integer } from '../core/params.ts'

export const cardSchema = z.strictObject({
  number: z.string(),
  exp_month: integer,
  exp_year: integer,
  cvc: z.string().optional(),
})

export type CardDetails = z.infer<typeof cardSchema>

/** Digits, month and four-digit year of a card that could exist at `now`; otherwise a card error. */
export function validCard(
  card: CardDetails,
  now: Date,
): { number: string; month: number; year: number } {
  const number = card.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError({
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    })
  const month = card.exp_month
  if (month < 1 || month > 12)
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    })
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + month - (now.getUTCMonth() + 1)
  if (monthsLeft < 0 || monthsLeft > 50 * 12)
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    })
  const cvcLength = /^3[47]/.test(number) ? 4 : 3
  if (card.cvc !== undefined && !new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc))
    throw cardError({
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
      param: 'cvc',
    })
  return { number, month, year }
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
