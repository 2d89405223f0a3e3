/** Accents as marks of their own. Not those of scripts in which a mark is a vowel or another letter. */
const accents = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu

/**
 * A text as searches compare it: without accents, in lower case, so that "koenji" finds "Kōenji".
 * The database's function `folded` is the same rule.
 */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}
