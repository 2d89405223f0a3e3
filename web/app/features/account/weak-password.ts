const words: Record<string, string> = {
  length: 'It is too short.',
  characters: 'It needs more kinds of characters: letters of both cases, digits, signs.',
  pwned: 'It is known from a leak, and the first that others would try.',
}

/** Why a password was refused as too weak, in words; nothing when that is not what happened. */
export function weaknesses(error: unknown): string[] {
  if (typeof error !== 'object' || error === null || !('reasons' in error)) return []
  const { reasons } = error
  if (!Array.isArray(reasons)) return []
  return reasons.map((reason) => words[String(reason)] ?? String(reason))
}
