import type * as samlify from 'samlify'
import { parseXml } from './xml.ts'

let loading: Promise<typeof samlify> | undefined

/** samlify, fetched when the first SAML message comes by: most installations never see one. */
export function samlLibrary(): Promise<typeof samlify> {
  loading ??= import('samlify').then((library) => {
    library.setSchemaValidator({
      validate: async (xml: string) => {
        parseXml(xml)
        return 'valid'
      },
    })
    return library
  })
  return loading
}
