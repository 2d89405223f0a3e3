import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * Names pages by the pattern of their route, `/space/:id`, so that no address is told. Data of a page, which the
 * router fetches from the same address with `.data` at its end, has its page's name.
 */
export function routePatterns(build: ServerBuild): (pathname: string) => string {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index } = route as { id: string; path?: string; index?: boolean }
        return index ? { id, path, index } : { id, path, children: below(id) }
      })
  const routes = below(undefined)
  return (pathname) => {
    // The router's own question, which routes lie ahead.
    if (pathname === '/__manifest') return pathname
    const page = pathname.replace(/(\/_root|\/_)?\.data$/, '') || '/'
    const steps = (matchRoutes(routes, page) ?? []).map(({ route }) => route.path)
    return `/${steps.filter((step) => !!step).join('/')}`
  }
}
