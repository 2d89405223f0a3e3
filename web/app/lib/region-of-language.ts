/**
 * Returns the ISO 3166 region of a browser language such as `de-AT`; undefined if it is unknown.
 * Some browsers report an invalid language such as `en-US@posix`.
 */
export function regionOfLanguage(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}
