import { useRouteLoaderData } from 'react-router'
import type { PublicEnvironment } from './environment.ts'

/** The public environment, on the server too. Undefined if the root loader failed. */
export function useEnvironment(): PublicEnvironment | undefined {
  return useRouteLoaderData<PublicEnvironment>('root')
}
