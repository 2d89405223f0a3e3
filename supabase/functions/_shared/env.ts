/** Returns an environment variable. Throws an Error if it is not set. */
export function env(name: string): string {
  const value = optionalEnv(name)
  if (!value) throw new Error(`Missing environment variable ${name}: set it for the edge functions`)
  return value
}

export const optionalEnv = (name: string): string | undefined => Deno.env.get(name)
