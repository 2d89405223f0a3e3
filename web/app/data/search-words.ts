/**
 * Replaces apostrophes in a search text with spaces. Names contain typographic apostrophes, but
 * keyboards write straight ones. Does not change emails.
 */
export function searchWords(text: string): string {
  return text.includes('@') ? text : text.replaceAll(/['’‘`´]/g, ' ')
}
