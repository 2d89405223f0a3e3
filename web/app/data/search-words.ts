/**
 * Replaces apostrophes in a search for names with spaces, because names contain typographic
 * apostrophes and keyboards write straight ones. Emails stay as they are.
 */
export function searchWords(text: string): string {
  return text.includes('@') ? text : text.replaceAll(/['’‘`´]/g, ' ')
}
