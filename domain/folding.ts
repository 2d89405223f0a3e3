/**
 * Matches combining accents in text in Unicode form NFKD. Does not match the combining vowels of
 * scripts such as Thai.
 */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu

/**
 * Lowercases text and removes accents, like the SQL function `folded`: 'Kōenji' becomes 'koenji'.
 */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}
