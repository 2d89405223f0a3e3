/** A name that is not taken: 'Authenticator app', then 'Authenticator app 2'. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`
  return name
}
