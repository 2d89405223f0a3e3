export type FieldProblem = { code: string; message: string }

const cardBrands: {
  name: string
  prefix: RegExp
  lengths: number[]
  groups: number[]
  cvc: number
}[] = [
  { name: 'amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: 'diners', prefix: /^3(0[0-5]|[689])/, lengths: [14, 16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'jcb', prefix: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'unionpay', prefix: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
  { name: 'discover', prefix: /^6(011|4[4-9]|5)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'mastercard', prefix: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'visa', prefix: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
]
const unknownBrand = { name: 'unknown', prefix: /^/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 }

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

export function brandOf(number: string) {
  return cardBrands.find(({ prefix }) => prefix.test(digitsOf(number))) ?? unknownBrand
}

/** Groups the digits of a card number, such as "4242 4242 4242 4242". */
export function formatNumber(text: string): string {
  const { groups, lengths } = brandOf(text)
  let rest = digitsOf(text).slice(0, Math.max(...lengths))
  const parts = groups.map((size) => {
    const part = rest.slice(0, size)
    rest = rest.slice(size)
    return part
  })
  return parts.filter((part) => part !== '').join(' ')
}

/** Formats an expiry date as "12 / 30", even if autofill entered "12/2030". */
export function formatExpiry(text: string, isDeleting = false): string {
  const filled = /^\s*(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (filled) return `${filled[1]?.padStart(2, '0')} / ${filled[2]}`
  const typed = digitsOf(text)
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const month = digits.slice(0, 2)
  if (digits.length > 2) return `${month} / ${digits.slice(2, 4)}`
  return digits.length === 2 && !isDeleting ? `${month} / ` : month
}

export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const digits = digitsOf(text)
  if (digits.length !== 4) return undefined
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

export function numberProblem(text: string): FieldProblem | undefined {
  const digits = digitsOf(text)
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths))
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  if (!lengths.includes(digits.length) || !hasCheckDigit(digits))
    return { code: 'invalid_number', message: 'Your card number is invalid.' }
  return undefined
}

/** Returns the error of an expiry date, if any. A card is valid until the end of its month. */
export function expiryProblem(text: string, today = new Date()): FieldProblem | undefined {
  const expiry = parseExpiry(text)
  if (!expiry || expiry.month < 1 || expiry.month > 12)
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  if (expiry.year < today.getFullYear())
    return {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    }
  if (expiry.year === today.getFullYear() && expiry.month < today.getMonth() + 1)
    return {
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    }
  return undefined
}

export function cvcProblem(text: string, number: string): FieldProblem | undefined {
  const isComplete = digitsOf(text).length === brandOf(number).cvc
  return isComplete
    ? undefined
    : { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
}

function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce(
      (total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)),
      0,
    )
  return sum % 10 === 0
}
