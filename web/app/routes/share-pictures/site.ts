import { company } from '@hourspace/domain/company.ts'
import { drawSharePicture, jpegResponse, oncePerKey } from './share-picture.server.ts'

const drawn = oncePerKey<Uint8Array<ArrayBuffer>>(1)

export async function loader() {
  const words = { title: 'A space for the hour you need it.', left: company.tagline }
  return jpegResponse(await drawn('site', () => drawSharePicture({ ...words, photo: undefined })))
}
