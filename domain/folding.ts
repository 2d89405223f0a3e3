/** Matches combining accents in NFKD text, but not combining vowels or letters, as in Thai. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu

/** Removes accents and case: "koenji" finds "Kōenji". Must match the SQL function `folded`. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}
