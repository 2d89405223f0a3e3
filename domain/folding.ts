/** Matches combining accents in NFKD text, but not the combining vowels of scripts such as Thai. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu

/** Lowercases text and removes accents, like SQL's `folded`: 'Kōenji' becomes 'koenji'. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}
