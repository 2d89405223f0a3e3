import { useRouteLoaderData } from 'react-router'
import type { PublicEnvironment } from './environment.ts'

/** The public environment within the page, on the server too. Undefined if the root failed to load. */
export function useEnvironment(): PublicEnvironment | undefined {
  return useRouteLoaderData<PublicEnvironment>('root')
}
