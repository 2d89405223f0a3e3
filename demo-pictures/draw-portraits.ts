import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPortrait, portraits } from './portraits.ts'
import { render } from './render.ts'

export async function drawPortraits(wanted: string): Promise<void> {
  const folder = join(import.meta.dirname, '../supabase/seed/portraits')
  await mkdir(folder, { recursive: true })
  for (const [name, look] of Object.entries(portraits))
    if (name.includes(wanted))
      await writeFile(join(folder, `${name}.webp`), await render(drawPortrait(look)))
}

if (import.meta.main) await drawPortraits(process.argv[2] ?? '')
