/** Returns a setting of the project. Throws an Error when it is missing. */
export function env(name: string): string {
  const value = optionalEnv(name)
  if (!value) throw new Error(`Missing environment variable ${name}`)
  return value
}

export function optionalEnv(name: string): string | undefined {
  return Deno.env.get(name)
}
