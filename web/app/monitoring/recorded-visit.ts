import { readText, storeText } from '#web/lib/local-storage.ts'

const storageKey = 'hourspace:recorded'
const consentKey = 'hourspace-replays'
const consentChanged = 'hourspace:consent'

/** Returns true if the visitor has consented to session replays on the page Privacy Settings. */
export function allowsReplays(): boolean {
  return readText(consentKey) === 'true'
}

export function allowReplays(isAllowed: boolean): void {
  storeText(consentKey, isAllowed ? 'true' : null)
  dispatchEvent(new Event(consentChanged))
}

/**
 * Calls `stop` when the visitor withdraws the consent to session replays, in this tab or another.
 */
export function onConsentWithdrawn(stop: () => void): void {
  for (const type of ['storage', consentChanged])
    addEventListener(type, () => {
      if (!allowsReplays()) stop()
    })
}

/**
 * Decides once per tab whether to record this visit. `rate` is the fraction of visits to record.
 */
export function isRecordedVisit(rate: number): boolean {
  if (!allowsReplays()) return false
  try {
    const decision = sessionStorage.getItem(storageKey) ?? String(Math.random() < rate)
    sessionStorage.setItem(storageKey, decision)
    return decision === 'true'
  } catch {
    // Does not record the visit if sessionStorage is unavailable, because the decision cannot be
    // stored.
    return false
  }
}

/** Names of URL parameters that contain a secret or text typed by the user. */
const privateParameter = /secret|token|code|mail|phone|name|search|^q$/i

/** Returns true for URLs with private data, because Sentry's recorder stores URLs unchanged. */
export function hasPrivateParameters(href: string): boolean {
  const { searchParams, hash } = new URL(href)
  return [...searchParams.keys(), hash].some((name) => privateParameter.test(name))
}
