import { sandboxPage, type Html } from '../../page.ts'
import { pageStyle } from './style.ts'

/** A page of an identity provider in the sandbox's own plain dress, from a phone upwards, light and dark. */
export function page(title: string, content: Html): Html {
  const notice = 'Sign-in stand-in: these accounts exist only here'
  return sandboxPage(title, content, { notice, style: pageStyle })
}
