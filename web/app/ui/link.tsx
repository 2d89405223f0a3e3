import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const RenderLink = createContext<(props: LinkProps) => ReactNode>(({ to, children, ...props }) => (
  <a href={to} {...props}>
    {children}
  </a>
))

/** Says how the app draws a link, so that ui needs no router: once, in the root. */
export const LinkProvider = RenderLink.Provider

/** A link as the app makes them, unstyled. */
export function Link(props: LinkProps) {
  return useContext(RenderLink)(props)
}
