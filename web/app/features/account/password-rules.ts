/** What the backend asks for when nobody has set anything else. */
const usualLength = 6

/** What a new password has to be, told before one is refused. `minLength` in characters. */
export function passwordRules(minLength: number = usualLength): string {
  return `At least ${minLength} characters. A few words in a row are easy to keep in mind.`
}
