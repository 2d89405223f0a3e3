import { useRouteLoaderData } from 'react-router'
import type { PublicEnvironment } from './environment.ts'

/** Returns the public settings; undefined if the root loader failed. */
export function useEnvironment(): PublicEnvironment | undefined {
  return useRouteLoaderData<PublicEnvironment>('root')
}
