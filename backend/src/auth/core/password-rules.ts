import type { AuthConfig } from '#backend/config/auth-config.ts'
import { AuthError, invalid } from './errors.ts'

const longestBytes = 72

type PasswordRules = Pick<
  AuthConfig,
  'passwordMinLength' | 'passwordCharacters' | 'refuseCommonPasswords' | 'passwordMinScore'
>

/**
 * Throws AuthError for a password that is too long (400) or too weak (422, with GoTrue's reasons).
 * `personal` holds the user's email and phone, which make a password easy to guess.
 */
export async function assertStrongPassword(
  password: string,
  rules: PasswordRules,
  personal: readonly (string | null | undefined)[] = [],
): Promise<void> {
  if (Buffer.byteLength(password) > longestBytes) {
    throw invalid('Password cannot be longer than 72 characters')
  }
  const shortcomings: [reason: 'length' | 'characters' | 'pwned', text: string][] = []
  if ([...password].length < rules.passwordMinLength) {
    const text = `Password should be at least ${rules.passwordMinLength} characters.`
    shortcomings.push(['length', text])
  }
  const missing = rules.passwordCharacters.some(
    (group) => ![...password].some((character) => group.includes(character)),
  )
  if (missing) {
    const groups = rules.passwordCharacters.join(', ')
    const text = `Password should contain at least one character of each: ${groups}.`
    shortcomings.push(['characters', text])
  }
  if (shortcomings.length === 0 && (await isGuessable(password, rules, personal))) {
    const text = 'Password is known to be weak and easy to guess, please choose a different one.'
    shortcomings.push(['pwned', text])
  }
  if (shortcomings.length === 0) return
  const reasons = shortcomings.map(([reason]) => reason)
  const message = shortcomings.map(([, text]) => text).join(' ')
  throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } })
}

async function isGuessable(
  password: string,
  { refuseCommonPasswords, passwordMinScore }: PasswordRules,
  personal: readonly (string | null | undefined)[],
): Promise<boolean> {
  if (refuseCommonPasswords) {
    commonPasswords ??= loadCommonPasswords()
    if ((await commonPasswords).has(password.toLowerCase())) return true
  }
  // With a minimum of 0, every score is sufficient. Skips the rating, which takes up to 20 ms.
  if (passwordMinScore === 0) return false
  const estimator = await (strength ??= loadStrength())
  const known = personal.flatMap((text) =>
    text ? [text.slice(0, longestEstimated), text.replace(/@.*/, '')] : [],
  )
  return estimator.check(password, known).score < passwordMinScore
}

/**
 * Maximum number of characters that are rated for strength, because rating a long password is slow.
 */
const longestEstimated = 24

let commonPasswords: Promise<Set<string>> | undefined

async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

let strength: ReturnType<typeof loadStrength> | undefined

/** Loads the zxcvbn dictionaries on first use, because they take about 70 MB of memory. */
async function loadStrength() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, ...english.dictionary, product: ['hourspace'] },
    graphs: adjacencyGraphs,
    maxLength: longestEstimated,
    l33tMaxSubstitutions: 8,
  })
}
