import { beforeEach, describe, expect, test, vi } from 'vitest'
import { avatarIn } from './avatar-check.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (bytes: number[], name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type })

const decode = vi.fn<() => Promise<Pick<ImageBitmap, 'close'>>>()
beforeEach(() => {
  decode.mockResolvedValue({ close: () => {} })
  vi.stubGlobal('createImageBitmap', decode)
})

describe('a profile picture', () => {
  test.each([
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0], 'image/jpeg', 'jpg'],
    ['PNG', png, 'image/png', 'png'],
    ['GIF', [...new TextEncoder().encode('GIF89a')], 'image/gif', 'gif'],
  ])(
    'a profile picture of type %s is recognized by its content',
    async (_kind, bytes, type, extension) => {
      const { picture } = await avatarIn(file(bytes, 'me.bin', 'application/octet-stream'))
      expect(picture).toMatchObject({ type, extension })
    },
  )

  test('a profile picture is refused if its name has an allowed extension but its bytes do not match', async () => {
    const { problem } = await avatarIn(file([0x3c, 0x73, 0x76, 0x67], 'me.png', 'image/png'))
    expect(problem).toBe('me.png is not a JPG, PNG or GIF picture.')
  })

  test('a profile picture with valid magic bytes is refused if it cannot be decoded', async () => {
    decode.mockRejectedValue(new DOMException('The source image could not be decoded.'))
    const { problem } = await avatarIn(file(png, 'torn.png', 'image/png'))
    expect(problem).toBe('torn.png could not be read as a picture.')
  })

  test('a profile picture of exactly 5 MB is allowed, and a larger one is refused', async () => {
    const most = new Uint8Array(5 * 1024 * 1024)
    most.set(png)
    expect((await avatarIn(new File([most], 'a.png'))).picture).toBeDefined()
    expect((await avatarIn(new File([most, 'x'], 'a.png'))).problem).toBe(
      'a.png is larger than 5MB.',
    )
  })
})
