import { invalid } from '#backend/auth/errors.ts'

/** What this server checks within a second; a costlier hash would hold up everybody's sign-ins. */
const limits = { bcryptCost: 15, argon2MemoryKib: 262_144, argon2Passes: 16, argon2Lanes: 16 }

const bcrypt = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const argon2 = /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([\w+/-]+)\$([\w+/-]+)$/

/** Refuses what is no bcrypt or argon2 hash (argon2i or argon2id, version 19) in the notation sign-in reads. Throws AuthError (400). */
export function assertPasswordHash(hash: string): void {
  const cost = bcrypt.exec(hash)?.[1]
  if (cost !== undefined && Number(cost) >= 4 && Number(cost) <= limits.bcryptCost) return
  const match = argon2.exec(hash)
  if (match && isAffordable(match.slice(1, 4).map(Number)) && isFilled(match[4]!, match[5]!)) return
  throw invalid('Invalid password hash: bcrypt, argon2i or argon2id expected')
}

function isAffordable([memory = 0, passes = 0, lanes = 0]: number[]): boolean {
  return (
    passes >= 1 &&
    passes <= limits.argon2Passes &&
    lanes >= 1 &&
    lanes <= limits.argon2Lanes &&
    memory >= 8 * lanes &&
    memory <= limits.argon2MemoryKib
  )
}

/** Salt and hash of at least the length the algorithm needs. */
function isFilled(salt: string, hash: string): boolean {
  return Buffer.from(salt, 'base64').length >= 8 && Buffer.from(hash, 'base64').length >= 16
}
