import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { RouteObject } from 'react-router'
import routes from './routes.ts'

const toObject = ({ path, index, file, children }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, id: file }
    : { ...(path ? { path } : {}), id: file, children: (children ?? []).map(toObject) }

/** The routes for `matchRoutes`. A route's id is the path of its file. */
export const routeTable = routes.map(toObject)
