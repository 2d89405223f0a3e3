type TaxNumber = {
  name: string
  pattern: RegExp
  example: string
}

const vat = (code: string, pattern: string, example: string): TaxNumber => ({
  name: 'VAT number',
  pattern: new RegExp(`^${code}${pattern}$`),
  example: `${code}${example}`,
})

/**
 * Formats of tax numbers by country (ISO 3166). Source of the EU formats: question 11 of
 * https://ec.europa.eu/taxation_customs/vies/#/faq
 */
const taxNumbers: Record<string, TaxNumber> = {
  AE: { name: 'TRN', pattern: /^\d{15}$/, example: '100123456700003' },
  AT: vat('AT', 'U\\d{8}', 'U12345678'),
  AU: { name: 'ABN', pattern: /^\d{11}$/, example: '51824753556' },
  BE: vat('BE', '[01]\\d{9}', '0123456789'),
  CA: { name: 'GST/HST number', pattern: /^\d{9}RT\d{4}$/, example: '123456789RT0001' },
  DE: vat('DE', '\\d{9}', '123456789'),
  DK: vat('DK', '\\d{8}', '12345678'),
  ES: vat('ES', '[A-Z0-9]\\d{7}[A-Z0-9]', 'X1234567X'),
  FR: vat('FR', '[A-Z0-9]{2}\\d{9}', '12345678901'),
  GB: vat('GB', '(\\d{9}|\\d{12})', '123456789'),
  GR: vat('EL', '\\d{9}', '123456789'),
  IE: vat('IE', '\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2}', '1234567WA'),
  IT: vat('IT', '\\d{11}', '12345678901'),
  JP: { name: 'Invoice registration number', pattern: /^T\d{13}$/, example: 'T1234567890123' },
  KR: { name: 'Business registration number', pattern: /^\d{10}$/, example: '1234567890' },
  NL: vat('NL', '[A-Z0-9+*]{12}', '123456789B01'),
  PT: vat('PT', '\\d{9}', '123456789'),
  SE: vat('SE', '\\d{12}', '123456789001'),
  SG: { name: 'GST registration number', pattern: /^[A-Z0-9]{9,10}$/, example: 'M12345678X' },
  US: { name: 'EIN', pattern: /^\d{9}$/, example: '123456789' },
}

export const taxCountries = Object.keys(taxNumbers)

export function taxNumberName(country: string | null): string {
  return (country && taxNumbers[country]?.name) || 'Tax number'
}

export function taxNumberExample(country: string | null): string | null {
  return (country && taxNumbers[country]?.example) || null
}

export function normalizedTaxNumber(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/**
 * Returns whether a normalized tax number has the format of its country. In a country without a
 * known format, accepts up to 30 characters.
 */
export function isTaxNumber(number: string, country: string | null): boolean {
  const known = country ? taxNumbers[country] : undefined
  return known ? known.pattern.test(number) : number.length <= 30
}
