import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * Returns a function that maps a path to its route pattern, such as `/space/:id`, for reports that must not contain ids.
 * React Router's data requests (the page's path with `.data` appended) get the pattern of their page.
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
    // React Router's request for route discovery.
    if (pathname === '/__manifest') return pathname
    const page = pathname.replace(/(\/_root|\/_)?\.data$/, '') || '/'
    const steps = (matchRoutes(routes, page) ?? []).map(({ route }) => route.path)
    return `/${steps.filter((step) => !!step).join('/')}`
  }
}
