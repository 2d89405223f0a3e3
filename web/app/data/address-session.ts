/**
 * Whether this page's address brings the tokens of a session that may be taken. Whoever is signed in
 * stays who they are: anybody may send them a link with tokens of an account of their own, and would
 * then be told what they do in it. Such tokens are removed from the address.
 */
export function addressBringsSession(storageKey: string): boolean {
  if (!location.hash.includes('access_token')) return false
  if (localStorage.getItem(storageKey) === null) return true
  console.warn('A link brought a session, but somebody is signed in already')
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}
