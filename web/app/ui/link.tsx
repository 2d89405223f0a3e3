import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

const RenderLink = createContext<(props: LinkProps) => ReactNode>(({ to, children, ...props }) => (
  <a href={to} {...props}>
    {children}
  </a>
))

/**
 * Sets the component that renders links, so that the components in ui/ do not depend on React
 * Router.
 */
export const LinkProvider = RenderLink.Provider

export function Link(props: LinkProps) {
  return useContext(RenderLink)(props)
}
