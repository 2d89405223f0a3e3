import sharp, { type OverlayOptions } from 'sharp'

export type Picture = { file: string; /** Window width in CSS pixels. */ width: number }

type Shown = { name: string; pictures: readonly Picture[] }

const gap = 16
const labelHeight = 36
/** Maximum height of a screenshot on a contact sheet, in pixels. Taller screenshots are cropped. */
const tileHeight = 800
/** Width of a screenshot on a contact sheet, in pixels, by the width of the window. */
const tileWidth = (windowWidth: number) => Math.round(200 + windowWidth / 4)
const columns = 2
const rows = 3
const ground = '#808080'

/** Writes contact sheets `{path}-1.webp`, `{path}-2.webp` … of six screens each. */
export async function makeSheets(path: string, shown: readonly Shown[]): Promise<void> {
  const perSheet = columns * rows
  for (let first = 0; first < shown.length; first += perSheet) {
    await makeSheet(`${path}-${first / perSheet + 1}.webp`, shown.slice(first, first + perSheet))
  }
}

async function makeSheet(file: string, shown: readonly Shown[]): Promise<void> {
  const widths = shown[0]?.pictures.map(({ width }) => tileWidth(width) + gap) ?? []
  const block = {
    width: widths.reduce((sum, width) => sum + width, gap),
    height: labelHeight + tileHeight + gap,
  }
  const layers = await Promise.all(
    shown.map((screen, index) =>
      layersOf(screen, (index % columns) * block.width, Math.floor(index / columns) * block.height),
    ),
  )
  await sharp({
    create: {
      width: columns * block.width,
      height: Math.ceil(shown.length / columns) * block.height,
      channels: 3,
      background: ground,
    },
  })
    .composite(layers.flat())
    .webp({ quality: 80 })
    .toFile(file)
}

/** Returns the image layers of a screen: its name and its screenshots side by side. */
async function layersOf(
  { name, pictures }: Shown,
  left: number,
  top: number,
): Promise<OverlayOptions[]> {
  const label = `<svg width="800" height="${labelHeight}"><text x="0" y="26" font-family="sans-serif" font-size="22" font-weight="bold" fill="white">${name}</text></svg>`
  const layers: OverlayOptions[] = [{ input: Buffer.from(label), left: left + gap, top }]
  let x = left + gap
  for (const { file, width } of pictures) {
    layers.push({ input: await tile(file, tileWidth(width)), left: x, top: top + labelHeight })
    x += tileWidth(width) + gap
  }
  return layers
}

async function tile(file: string, width: number): Promise<Buffer> {
  const small = await sharp(file)
    .resize({ width })
    .extend({ bottom: tileHeight, background: ground })
    .toBuffer()
  return sharp(small).extract({ left: 0, top: 0, width, height: tileHeight }).toBuffer()
}
