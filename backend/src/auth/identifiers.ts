import { invalid } from './errors.ts'

/** The address in lower case. Refuses what is no e-mail address (400). */
export function parseEmail(email: string): string {
  if (email.length > 255) throw invalid('An email address is too long')
  if (!isEmailAddress(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

/** Whether a text is an address, of the letters that all mail servers read alike. */
export function isEmailAddress(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
}

/** The number as it is stored: digits with the country code, without a plus. Refuses anything else (400). */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) {
    throw invalid('Invalid phone number format (E.164 required)')
  }
  return digits
}
