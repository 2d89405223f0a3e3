/**
 * Pattern of the combining accents in NFKD-normalized text. Excludes marks that are vowels or
 * letters in scripts such as Thai and Devanagari.
 */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu

/**
 * Returns a text without accents and in lower case for search, so that "koenji" finds "Kōenji". The
 * database function `folded` implements the same rule.
 */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}
