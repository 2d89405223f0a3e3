import { company } from '@hourspace/domain/company.ts'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { markPaths, markTile } from './mark.ts'

const read = (file: string) => readFile(new URL(`../../public/${file}`, import.meta.url), 'utf8')

test.each(['favicon.svg', 'images/brand/hourspace-mark.svg'])(
  'the file web/public/%s contains the logo paths from web/app/ui/mark.ts',
  async (file) => {
    const svg = await read(file)
    for (const element of markTile) expect(svg).toContain(element)
  },
)

test.each(['hourspace-logo.svg', 'hourspace-logo-light.svg'])(
  'the logo web/public/images/brand/%s contains the company name and the paths from web/app/ui/mark.ts',
  async (file) => {
    const svg = await read(`images/brand/${file}`)
    expect(svg).toContain(markPaths.door)
    expect(svg).toContain(markPaths.arch)
    expect(svg).toContain(`aria-label="${company.name}"`)
  },
)
