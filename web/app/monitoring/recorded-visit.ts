const storageKey = 'hourspace:recorded'

/** Decides once per tab whether to record this visit. `rate` is the fraction of recorded visits. */
export function isRecordedVisit(rate: number): boolean {
  try {
    const decision = sessionStorage.getItem(storageKey) ?? String(Math.random() < rate)
    sessionStorage.setItem(storageKey, decision)
    return decision === 'true'
  } catch {
    // Visits without sessionStorage are not recorded, because the decision could not be stored.
    return false
  }
}

/** Names of URL parameters that contain a secret or text typed by the user. */
const privateParameter = /secret|token|code|mail|phone|name|search|^q$/i

/** True for URLs that must not be recorded, because Sentry's recorder stores URLs unchanged. */
export function hasPrivateParameters(href: string): boolean {
  const { searchParams, hash } = new URL(href)
  return [...searchParams.keys(), hash].some((name) => privateParameter.test(name))
}
