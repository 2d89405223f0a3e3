import { createProgram } from '#launch/commands/program.ts'

/**
 * Runs a Hourspace CLI command in this process, because starting a process for each command takes
 * half a second. Returns the output and the exit code.
 */
export async function runCommand(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ out: string; code: number }> {
  const before = { ...process.env }
  const { exitCode } = process
  const { log, error } = console
  let out = ''
  const write = (...parts: unknown[]) => void (out += `${parts.join(' ')}\n`)
  try {
    process.exitCode = undefined
    Object.assign(process.env, variables)
    Object.assign(console, { log: write, error: write })
    await createProgram().parseAsync(args, { from: 'user' })
    return { out: out.trim(), code: Number(process.exitCode ?? 0) }
  } finally {
    process.exitCode = exitCode
    Object.assign(console, { log, error })
    for (const name of Object.keys(variables)) delete process.env[name]
    Object.assign(process.env, before)
  }
}
