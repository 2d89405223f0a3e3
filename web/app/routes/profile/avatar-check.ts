const maximumBytes = 5 * 1024 * 1024

/** Magic bytes of the allowed image types. The extension of a file's name may be wrong. */
const kinds = [
  { type: 'image/jpeg', extension: 'jpg', start: [0xff, 0xd8, 0xff] },
  { type: 'image/png', extension: 'png', start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/gif', extension: 'gif', start: [0x47, 0x49, 0x46, 0x38] },
]

export const avatarTypes = kinds.map(({ type }) => type)

export const avatarHint = 'JPG, PNG or GIF, max 5MB'

export type AvatarFile = { file: File; type: string; extension: string }

type Checked =
  { picture: AvatarFile; problem?: undefined } | { picture?: undefined; problem: string }

/** Returns the picture in a file, or the reason why the file is not allowed. */
export async function avatarIn(file: File): Promise<Checked> {
  if (file.size > maximumBytes) return { problem: `${file.name} is larger than 5MB.` }
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const kind = kinds.find(({ start }) => start.every((byte, index) => head[index] === byte))
  if (!kind) return { problem: `${file.name} is not a JPG, PNG or GIF picture.` }
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
  } catch {
    return { problem: `${file.name} could not be read as a picture.` }
  }
  return { picture: { file, type: kind.type, extension: kind.extension } }
}
