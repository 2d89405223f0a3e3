/** Returns the most similar known name for "Perhaps you meant …", or null if none is similar. */
export function closestName(wanted: string, names: Iterable<string>): string | null {
  let closest: string | null = null
  // Allows at most three edits, as PostgreSQL does, so that a client cannot list names by guessing.
  let least = Math.min(3, Math.max(2, Math.ceil(wanted.length / 3))) + 1
  for (const name of names) {
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase(), least)
    if (distance < least) {
      least = distance
      closest = name
    }
  }
  return closest
}

/**
 * Returns the Levenshtein distance between two names. Returns `limit` without computing it if the
 * lengths differ by at least `limit` or the first name is longer than 128 characters.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit || a.length > 128) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
    }
    previous = current
  }
  return previous[b.length] ?? limit
}
