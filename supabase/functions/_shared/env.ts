/** A setting of the project. Throws when it is missing: a function cannot work by halves. */
export function env(name: string): string {
  const value = optionalEnv(name)
  if (!value) throw new Error(`Missing environment variable ${name}`)
  return value
}

export function optionalEnv(name: string): string | undefined {
  return Deno.env.get(name)
}
